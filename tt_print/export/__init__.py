"""Files for printers, cutting machines, boxes and virtual tables: one profile each, read from `templates/export/`."""
