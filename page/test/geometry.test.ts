// Unit geometries: where they stand, and their volume by the divergence theorem against closed forms.
// A face that looks inwards would make the volume wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as THREE from "three";
import { readScene } from "../src/format";
import { coil, geometryOf } from "../src/geometry";

const AROUND = 36;
// Area of a circle of diameter 1, drawn with AROUND corners.
const DISC = (AROUND / 2) * Math.sin((2 * Math.PI) / AROUND) * 0.25;

function make(fields: object): THREE.BufferGeometry {
  const [shape] = readScene({ shapes: [fields] }).shapes;
  return geometryOf(shape).make({ around: AROUND });
}

/** Σ a · (b × c) / 6 over the triangles. */
function volume(geometry: THREE.BufferGeometry): number {
  const position = geometry.getAttribute("position");
  const index = geometry.getIndex();
  const count = index === null ? position.count : index.count;
  let sum = 0;
  for (let i = 0; i < count; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = index === null ? i + k : index.getX(i + k);
      return [position.getX(v), position.getY(v), position.getZ(v)];
    });
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

function near(got: number, want: number, tolerance = 1e-6): void {
  assert.ok(Math.abs(got - want) < tolerance, `${got} is not ${want}`);
}

test("volumes are those of the bodies", () => {
  near(volume(make({ kind: "box" })), 1);
  near(volume(make({ kind: "cylinder" })), DISC);
  near(volume(make({ kind: "cone", extra: 0 })), DISC / 3);
  near(volume(make({ kind: "cone", extra: 0.5 })), (DISC * (1 + 0.5 + 0.25)) / 3);
  near(volume(make({ kind: "pipe", extra: 0.6 })), DISC * (1 - 0.36));
  near(volume(make({ kind: "pipe", extra: 0 })), DISC);
  // Inscribed in the sphere of diameter 1; 36 by 18 facets lose about 2 %.
  near(volume(make({ kind: "sphere" })), Math.PI / 6, 0.02);
});

test("a beam is a bar with half a disc at each end", () => {
  // Scaled to width 1 the ends are half ellipses: area 1 + π/4 · width/length.
  const ratio = 0.25;
  near(volume(make({ kind: "beam", length: 2, width: 0.5 })), 1 + (Math.PI / 4) * ratio, 0.002);
});

test("gearwheels stay within their diameter and have volume", () => {
  const outside = volume(make({ kind: "gearwheel", extra: 20 }));
  assert.ok(outside > 0.6 && outside < Math.PI / 4);
  const ring = volume(make({ kind: "gearwheel", extra: -20 }));
  assert.ok(ring > 0.1 && ring < outside);
});

test("everything stands between x = 0 and x = 1, about the x-axis", () => {
  for (const kind of ["box", "cylinder", "cone", "pipe", "sphere", "gearwheel"]) {
    const geometry = make({ kind, extra: 0.5 });
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox as THREE.Box3;
    near(min.x, 0);
    near(max.x, 1);
    for (const axis of ["y", "z"] as const) {
      assert.ok(min[axis] >= -0.5 - 1e-6 && max[axis] <= 0.5 + 1e-6, kind);
      assert.ok(max[axis] > 0.45 && min[axis] < -0.45, kind);
    }
  }
});

test("a spring reaches from end to end", () => {
  const geometry = coil(5, 4).make({ around: 12 });
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox as THREE.Box3;
  near(min.x, 0, 0.03);
  near(max.x, 1, 0.03);
  near(max.y, 0.5, 0.02);
});
