// Writes moving pictures as GIF: frames of red, green, blue, alpha to one palette, and of every frame only what changed.

/** At most `count` colours that stand for those of the frames: boxes of colours are halved where they are widest. */
function choosePalette(frames, count) {
  const counts = new Map();
  for (const { pixels } of frames) {
    for (let i = 0; i < pixels.length; i += 4) {
      const key = ((pixels[i] >> 2) << 12) | ((pixels[i + 1] >> 2) << 6) | (pixels[i + 2] >> 2);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const entries = [...counts].map(([key, n]) => ({ rgb: [key >> 12, (key >> 6) & 63, key & 63], n }));
  const extent = (box) => {
    const spans = [0, 1, 2].map((c) => {
      const values = box.map((e) => e.rgb[c]);
      return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    });
    const widest = spans.indexOf(Math.max(...spans));
    const weight = box.reduce((sum, e) => sum + e.n, 0);
    return { widest, size: spans[widest] * Math.sqrt(weight) };
  };
  const boxes = [{ entries, ...extent(entries) }];
  while (boxes.length < count) {
    boxes.sort((a, b) => b.size - a.size);
    const [{ entries: box, widest, size }] = boxes;
    if (size === 0) break;
    box.sort((a, b) => a.rgb[widest] - b.rgb[widest]);
    const half = box.reduce((sum, e) => sum + e.n, 0) / 2;
    let at = 1;
    for (let sum = box[0].n; at < box.length - 1 && sum < half; at++) sum += box[at].n;
    const parts = [box.slice(0, at), box.slice(at)];
    boxes.splice(0, 1, ...parts.map((part) => ({ entries: part, ...extent(part) })));
  }
  return boxes.map(({ entries: box }) => {
    const weight = box.reduce((sum, e) => sum + e.n, 0);
    return [0, 1, 2].map((c) => Math.round((box.reduce((sum, e) => sum + e.rgb[c] * e.n, 0) / weight) * 4 + 1.5));
  });
}

/** Numbers of the nearest colours, one per pixel. */
function indexer(palette) {
  const known = new Map();
  return (r, g, b) => {
    const key = (r << 16) | (g << 8) | b;
    let best = known.get(key);
    if (best !== undefined) return best;
    let least = Infinity;
    palette.forEach(([x, y, z], i) => {
      const d = 2 * (r - x) ** 2 + 4 * (g - y) ** 2 + 3 * (b - z) ** 2;
      if (d < least) [least, best] = [d, i];
    });
    known.set(key, best);
    return best;
  };
}

/** The variable-length code of the format, in blocks of up to 255 bytes. */
function compress(indices, bits) {
  const bytes = [];
  let [buffer, filled, size] = [0, 0, bits + 1];
  const put = (code) => {
    buffer |= code << filled;
    filled += size;
    for (; filled >= 8; filled -= 8, buffer >>>= 8) bytes.push(buffer & 255);
  };
  const clear = 1 << bits;
  let table = new Map();
  let next = clear + 2;
  put(clear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = (prefix << 8) | indices[i];
    const code = table.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next === 4096) {
      put(clear);
      table = new Map();
      [next, size] = [clear + 2, bits + 1];
    } else {
      if (next === 1 << size) size += 1;
      table.set(key, next++);
    }
    prefix = indices[i];
  }
  put(prefix);
  put(clear + 1);
  if (filled > 0) bytes.push(buffer & 255);
  const blocks = [bits];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    blocks.push(block.length, ...block);
  }
  blocks.push(0);
  return Buffer.from(blocks);
}

const short = (n) => [n & 255, n >> 8];

/** `frames`: {pixels} with four bytes each, all of the same size; `delay` in hundredths of a second. It repeats for ever. */
export function writeGif(frames, width, height, delay) {
  const bits = 7;
  const transparent = (1 << bits) - 1;
  const palette = choosePalette(frames.filter((_, i) => i % 6 === 0), transparent);
  const indexOf = indexer(palette);
  const colors = Array.from({ length: 1 << bits }, (_, i) => palette[i] ?? [0, 0, 0]).flat();
  const parts = [
    Buffer.from([...Buffer.from("GIF89a"), ...short(width), ...short(height), 0x80 | (bits - 1), 0, 0, ...colors]),
    Buffer.from([0x21, 0xff, 11, ...Buffer.from("NETSCAPE2.0"), 3, 1, 0, 0, 0]),
  ];
  let before = null;
  for (const { pixels } of frames) {
    const now = new Uint8Array(width * height);
    for (let i = 0; i < now.length; i++) now[i] = indexOf(pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]);
    const changed = before === null ? now : now.map((index, i) => (index === before[i] ? transparent : index));
    parts.push(
      Buffer.from([0x21, 0xf9, 4, 0x05, ...short(delay), transparent, 0]),
      Buffer.from([0x2c, 0, 0, 0, 0, ...short(width), ...short(height), 0]),
      compress(changed, bits),
    );
    before = now;
  }
  return Buffer.concat([...parts, Buffer.from([0x3b])]);
}
