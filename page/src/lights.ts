// Light and shadow. The sun goes with the point looked at and stands beside the camera's upper left. A graphics card makes its
// shadows by a shadow map; what software draws (drawers.ts) is projected onto the floor by the same directions.
import * as THREE from "three";
import type { LightSetting } from "./drawers";

export class Lights {
  readonly setting: LightSetting = {
    up: new THREE.Vector3(0, 1, 0),
    sun: new THREE.Vector3(0, 1, 0),
    lamp: new THREE.Vector3(0, 1, 0),
    floor: { value: 0 },
    reach: { value: 1 },
    background: new THREE.Color(),
    shade: new THREE.Color(),
  };
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.4);
  private readonly lamp = new THREE.DirectionalLight(0xdfe8ff, 0.7);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x8a8f98, 1.7);
  private readonly plane = new THREE.Mesh(
    new THREE.PlaneGeometry(1, 1),
    new THREE.ShadowMaterial({ opacity: 0.2 }),
  );
  private radius = 1;

  constructor(
    private readonly world: THREE.Scene,
    renderer: THREE.WebGLRenderer,
    withMap: boolean,
  ) {
    world.add(this.sun, this.sun.target, this.lamp, this.sky);
    if (!withMap) return;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 5;
    this.plane.receiveShadow = true;
    world.add(this.plane);
  }

  setBackground(color: string): void {
    this.world.background = new THREE.Color(color);
    this.setting.background.set(color);
    this.setting.shade.set(color).multiplyScalar(0.62);
  }

  /** For a scene of that size, over a floor at that height along `up`. */
  place(radius: number, up: THREE.Vector3, floor: number): void {
    this.radius = radius;
    this.setting.up.copy(up);
    this.setting.floor.value = floor;
    this.setting.reach.value = 2.6 * radius;
    this.sky.position.copy(up);
    this.plane.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    this.plane.scale.setScalar(14 * radius);
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -1.6 * radius;
    camera.right = camera.top = 1.6 * radius;
    camera.near = 0.1 * radius;
    camera.far = 12 * radius;
    this.sun.shadow.normalBias = 0.01 * radius;
    camera.updateProjectionMatrix();
  }

  follow(target: THREE.Vector3): void {
    const { up, floor } = this.setting;
    const side = Math.abs(up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    const front = new THREE.Vector3().crossVectors(side, up);
    const { radius } = this;
    this.sun.target.position.copy(target);
    this.sun.position.copy(target).addScaledVector(up, 4.5 * radius);
    this.sun.position.addScaledVector(front, 2.4 * radius).addScaledVector(side, -1.8 * radius);
    this.lamp.position.set(0, 0, 0).addScaledVector(front, -1).addScaledVector(side, 1.4);
    this.setting.sun.subVectors(this.sun.position, target).normalize();
    this.setting.lamp.copy(this.lamp.position).normalize();
    this.plane.position.copy(target).addScaledVector(up, floor.value - target.dot(up));
  }
}
