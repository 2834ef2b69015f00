"""The least that turns a finished PDF into PNG files: pypdfium2 and Pillow's encoder alone.

Run: python plain_pngs.py PDF FOLDER WIDTH HEIGHT PROCESSES
"""

import sys
from concurrent.futures import ProcessPoolExecutor

import pypdfium2
from PIL import Image
from pypdfium2 import raw

source, folder, width, height, processes = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])


def draw(pages: range) -> None:
    document = pypdfium2.PdfDocument(source)
    for number in pages:
        page = document[number]
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
        image = Image.frombuffer("RGBX", (width, height), bitmap.buffer, "raw", "RGBX", bitmap.stride, 1).convert("RGB")
        image.save(f"{folder}/{number:03}.png", dpi=(300, 300))


if __name__ == "__main__":
    count = len(pypdfium2.PdfDocument(source))
    if processes == 1:
        draw(range(count))
    else:
        with ProcessPoolExecutor(processes) as pool:
            list(pool.map(draw, [range(first, count, processes) for first in range(processes)]))
