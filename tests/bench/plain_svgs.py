"""The least that writes the same SVG files: finished strings, one plain write each.

Run: python plain_svgs.py STRINGS.json FOLDER
"""

import json
import sys
from pathlib import Path

source, folder = sys.argv[1:]
for name, text in json.loads(Path(source).read_text(encoding="utf-8")).items():
    Path(folder, name).write_text(text, encoding="utf-8")
