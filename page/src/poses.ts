// Poses as matrices. From the poses of all movers at the present time come their 3×4 matrices
// X_WM = [R | p], twelve numbers each by columns; slot 0 is the world, mover m stands in slot m + 1.
// Made once per frame, in place; shapes, arrows, traces and camera read them.
import type { Recording } from "./recording";
import { POSE } from "./recording";
import type { Vec3 } from "./format";

export const SLOT = 12;

export class Poses {
  readonly raw: Float64Array;
  readonly X_WM: Float64Array;

  constructor(readonly movers: number) {
    this.raw = new Float64Array(POSE * movers);
    this.X_WM = new Float64Array(SLOT * (movers + 1));
    this.X_WM.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  }

  update(recording: Recording, t: number): void {
    recording.poses(t, this.raw);
    for (let m = 0; m < this.movers; m++) {
      matrixOfPose(this.raw, POSE * m, this.X_WM, SLOT * (m + 1));
    }
  }

  /** p_WoQ of the point Q fixed on `mover` at p_MoQ. */
  point(mover: number, p: ArrayLike<number>, out: { set(x: number, y: number, z: number): void }) {
    transformPoint(this.X_WM, SLOT * (mover + 1), p[0], p[1], p[2], out);
  }
}

/** R from the unit quaternion (x, y, z, w) and p, by columns. */
export function matrixOfPose(
  pose: Float64Array,
  at: number,
  out: Float64Array,
  to: number,
): void {
  const x = pose[at + 3];
  const y = pose[at + 4];
  const z = pose[at + 5];
  const w = pose[at + 6];
  out[to] = 1 - 2 * (y * y + z * z);
  out[to + 1] = 2 * (x * y + w * z);
  out[to + 2] = 2 * (x * z - w * y);
  out[to + 3] = 2 * (x * y - w * z);
  out[to + 4] = 1 - 2 * (x * x + z * z);
  out[to + 5] = 2 * (y * z + w * x);
  out[to + 6] = 2 * (x * z + w * y);
  out[to + 7] = 2 * (y * z - w * x);
  out[to + 8] = 1 - 2 * (x * x + y * y);
  out[to + 9] = pose[at];
  out[to + 10] = pose[at + 1];
  out[to + 11] = pose[at + 2];
}

export function transformPoint(
  X: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  out: { set(x: number, y: number, z: number): void },
): void {
  out.set(
    X[at] * x + X[at + 3] * y + X[at + 6] * z + X[at + 9],
    X[at + 1] * x + X[at + 4] * y + X[at + 7] * z + X[at + 10],
    X[at + 2] * x + X[at + 5] * y + X[at + 8] * z + X[at + 11],
  );
}

/** out (4×4, by columns, 32 bit) = X (3×4) · local (3×4). */
export function multiplyInto(
  X: Float64Array,
  at: number,
  local: Float64Array,
  from: number,
  out: Float32Array,
  to: number,
): void {
  for (let column = 0; column < 4; column++) {
    const a = local[from + 3 * column];
    const b = local[from + 3 * column + 1];
    const c = local[from + 3 * column + 2];
    const one = column === 3 ? 1 : 0;
    for (let row = 0; row < 3; row++) {
      out[to + 4 * column + row] =
        X[at + row] * a + X[at + 3 + row] * b + X[at + 6 + row] * c + one * X[at + 9 + row];
    }
    out[to + 4 * column + 3] = one;
  }
}

export function normalized(v: Vec3): Vec3 {
  const n = Math.hypot(v[0], v[1], v[2]);
  return n > 0 ? [v[0] / n, v[1] / n, v[2] / n] : [1, 0, 0];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Axes of a shape: x along `direction`, y as near to `widthDirection` as can be, z = x × y. */
export function axesOf(direction: Vec3, widthDirection: Vec3): [Vec3, Vec3, Vec3] {
  const x = normalized(direction);
  let z = cross(x, widthDirection);
  if (Math.hypot(...z) < 1e-6 * Math.hypot(...widthDirection)) {
    z = cross(x, Math.abs(x[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  }
  z = normalized(z);
  return [x, cross(z, x), z];
}
