// The camera: orbit, pan and zoom by mouse, touch and keyboard, fixed views, and following a point.
// Following moves camera and target together by what the point moved, so the user's own view stays.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Vec3 } from "./format";
import { cross, normalized } from "./poses";

const MARGIN = 0.03; // of the view, at each side

export type ViewName = "iso" | "front" | "top" | "right";

export class Camera {
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
  private controls: OrbitControls;
  private up: Vec3 = [0, 1, 0];
  private readonly followed = new THREE.Vector3(NaN, 0, 0);
  private readonly shift = new THREE.Vector3();
  private radius = 1;
  private height = 1;
  /** Pixels at the top and at the bottom where tools lie over the view. */
  insets = [40, 12];
  private moved = true;
  /** The user chose the view: it is not to be changed by itself any more. */
  touched = false;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.controls = this.makeControls();
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  get target(): THREE.Vector3 {
    return this.controls.target;
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.enableDamping = true;
    controls.dampingFactor = 0.18;
    controls.zoomToCursor = true;
    controls.addEventListener("change", () => (this.moved = true));
    controls.addEventListener("start", () => (this.touched = true));
    return controls;
  }

  /** Sets which way is up; the controls read it only when they are made. */
  setUp(up: Vec3): void {
    this.up = normalized(up);
    this.controls.dispose();
    this.camera.up.set(...this.up);
    this.controls = this.makeControls();
  }

  resize(width: number, height: number): void {
    this.height = Math.max(1, height);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.moved = true;
  }

  /** Looks from a fixed side at points, near enough that they fill the view. */
  show(view: ViewName, points: THREE.Vector3[]): void {
    const up = this.up;
    const right = Math.abs(up[0]) < 0.9 ? axisAcross([1, 0, 0], up) : axisAcross([0, 1, 0], up);
    const front = cross(right, up);
    const sides: Record<ViewName, number[]> = {
      iso: [0, 1, 2].map((i) => 0.55 * right[i] + 0.42 * up[i] + 0.9 * front[i]),
      front,
      right,
      top: up.map((u, i) => u + 1e-4 * front[i]),
    };
    this.frame(new THREE.Vector3(...sides[view]).normalize(), points);
  }

  /** Brings points into view without turning. */
  fit(points: THREE.Vector3[]): void {
    this.frame(this.camera.position.clone().sub(this.target).normalize(), points);
  }

  /**
   * Stands where all points are just in sight, looking against `back`. With x, y, z their coordinates along right, up and
   * back, and t the tangent of the angle to a border, a point is left of the right border if x + t z ≤ c_x + t c_z, and so on
   * for the other three: the largest left sides give the nearest camera c.
   */
  private frame(back: THREE.Vector3, points: THREE.Vector3[]): void {
    if (points.length === 0) return;
    const right = new THREE.Vector3().crossVectors(new THREE.Vector3(...this.up), back).normalize();
    const up = new THREE.Vector3().crossVectors(back, right);
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    const sideways = half * this.camera.aspect * (1 - 2 * MARGIN);
    const [top, bottom] = this.insets.map((inset) => half * (1 - 2 * (inset / this.height + MARGIN)));
    const reach = { right: -Infinity, left: -Infinity, top: -Infinity, bottom: -Infinity };
    const box = new THREE.Box3().setFromPoints(points);
    for (const p of points) {
      const [x, y, z] = [p.dot(right), p.dot(up), p.dot(back)];
      reach.right = Math.max(reach.right, x + sideways * z);
      reach.left = Math.max(reach.left, -x + sideways * z);
      reach.top = Math.max(reach.top, y + top * z);
      reach.bottom = Math.max(reach.bottom, -y + bottom * z);
    }
    const middle = box.getCenter(new THREE.Vector3()).dot(back);
    const radius = Math.max(1e-4, box.getSize(new THREE.Vector3()).length() / 2);
    const z = Math.max(
      (reach.right + reach.left) / (2 * sideways),
      (reach.top + reach.bottom) / (top + bottom),
      middle + 0.2 * radius, // one point needs a distance
    );
    const x = (reach.right - reach.left) / 2;
    const y = (reach.top - top * z + (bottom * z - reach.bottom)) / 2;
    const distance = z - middle;
    this.radius = radius;
    this.target.set(0, 0, 0).addScaledVector(right, x).addScaledVector(up, y).addScaledVector(back, middle);
    this.camera.position.copy(this.target).addScaledVector(back, distance);
    this.camera.near = distance / 500;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.controls.minDistance = radius / 200;
    this.controls.maxDistance = distance * 20;
    this.controls.update();
    this.moved = true;
  }

  /** Follows a moving point; the first call after `release` only remembers where it is. */
  follow(point: THREE.Vector3): void {
    if (!Number.isNaN(this.followed.x)) {
      this.shift.subVectors(point, this.followed);
      if (this.shift.lengthSq() > 0) {
        this.target.add(this.shift);
        this.camera.position.add(this.shift);
        this.moved = true;
      }
    }
    this.followed.copy(point);
  }

  release(): void {
    this.followed.x = NaN;
  }

  /** Lets the controls swing out; true if the view changed since the last call. */
  update(): boolean {
    this.controls.update();
    const moved = this.moved;
    this.moved = false;
    return moved;
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = 0.12;
    const offset = this.camera.position.clone().sub(this.target);
    const up = new THREE.Vector3(...this.up);
    const side = new THREE.Vector3().crossVectors(up, offset).normalize();
    const turns: Record<string, [THREE.Vector3, number]> = {
      ArrowLeft: [up, -step],
      ArrowRight: [up, step],
      ArrowUp: [side, -step],
      ArrowDown: [side, step],
    };
    const turn = turns[event.key];
    if (turn !== undefined && event.shiftKey) {
      const vertical = new THREE.Vector3().crossVectors(offset, side).normalize();
      const axis = turn[0] === up ? side : vertical;
      const sign = event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 1;
      const shift = axis.multiplyScalar(0.1 * sign * this.radius);
      this.target.add(shift);
      this.camera.position.add(shift);
    } else if (turn !== undefined) {
      const turned = offset.applyAxisAngle(...turn);
      if (Math.abs(turned.clone().normalize().dot(up)) > 0.999) return;
      this.camera.position.copy(this.target).add(turned);
    } else if (event.key === "+" || event.key === "-") {
      this.camera.position.copy(this.target).add(
        offset.multiplyScalar(event.key === "+" ? 0.88 : 1.14),
      );
    } else {
      return;
    }
    this.moved = true;
    this.touched = true;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The part of `v` that is perpendicular to the unit vector `up`, of length 1. */
function axisAcross(v: Vec3, up: Vec3): Vec3 {
  const d = v[0] * up[0] + v[1] * up[1] + v[2] * up[2];
  return normalized(v.map((c, i) => c - d * up[i]) as Vec3);
}
