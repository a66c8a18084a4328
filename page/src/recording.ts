// The recorded motion: times, poses of the movers and signals, one row per instant. A report brings
// all rows at once, a live run one chunk after another; both are appended here. Values are kept by
// column, as they come, because a plot wants a column and a frame wants two rows of a few thousand.
//
//   base64 → deflate-raw → chunks → Recording.append

export const POSE = 7; // x y z qx qy qz qw of a mover

export class Recording {
  rows = 0;
  time: Float64Array;
  private values: Float32Array;
  private capacity: number;

  constructor(
    readonly movers: number,
    readonly signals: number,
  ) {
    this.capacity = 0;
    this.time = new Float64Array(0);
    this.values = new Float32Array(0);
  }

  get columns(): number {
    return POSE * this.movers + this.signals;
  }

  get start(): number {
    return this.rows > 0 ? this.time[0] : 0;
  }

  get end(): number {
    return this.rows > 0 ? this.time[this.rows - 1] : 0;
  }

  /** One value; `column` counts the poses first, then the signals. */
  value(column: number, row: number): number {
    return this.values[column * this.capacity + row];
  }

  /** The values of a signal, a view that the next append may make stale. */
  signal(index: number): Float32Array {
    const start = (POSE * this.movers + index) * this.capacity;
    return this.values.subarray(start, start + this.rows);
  }

  /** Appends the chunks in `bytes`. Throws if they are not what the scene promised. */
  append(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.byteLength; ) {
      if (bytes.byteLength - at < 8) throw new Error("the data end within the head of a chunk");
      const rows = view.getUint32(at, true);
      const columns = view.getUint32(at + 4, true);
      if (columns !== this.columns) {
        throw new Error(`the data have ${columns} columns, the scene tells of ${this.columns}`);
      }
      at += 8;
      const size = rows * (8 + 4 * columns);
      if (bytes.byteLength - at < size) throw new Error("the data end within a chunk");
      this.appendChunk(view, at, rows);
      at += size;
    }
  }

  private appendChunk(view: DataView, at: number, rows: number): void {
    this.reserve(this.rows + rows);
    for (let row = 0; row < rows; row++) {
      this.time[this.rows + row] = view.getFloat64(at + 8 * row, true);
    }
    at += 8 * rows;
    // The stored numbers are little-endian as those of nearly every machine: whole columns are
    // copied. The copy of the bytes makes them start where a Float32Array may.
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, 4 * rows * this.columns);
    const aligned = LITTLE_ENDIAN ? new Float32Array(bytes.slice().buffer) : null;
    for (let column = 0; column < this.columns; column++) {
      const target = column * this.capacity + this.rows;
      if (aligned !== null) {
        this.values.set(aligned.subarray(column * rows, (column + 1) * rows), target);
        continue;
      }
      for (let row = 0; row < rows; row++) {
        this.values[target + row] = view.getFloat32(at + 4 * (column * rows + row), true);
      }
    }
    this.rows += rows;
  }

  private reserve(rows: number): void {
    if (rows <= this.capacity) return;
    const capacity = this.capacity === 0 ? rows : Math.max(rows, 2 * this.capacity);
    const time = new Float64Array(capacity);
    time.set(this.time.subarray(0, this.rows));
    const values = new Float32Array(this.columns * capacity);
    for (let column = 0; column < this.columns; column++) {
      const start = column * this.capacity;
      values.set(this.values.subarray(start, start + this.rows), column * capacity);
    }
    this.time = time;
    this.values = values;
    this.capacity = capacity;
  }

  /**
   * The last row whose time is not after `t` (0 before the first). Of the two rows of an event it
   * is thus the one after: times between rows never fall between the two.
   */
  rowAt(t: number): number {
    let low = 0;
    let high = this.rows - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** How far `t` is from `row` to the next row, 0…1. */
  fraction(row: number, t: number): number {
    if (row + 1 >= this.rows) return 0;
    const step = this.time[row + 1] - this.time[row];
    return step > 0 ? Math.min(1, Math.max(0, (t - this.time[row]) / step)) : 0;
  }

  /** A signal at time `t`, linear between rows. */
  signalAt(index: number, t: number): number {
    if (this.rows === 0) return NaN;
    const row = this.rowAt(t);
    const s = this.fraction(row, t);
    const column = POSE * this.movers + index;
    const a = this.value(column, row);
    return s === 0 ? a : a + s * (this.value(column, row + 1) - a);
  }

  /**
   * All poses at time `t` into `out`, POSE numbers per mover. Positions are linear between rows.
   * Quaternions too, on the shorter way (q and −q are one rotation), then made of length 1.
   */
  poses(t: number, out: Float64Array): void {
    if (this.rows === 0) {
      for (let i = 0; i < out.length; i++) out[i] = i % POSE === POSE - 1 ? 1 : 0;
      return;
    }
    const row = this.rowAt(t);
    const s = this.fraction(row, t);
    const next = s > 0 ? row + 1 : row;
    const { values, capacity } = this;
    for (let mover = 0; mover < this.movers; mover++) {
      const o = POSE * mover;
      let dot = 0;
      for (let i = 3; i < POSE; i++) {
        const c = (o + i) * capacity;
        dot += values[c + row] * values[c + next];
      }
      const b = dot < 0 ? -s : s;
      let square = 0;
      for (let i = 0; i < POSE; i++) {
        const c = (o + i) * capacity;
        const v = (1 - s) * values[c + row] + (i < 3 ? s : b) * values[c + next];
        out[o + i] = v;
        if (i >= 3) square += v * v;
      }
      const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
      for (let i = 3; i < POSE; i++) out[o + i] *= scale;
      if (!(square > 0)) out[o + 6] = 1;
    }
  }
}

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes of the chunks from the text of the page's data element. */
export async function unpack(base64: string): Promise<Uint8Array> {
  const packed = fromBase64(base64.trim());
  if (packed.length === 0) return packed;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
