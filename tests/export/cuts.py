"""Cut files as the programs of others read them: DXF by ezdxf, SVG by ElementTree; boxes are left, top, right, bottom, y down."""

import io
import re
from xml.etree import ElementTree

import ezdxf
from ezdxf import path as ezdxf_path


def read_dxf(data: bytes):
    """The document of another program's reader, which finds nothing to mend."""
    document = ezdxf.read(io.StringIO(data.decode("ascii").replace("\r\n", "\n")))
    audit = document.audit()
    assert (document.dxfversion, document.units, audit.errors, audit.fixes) == ("AC1024", 4, [], [])
    return document


def dxf_boxes(data: bytes, height: float, layer: str = "CUT"):
    """Of each outline with its arcs."""
    boxes = []
    for entity in read_dxf(data).modelspace().query(f'LWPOLYLINE[layer=="{layer}"]'):
        box = ezdxf_path.bbox([ezdxf_path.make_path(entity)])
        boxes.append((box.extmin.x, height - box.extmax.y, box.extmax.x, height - box.extmin.y))
    return boxes


def svg_points(data: bytes):
    """Of each path its points with the handles of its curves."""
    for element in ElementTree.fromstring(data).iter("{http://www.w3.org/2000/svg}path"):
        figures = [float(v) for v in re.findall(r"-?[\d.]+", element.attrib["d"])]
        yield list(zip(figures[::2], figures[1::2], strict=True))


def svg_boxes(data: bytes):
    return [(*map(min, zip(*points, strict=True)), *map(max, zip(*points, strict=True))) for points in svg_points(data)]


def svg_size(data: bytes):
    """Width and height in millimeters, which are those of its view box."""
    root = ElementTree.fromstring(data)
    width, height = (float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    return width, height
