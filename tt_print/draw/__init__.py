"""Pictures as data: frozen shapes in millimeters, origin top left, y down."""
