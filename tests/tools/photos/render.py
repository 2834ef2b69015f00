"""Photos that are rendered with Blender as a Python module: paper that bends, lamps, lenses with a depth of field, film.

    python -m tests.tools.photos.render FACES.npz OUT --seed 1 --count 4 --kind fan

`FACES.npz` has what `tests.tools.photos.faces.read_faces` gives: pixels, codes, size. Each photo has a JSON file beside it with the codes
that can be seen. A tool for people who work on `tt-print scan`; it needs `bpy` from the package index, and no test runs it.
"""

import argparse
import json
import math
from pathlib import Path

import bpy  # a tool: not installed with the tests
import numpy as np

MM = 0.001
TABLES = (
    (0.35, 0.2, 0.1),
    (0.6, 0.42, 0.26),
    (0.1, 0.25, 0.12),
    (0.8, 0.78, 0.74),
    (0.08, 0.08, 0.09),
    (0.25, 0.3, 0.45),
)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("faces")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--kind", choices=("loose", "grid", "fan", "row"), default="loose")
    parser.add_argument("--size", default="1600x1200")
    parser.add_argument("--samples", type=int, default=24)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    stored = np.load(args.faces)
    faces = stored["pixels"], stored["codes"].tolist(), stored["size"].tolist()
    for number in range(args.count):
        rng = np.random.default_rng([args.seed, number])
        name = f"{Path(args.faces).stem}_{args.kind}_{args.seed}-{number}"
        codes = build(rng, faces, args.kind, tuple(map(int, args.size.split("x"))), args.samples)
        bpy.context.scene.render.filepath = str(args.out / f"{name}.jpg")
        bpy.ops.render.render(write_still=True)
        (args.out / f"{name}.json").write_text(json.dumps({"cards": codes, "hidden": [], "kind": args.kind}))


def build(rng: np.random.Generator, faces: tuple, kind: str, size_px: tuple[int, int], samples: int) -> list[str]:
    """Fills an empty scene; returns the codes of its cards, of each of which a corner is free."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    pixels, codes, (wide, high) = faces
    spots = _spots(rng, kind, wide, high)
    chosen = rng.permutation(len(codes))[: len(spots)]
    _table(rng)
    gloss, bend = rng.uniform(0.15, 0.6), rng.normal(0, 0.0012)
    for level, (spot, which) in enumerate(zip(spots, chosen, strict=True)):
        _card(rng, pixels[which], spot, level, (wide, high), gloss, bend)
    _lamps(rng)
    points = np.array([(x, y) for x, y, _ in spots])
    _camera(rng, points, max(wide, high), size_px)
    _film(samples, size_px, rng)
    return [codes[i] for i in chosen]


def _spots(rng, kind: str, wide: float, high: float) -> list[tuple[float, float, float]]:
    """Center (mm, y up) and turn (radians) from the lowest to the topmost."""
    if kind == "loose":
        spots: list[tuple[float, float, float]] = []
        count = int(rng.integers(2, 9))
        while len(spots) < count:
            x, y = rng.uniform(-1, 1, 2) * math.sqrt(count) * 65
            if all(math.hypot(x - a, y - b) > math.hypot(wide, high) for a, b, _ in spots):
                spots.append((x, y, rng.uniform(0, 2 * math.pi)))
        return spots
    if kind == "grid":
        columns, rows = int(rng.integers(3, 8)), int(rng.integers(2, 5))
        return [
            (c * (wide + 6) + rng.normal(0, 1), -r * (high + 6) + rng.normal(0, 1), rng.normal(0, 0.03))
            for r in range(rows)
            for c in range(columns)
        ]
    if kind == "row":
        step = rng.uniform(12, 24)
        return [(i * step, rng.normal(0, 1), rng.normal(0, 0.015)) for i in range(int(rng.integers(4, 12)))]
    count, hold = int(rng.integers(5, 18)), rng.uniform(40, 120)
    step = math.radians(rng.uniform(5.5, 9))
    radius = high / 2 + hold
    return [
        (radius * math.sin(a), radius * math.cos(a), -a) for a in ((i - (count - 1) / 2) * step for i in range(count))
    ]


def _image(pixels: np.ndarray):
    high, wide = pixels.shape[:2]
    image = bpy.data.images.new("face", wide, high)
    flat = np.ones((high, wide, 4), np.float32)
    flat[:, :, :3] = pixels[::-1] / 255.0
    image.pixels.foreach_set(flat.ravel())
    image.pack()
    return image


def _card(rng, pixels, spot, level: int, size, gloss: float, bend: float) -> None:
    wide, high = size
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=12, y_subdivisions=12, size=1)
    card = bpy.context.object
    mesh = card.data
    own = bend + rng.normal(0, 0.0003)
    skew = rng.normal(0, 0.0006)
    lift = level * 0.32
    for vertex in mesh.vertices:
        x, y = vertex.co.x * wide, vertex.co.y * high
        vertex.co = (x * MM, y * MM, (0.4 + lift + abs(own) * x * x + skew * x * y * 0.1) * MM)
    card.location = (spot[0] * MM, spot[1] * MM, 0)
    card.rotation_euler = (0, 0, spot[2])
    solid = card.modifiers.new("paper", "SOLIDIFY")
    solid.thickness = 0.3 * MM
    material = bpy.data.materials.new("card")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = 0.75 - gloss
    picture = nodes.new("ShaderNodeTexImage")
    picture.image = _image(pixels)
    tint = nodes.new("ShaderNodeHueSaturation")
    tint.inputs["Saturation"].default_value = rng.uniform(0.75, 1.0)
    tint.inputs["Value"].default_value = rng.uniform(0.8, 0.97)
    links.new(picture.outputs["Color"], tint.inputs["Color"])
    links.new(tint.outputs["Color"], shader.inputs["Base Color"])
    mesh.materials.append(material)


def _table(rng) -> None:
    bpy.ops.mesh.primitive_plane_add(size=6)
    material = bpy.data.materials.new("table")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    noise = nodes.new("ShaderNodeTexNoise" if rng.random() < 0.5 else "ShaderNodeTexWave")
    noise.inputs["Scale"].default_value = rng.uniform(3, 60)
    ramp = nodes.new("ShaderNodeValToRGB")
    base = np.array(TABLES[int(rng.integers(len(TABLES)))])
    ramp.color_ramp.elements[0].color = (*(base * 0.6), 1)
    ramp.color_ramp.elements[1].color = (*base, 1)
    links.new(noise.outputs[0], ramp.inputs["Fac"])
    shader = nodes["Principled BSDF"]
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = rng.uniform(0.25, 0.9)
    bpy.context.object.data.materials.append(material)


def _lamps(rng) -> None:
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    warm = rng.uniform(-0.15, 0.25)
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (0.9 + warm, 0.9, 0.9 - warm, 1)
    background.inputs["Strength"].default_value = rng.uniform(0.15, 0.6)
    for _ in range(int(rng.integers(1, 3))):
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.energy, lamp.size = rng.uniform(4, 14), rng.uniform(0.1, 0.8)
        lamp.color = (1, 1 - 0.12 * rng.random(), 1 - 0.35 * rng.random())
        thing = bpy.data.objects.new("lamp", lamp)
        thing.location = (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.7, 1.6))
        bpy.context.collection.objects.link(thing)
        _aim(thing, (0, 0, 0))


def _aim(thing, point) -> None:
    from mathutils import Vector

    direction = Vector(point) - thing.location
    thing.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()


def _camera(rng, points: np.ndarray, card: float, size_px: tuple[int, int]) -> None:
    middle = (points.min(0) + points.max(0)) / 2
    reach = float(np.linalg.norm(points - middle, axis=1).max()) + card * 0.6
    lens = bpy.data.cameras.new("phone")
    lens.sensor_width, lens.lens = 36, rng.uniform(24, 32)
    tilt, around = abs(rng.normal(0, 0.3)), rng.uniform(0, 2 * math.pi)
    distance = reach * 2 * lens.lens / 36 * size_px[0] / size_px[1] * rng.uniform(0.95, 1.15)
    thing = bpy.data.objects.new("phone", lens)
    x, y = math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around)
    thing.location = ((middle[0] + distance * x) * MM, (middle[1] + distance * y) * MM, distance * math.cos(tilt) * MM)
    bpy.context.collection.objects.link(thing)
    _aim(thing, (middle[0] * MM, middle[1] * MM, 0))
    lens.dof.use_dof = True
    lens.dof.focus_distance = distance * MM * rng.uniform(0.95, 1.05)
    lens.dof.aperture_fstop = rng.uniform(4, 16)
    bpy.context.scene.camera = thing


def _film(samples: int, size_px: tuple[int, int], rng) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples = "CPU", samples
    scene.cycles.use_denoising = rng.random() < 0.5
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = rng.uniform(-0.6, 0.5)
    scene.render.image_settings.file_format = "JPEG"
    scene.render.image_settings.quality = int(rng.integers(70, 95))


if __name__ == "__main__":
    main()
