// The camera: orbit, pan and zoom by mouse, touch and keyboard, fixed views, and following a point.
// Following moves camera and target together by what the point moved, so the user's own view stays.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Vec3 } from "./format";
import { cross, normalized } from "./poses";

export type ViewName = "iso" | "front" | "top" | "right";

export class Camera {
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
  private controls: OrbitControls;
  private up: Vec3 = [0, 1, 0];
  private readonly followed = new THREE.Vector3(NaN, 0, 0);
  private readonly shift = new THREE.Vector3();
  private radius = 1;
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
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.moved = true;
  }

  /** Looks at a ball from a fixed side, near enough that it fills the view. */
  show(view: ViewName, center: THREE.Vector3, radius: number): void {
    this.radius = radius;
    const up = this.up;
    const right = Math.abs(up[0]) < 0.9 ? axisAcross([1, 0, 0], up) : axisAcross([0, 1, 0], up);
    const front = cross(right, up);
    const from: Vec3 =
      view === "front"
        ? front
        : view === "right"
          ? right
          : view === "top"
            ? (up.map((u, i) => u + 1e-4 * front[i]) as Vec3)
            : ([0, 1, 2].map((i) => 0.55 * right[i] + 0.42 * up[i] + 0.9 * front[i]) as Vec3);
    const half = (this.camera.fov * Math.PI) / 360;
    const fit = Math.min(1, this.camera.aspect);
    const distance = (1.12 * radius) / Math.sin(Math.atan(Math.tan(half) * fit));
    this.target.copy(center);
    this.camera.position.set(...normalized(from)).multiplyScalar(distance).add(center);
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
