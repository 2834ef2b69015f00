// What the reading of cards asks of a photo's pixels, as tt_print/play/scan/pixels.py and network.py answer it in numpy.
// A picture is {rows, columns, channels, data}, its numbers pixel by pixel.
const LAYERS = { // inputs, outputs, stride, dilation, in the order of the weights; the last of the finder and the last two of readers are dense
  corner: [[27, 16], [144, 32], [288, 64], [576, 64], [1536, 96], [96, 17]],
  find: [[27, 12, 2], [108, 24, 2], [216, 24], [216, 24, 1, 2], [216, 24, 1, 4], [216, 24], [24, 12]],
  middle: [[27, 16], [144, 32], [288, 64], [576, 64], [2304, 96], [96, 17]],
};
const SMALLEST_PX = 96; // a shorter side is not halved
const GLARE = 0.985; // what all three colors exceed
let networks = null;

// `image` is {width, height, data} as a canvas has it, `weights` the bytes of weights.bin, which are needed once.
export function openPhoto(image, weights) {
  networks ??= readNetworks(new Float32Array(weights));
  const levels = halve(image);
  return {
    width: image.width, height: image.height, scale: 1, statistics: () => statistics(image),
    find: (longest, least) => findMarks(levels.filter(({ rows, columns }) => Math.max(rows, columns) <= longest), least),
    look: (kind, rows, columns, poses) => readPatches(poses.map((pose) => cutPatch(levels, rows, columns, pose)), networks[kind]),
  };
}

// Each layer's numbers are its biases, then its weights input by input. Here four outputs lie together, and missing ones are 0.
function readNetworks(numbers) {
  let at = 0;
  const layer = ([inputs, outputs, stride = 1, dilation = 1]) => {
    const width = Math.ceil(outputs / 4) * 4, bias = new Float32Array(width), weights = new Float32Array(inputs * width);
    bias.set(numbers.subarray(at, at += outputs));
    for (let i = 0; i < inputs; i++) for (let j = 0; j < outputs; j++) weights[((j >> 2) * inputs + i) * 4 + (j & 3)] = numbers[at++];
    return { inputs, width, stride, dilation, bias, weights };
  };
  return Object.fromEntries(Object.entries(LAYERS).map(([name, sizes]) => [name, sizes.map(layer)]));
}

// `count` pixels through a layer, four pixels and four outputs at a time. The inputs of a pixel lie in runs that begin at `from + run`, those of the
// next one `step` further; `data` and `out` have room for three pixels more. No output is below `least`.
function multiply({ inputs, width, bias, weights }, data, from, step, runs, count, least, out, at) {
  const length = inputs / runs.length;
  for (let i = 0; i < count; i += 4) {
    for (let j = 0; j < width; j += 4) {
      const [b0, b1, b2, b3] = [bias[j], bias[j + 1], bias[j + 2], bias[j + 3]];
      let s00 = b0, s01 = b1, s02 = b2, s03 = b3, s10 = b0, s11 = b1, s12 = b2, s13 = b3;
      let s20 = b0, s21 = b1, s22 = b2, s23 = b3, s30 = b0, s31 = b1, s32 = b2, s33 = b3, q = j * inputs;
      for (let run = 0; run < runs.length; run++) {
        let p0 = from + i * step + runs[run], p1 = p0 + step, p2 = p1 + step, p3 = p2 + step;
        for (const end = p0 + length; p0 < end; p0++, p1++, p2++, p3++, q += 4) {
          const w0 = weights[q], w1 = weights[q + 1], w2 = weights[q + 2], w3 = weights[q + 3], a0 = data[p0], a1 = data[p1], a2 = data[p2], a3 = data[p3];
          s00 += a0 * w0; s01 += a0 * w1; s02 += a0 * w2; s03 += a0 * w3;
          s10 += a1 * w0; s11 += a1 * w1; s12 += a1 * w2; s13 += a1 * w3;
          s20 += a2 * w0; s21 += a2 * w1; s22 += a2 * w2; s23 += a2 * w3;
          s30 += a3 * w0; s31 += a3 * w1; s32 += a3 * w2; s33 += a3 * w3;
        }
      }
      const sums = [s00, s01, s02, s03, s10, s11, s12, s13, s20, s21, s22, s23, s30, s31, s32, s33];
      for (let k = 0; k < 16; k++) out[at + (i + (k >> 2)) * width + j + (k & 3)] = Math.max(least, sums[k]);
    }
  }
  return out;
}

// Each of `count` pixels alone.
const dense = (layer, data, count, least) => multiply(layer, data, 0, layer.inputs, [0], count, least, new Float32Array((count + 3) * layer.width), 0);

// A 3 x 3 convolution with zeros around the picture, then ReLU.
function convolve(layer, { rows, columns, channels, data }) {
  const { stride, dilation } = layer;
  const out = { rows: Math.ceil(rows / stride), columns: Math.ceil(columns / stride), channels: layer.width };
  const line = (columns + 2 * dilation + stride) * channels, framed = new Float32Array((rows + 2 * dilation + stride) * line + 3 * stride * channels);
  for (let row = 0; row < rows; row++) framed.set(data.subarray(row * columns * channels, (row + 1) * columns * channels), (row + dilation) * line + dilation * channels);
  const across = dilation > 1 ? [0, dilation * channels, 2 * dilation * channels] : [0]; // neighbors are one run
  const runs = [0, 1, 2].flatMap((down) => across.map((right) => down * dilation * line + right));
  out.data = new Float32Array((out.rows * out.columns + 3) * layer.width);
  for (let row = 0; row < out.rows; row++) multiply(layer, framed, row * stride * line, stride * channels, runs, out.columns, 0, out.data, row * out.columns * layer.width);
  return out;
}

// A picture of half the size; `join(a, b, c, d)` makes one number of four.
function half({ rows, columns, channels, data }, join) {
  const out = { rows: rows >> 1, columns: columns >> 1, channels }, line = columns * channels;
  out.data = new Float32Array(out.rows * out.columns * channels);
  let to = 0;
  for (let row = 0; row < out.rows; row++) for (let column = 0; column < out.columns; column++) for (let channel = 0; channel < channels; channel++) {
    const from = (row * 2 * columns + column * 2) * channels + channel;
    out.data[to++] = join(data[from], data[from + channels], data[from + line], data[from + line + channels]);
  }
  return out;
}

// The photo and its halves, from -0.5 to 0.5, with how many of the photo's pixels one of their own is wide.
function halve({ width, height, data }) {
  const whole = { rows: height, columns: width, channels: 3, scale: 1, data: new Float32Array(width * height * 3) };
  for (let i = 0, to = 0; i < data.length; i++) if (i % 4 < 3) whole.data[to++] = data[i] / 255 - 0.5;
  const levels = [whole];
  for (let last = whole; Math.min(last.rows, last.columns) >= SMALLEST_PX; levels.push(last)) last = { ...half(last, (a, b, c, d) => (a + b + c + d) / 4), scale: last.scale * 2 };
  return levels;
}

function findMarks(levels, least) {
  const found = [[], []];
  for (const level of levels) {
    let x = level;
    networks.find.slice(0, -1).forEach((layer, i) => {
      const y = convolve(layer, x);
      if (i > 2) for (let k = 0; k < y.data.length; k++) y.data[k] += x.data[k];
      x = y;
    });
    const { rows, columns } = x, cells = dense(networks.find.at(-1), x.data, rows * columns, -Infinity);
    const logit = (row, column, kind) => (row < 0 || row >= rows || column < 0 || column >= columns ? -Infinity : cells[(row * columns + column) * 12 + 6 * kind]);
    for (let kind = 0; kind < 2; kind++) for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
      const here = logit(row, column, kind), from = (row * columns + column) * 12 + 6 * kind;
      if (here > least && [-1, 0, 1].every((a) => [-1, 0, 1].every((b) => logit(row + a, column + b, kind) <= here))) found[kind].push([level.scale, column, row, ...cells.subarray(from, from + 6)]);
    }
  }
  return found;
}

function readPatches(patches, layers) {
  const inputs = layers[4].inputs, features = new Float32Array((patches.length + 3) * inputs);
  patches.forEach((patch, i) => {
    let x = patch;
    for (let layer = 0; layer < 4; layer++) {
      x = convolve(layers[layer], x);
      if (layer < 3) x = half(x, Math.max);
    }
    features.set(x.data.subarray(0, inputs), i * inputs);
  });
  const logits = dense(layers[5], dense(layers[4], features, patches.length, 0), patches.length, -Infinity);
  return patches.map((_, i) => [...logits.subarray(i * layers[5].width, i * layers[5].width + 17)]);
}

// An upright patch, with bilinear samples of the level whose pixels are about as large; beyond the edge the edge is repeated.
function cutPatch(levels, rows, columns, [x, y, upX, upY, step]) {
  const level = levels.findLast(({ scale }) => scale <= Math.max(step * 1.1, 1)), line = level.columns * 3;
  const data = new Float32Array(rows * columns * 3);
  const place = (value, side) => Math.min(Math.max((value + 0.5) / level.scale - 0.5, 0), side - 1.001);
  let to = 0;
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
    const across = (column - (columns - 1) / 2) * step, down = (row - (rows - 1) / 2) * step;
    const left = place(x - across * upY - down * upX, level.columns), top = place(y + across * upX - down * upY, level.rows);
    const right = left % 1, low = top % 1, from = (Math.floor(top) * level.columns + Math.floor(left)) * 3;
    for (let k = from; k < from + 3; k++) data[to++] = (level.data[k] * (1 - right) + level.data[k + 3] * right) * (1 - low) + (level.data[k + line] * (1 - right) + level.data[k + line + 3] * right) * low;
  }
  return { rows, columns, channels: 3, data };
}

// Mean lightness, the difference that one in a hundred neighbors exceeds, and the part that is glare.
function statistics({ width, height, data }) {
  const gray = (i) => data[i] + data[i + 1] + data[i + 2], steps = new Uint32Array(766);
  let sum = 0, white = 0, pairs = 0;
  for (let row = 0, i = 0; row < height; row++) for (let column = 0; column < width; column++, i += 4) {
    sum += gray(i);
    if (Math.min(data[i], data[i + 1], data[i + 2]) > GLARE * 255) white++;
    if (row % 2 === 0 && column % 2 === 0 && column < width - 1) steps[Math.abs(gray(i) - gray(i + 4))]++, pairs++;
  }
  let step = 0;
  for (let seen = steps[0]; seen <= 0.99 * (pairs - 1); seen += steps[step]) step++;
  return [sum / 765 / (width * height), step / 765, white / (width * height)];
}
