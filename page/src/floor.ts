// Grids: the soft floor under a scene, and grounds that the model itself states. Lines are drawn by a
// shader, as wide as a pixel at any distance; the floor fades out around the point looked at.
import * as THREE from "three";
import type { Bounds } from "./bounds";
import type { Scene, Shape } from "./format";
import type { Poses } from "./poses";
import { SLOT } from "./poses";

const VERTEX = `
  varying vec2 at;
  uniform vec2 offset;
  void main() {
    at = position.xy + offset;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = `
  varying vec2 at;
  uniform vec2 offset;
  uniform float cell;
  uniform float radius;
  uniform float square;
  uniform vec3 color;
  float line(vec2 p) {
    vec2 w = fwidth(p);
    vec2 d = abs(fract(p - 0.5) - 0.5) / w;
    vec2 fade = clamp(1.5 - 3.0 * w, 0.0, 1.0);
    return max(fade.x * (1.0 - min(d.x, 1.0)), fade.y * (1.0 - min(d.y, 1.0)));
  }
  void main() {
    float r = length(at - offset) / radius;
    float fade = mix(pow(clamp(1.0 - r, 0.0, 1.0), 1.3), 1.0, square);
    float strength = max(0.2 * line(at / cell), 0.38 * line(at / (5.0 * cell)));
    gl_FragColor = vec4(color, strength * fade + 0.04 * square);
    if (gl_FragColor.a < 0.004) discard;
  }`;

/** 1, 2 or 5 times a power of ten, not above `value`. */
export function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

export class Grid {
  readonly mesh: THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial>;

  /** A grid in x and y of its own frame; `square`: to its edges, else fading to a circle. */
  constructor(size: number, cell: number, square: boolean) {
    const material = new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
      uniforms: {
        offset: { value: new THREE.Vector2() },
        cell: { value: cell },
        radius: { value: size / 2 },
        square: { value: square ? 1 : 0 },
        color: { value: new THREE.Color(0x808890) },
      },
    });
    this.mesh = new THREE.Mesh(new THREE.PlaneGeometry(size, size), material);
    this.mesh.renderOrder = -1;
  }

  set color(color: THREE.Color) {
    (this.mesh.material.uniforms.color.value as THREE.Color).copy(color);
  }

  /** Moves the grid within its plane; its lines stay where they are. */
  offset(x: number, y: number): void {
    (this.mesh.material.uniforms.offset.value as THREE.Vector2).set(x, y);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Height of the lowest corner of a box along `up`. */
function lowest(box: THREE.Box3, up: THREE.Vector3): number {
  const pick = (i: 0 | 1 | 2) =>
    up.getComponent(i) * (up.getComponent(i) > 0 ? box.min : box.max).getComponent(i);
  return pick(0) + pick(1) + pick(2);
}

/** All grids of a scene: the model's own grounds, or the soft floor where it has none. */
export class Floor {
  height = 0; // of the soft floor along `up`
  cell = 1; // of its lines, metres
  private soft = new Grid(1, 1, false);
  private grounds: { grid: Grid; shape: Shape }[] = [];
  private color = new THREE.Color(0x808890);
  private readonly up = new THREE.Vector3(0, 1, 0);

  constructor(private readonly world: THREE.Scene) {
    world.add(this.soft.mesh);
  }

  /** Makes them anew, for a scene of that size. */
  build(scene: Scene, bounds: Bounds): void {
    const { radius, box } = bounds;
    this.clear();
    this.up.set(...scene.up).normalize();
    this.cell = niceBelow(radius / 2.5);
    this.height = lowest(box, this.up) - 0.02 * radius;
    this.soft = new Grid(14 * radius, this.cell, false);
    this.soft.mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), this.up);
    this.world.add(this.soft.mesh);
    for (const shape of scene.shapes) {
      if (shape.kind !== "ground") continue;
      const cell = niceBelow(Math.max(1e-3, shape.length) / 20);
      const grid = new Grid(Math.max(1e-3, shape.length), cell, true);
      grid.mesh.matrixAutoUpdate = false;
      this.grounds.push({ grid, shape });
      this.world.add(grid.mesh);
      this.cell = cell;
    }
    this.soft.mesh.visible = this.grounds.length === 0;
    this.setColor(this.color);
  }

  setColor(color: THREE.ColorRepresentation): void {
    this.color = new THREE.Color(color);
    for (const grid of [this.soft, ...this.grounds.map((g) => g.grid)]) grid.color = this.color;
  }

  showGrounds(isShown: (shape: Shape) => boolean): void {
    for (const { grid, shape } of this.grounds) grid.mesh.visible = isShown(shape);
  }

  /** Grounds go with what carries them. */
  update(poses: Poses): void {
    for (const { grid, shape } of this.grounds) {
      const local = new THREE.Matrix4().makeRotationFromQuaternion(
        new THREE.Quaternion().setFromUnitVectors(
          new THREE.Vector3(0, 0, 1),
          new THREE.Vector3(...shape.direction).normalize(),
        ),
      );
      local.setPosition(...shape.position);
      const X = poses.X_WM.subarray(SLOT * (shape.mover + 1));
      grid.mesh.matrix
        .set(X[0], X[3], X[6], X[9], X[1], X[4], X[7], X[10], X[2], X[5], X[8], X[11], 0, 0, 0, 1)
        .multiply(local);
      grid.mesh.matrixWorldNeedsUpdate = true;
    }
  }

  /** The soft floor lies below the point looked at. */
  follow(target: THREE.Vector3): void {
    const { mesh } = this.soft;
    mesh.position.copy(target).addScaledVector(this.up, this.height - target.dot(this.up));
    const local = mesh.position.clone().applyQuaternion(mesh.quaternion.clone().invert());
    this.soft.offset(local.x, local.y);
  }

  private clear(): void {
    for (const grid of [this.soft, ...this.grounds.map((g) => g.grid)]) {
      this.world.remove(grid.mesh);
      grid.dispose();
    }
    this.grounds = [];
  }
}
