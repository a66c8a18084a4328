// Unit geometries. Each stands between x = 0 and x = 1 and is 1 wide in y and z; a matrix per
// instance gives it its place, length, width and height. Only what scaling cannot do (how hollow a
// pipe is, how many teeth a wheel has, how slender a spring is) makes a geometry of its own; its key
// names it, and shapes with one key are drawn by one call.
import * as THREE from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Shape } from "./format";

export interface Detail {
  around: number; // facets around an axis
}

export interface UnitGeometry {
  key: string;
  make(detail: Detail): THREE.BufferGeometry;
}

/** Three's solids of revolution stand along y about the origin; ours along x from 0 to 1. */
function alongX(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  return geometry.rotateZ(-Math.PI / 2).translate(0.5, 0, 0);
}

/** A coarser value for keys, so that nearly equal proportions share a geometry. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}

export const BOX: UnitGeometry = {
  key: "box",
  make: () => new THREE.BoxGeometry(1, 1, 1).translate(0.5, 0, 0),
};

export const SPHERE: UnitGeometry = {
  key: "sphere",
  make: ({ around }) =>
    alongX(new THREE.SphereGeometry(0.5, around, Math.max(4, Math.round(around / 2)))),
};

export const CYLINDER: UnitGeometry = cone(1);

/** From diameter 1 at x = 0 to `end` at x = 1: a cone at 0, a cylinder at 1. */
export function cone(end: number): UnitGeometry {
  const ratio = rounded(Math.min(10, Math.max(0, end)));
  return {
    key: `cone ${ratio}`,
    make: ({ around }) => alongX(new THREE.CylinderGeometry(0.5 * ratio, 0.5, 1, around)),
  };
}

/** A cylinder with a hole of diameter `inner`. */
function pipe(inner: number): UnitGeometry {
  const ratio = rounded(Math.min(0.98, Math.max(0, inner)));
  if (ratio === 0) return CYLINDER;
  return {
    key: `pipe ${ratio}`,
    make: ({ around }) => {
      const r = 0.5 * ratio;
      const outside = new THREE.CylinderGeometry(0.5, 0.5, 1, around, 1, true);
      // Scaled by −1 in x the wall's triangles look inwards.
      const inside = new THREE.CylinderGeometry(r, r, 1, around, 1, true).scale(-1, 1, 1);
      const normals = inside.getAttribute("normal");
      for (let i = 0; i < normals.count; i++) {
        normals.setXYZ(i, -normals.getX(i), -normals.getY(i), -normals.getZ(i));
      }
      const top = new THREE.RingGeometry(r, 0.5, around).rotateX(-Math.PI / 2);
      const bottom = new THREE.RingGeometry(r, 0.5, around).rotateX(Math.PI / 2);
      top.translate(0, 0.5, 0);
      bottom.translate(0, -0.5, 0);
      return alongX(mergeGeometries([outside, inside, top, bottom]));
    },
  };
}

/** A flat outline in x and y, made 1 thick in z about the plane. */
function plate(outline: THREE.Shape, curveSegments: number): THREE.BufferGeometry {
  const geometry = new THREE.ExtrudeGeometry(outline, {
    depth: 1,
    bevelEnabled: false,
    curveSegments,
  });
  return geometry.translate(0, 0, -0.5);
}

/** A bar with round ends about the points x = 0 and x = 1; `slender` is width over length. */
function beam(slender: number): UnitGeometry {
  const ratio = rounded(Math.min(10, Math.max(0.001, slender)));
  return {
    key: `beam ${ratio}`,
    make: ({ around }) => {
      // Drawn with true proportions, then scaled back to length 1 and width 1.
      const r = 0.5 * ratio;
      const outline = new THREE.Shape();
      outline.absarc(1, 0, r, -Math.PI / 2, Math.PI / 2, false);
      outline.absarc(0, 0, r, Math.PI / 2, (3 * Math.PI) / 2, false);
      return plate(outline, Math.max(8, around / 2)).scale(1, 1 / ratio, 1);
    },
  };
}

/** A wheel with teeth outside, or with teeth inside if their number is negative. */
function gearwheel(count: number): UnitGeometry {
  const teeth = Math.min(200, Math.max(6, Math.round(Math.abs(count)) || 20));
  const internal = count < 0;
  return {
    key: `gearwheel ${internal ? -teeth : teeth}`,
    make: () => {
      const depth = Math.min(0.08, 1.8 / teeth);
      const [low, high] = internal ? [0.42 - depth, 0.42] : [0.5 - depth, 0.5];
      const outline = internal ? new THREE.Shape().absarc(0, 0, 0.5, 0, 2 * Math.PI) : null;
      const teethPath = outline === null ? new THREE.Shape() : new THREE.Path();
      for (let i = 0; i < teeth; i++) {
        const corners = [
          [0.0, low],
          [0.3, low],
          [0.42, high],
          [0.88, high],
        ];
        corners.forEach(([part, radius], k) => {
          const angle = (2 * Math.PI * (i + part)) / teeth;
          const x = radius * Math.cos(angle);
          const y = radius * Math.sin(angle);
          if (i === 0 && k === 0) teethPath.moveTo(x, y);
          else teethPath.lineTo(x, y);
        });
      }
      teethPath.closePath();
      let shape: THREE.Shape;
      if (outline === null) {
        shape = teethPath as THREE.Shape;
      } else {
        shape = outline as THREE.Shape;
        shape.holes.push(teethPath);
      }
      return plate(shape, 48).rotateY(Math.PI / 2).translate(0.5, 0, 0);
    },
  };
}

/** The line of a spring's wire: leads from the axis at both ends, `windings` turns between. */
class CoilCurve extends THREE.Curve<THREE.Vector3> {
  constructor(
    private readonly windings: number,
    private readonly aspect: number,
    private readonly radius: number,
  ) {
    super();
  }

  override getPoint(s: number, target = new THREE.Vector3()): THREE.Vector3 {
    const lead = 0.06;
    const r = this.radius * Math.min(1, s / lead, (1 - s) / lead);
    const angle = 2 * Math.PI * this.windings * s;
    return target.set(this.aspect * s, r * Math.cos(angle), r * Math.sin(angle));
  }
}

/**
 * A spring. Its wire is round when its length is `aspect` times its width; scaling to another
 * length flattens it a little.
 */
export function coil(windings: number, aspect: number): UnitGeometry {
  const turns = Math.max(1, Math.round(windings));
  const slender = rounded(Math.min(50, Math.max(0.2, aspect)));
  return {
    key: `coil ${turns} ${slender}`,
    make: ({ around }) => {
      const wire = Math.min(0.1, (0.3 * slender) / turns);
      const curve = new CoilCurve(turns, slender, 0.5 - wire);
      const steps = Math.round(turns * Math.max(10, around));
      return new THREE.TubeGeometry(curve, steps, wire, 7).scale(1 / slender, 1, 1);
    },
  };
}

/** The geometry of a shape that one mover carries. */
export function geometryOf(shape: Shape): UnitGeometry {
  switch (shape.kind) {
    case "sphere":
      return SPHERE;
    case "cylinder":
      return CYLINDER;
    case "cone":
      return cone(shape.extra);
    case "pipe":
      return pipe(shape.extra);
    case "beam":
      return beam(shape.length > 0 ? shape.width / shape.length : 1);
    case "gearwheel":
      return gearwheel(shape.extra);
    default:
      return BOX;
  }
}
