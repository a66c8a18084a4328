// The view in three dimensions: renderer, light, floor, the batches of shapes, arrows and traces. It
// listens to the model and draws only when something changed. A click picks the shape under it; what
// is selected is coloured.
import * as THREE from "three";
import type { Batch, Instance } from "./batches";
import { makeBatches } from "./batches";
import type { Bounds } from "./bounds";
import { boundsOf } from "./bounds";
import type { ViewName } from "./camera";
import { Camera } from "./camera";
import type { Drawer } from "./drawers";
import { InstancedDrawer, PackedDrawer } from "./drawers";
import { Grid, niceBelow } from "./floor";
import { Listeners } from "./events";
import type { Shape } from "./format";
import { readScene } from "./format";
import type { LoadKind } from "./loads";
import { LoadArrows } from "./loads";
import type { Model, Point } from "./model";
import { Poses, SLOT } from "./poses";
import { TRACE_COLORS, Trace } from "./traces";

/** What the camera follows: nothing, the middle of all movers, or a mover. */
export type Followed = "nothing" | "all" | number;

const MANY_SHAPES = 300;
const SELECTED = new THREE.Color(0xff8a1f);

interface GroundGrid {
  grid: Grid;
  shape: Shape;
}

export class View {
  readonly camera: Camera;
  readonly followChanged = new Listeners();
  readonly tracesChanged = new Listeners();
  followed: Followed = "nothing";
  traces: Trace[] = [];
  frames = 0; // drawn so far
  bounds: Bounds;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly simple: boolean; // software draws: light materials, no shadows
  private readonly world = new THREE.Scene();
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.4);
  private readonly lamp = new THREE.DirectionalLight(0xdfe8ff, 0.7);
  private readonly sky = new THREE.HemisphereLight(0xffffff, 0x8a8f98, 1.7);
  private readonly lights = {
    up: new THREE.Vector3(),
    sun: new THREE.Vector3(),
    lamp: new THREE.Vector3(),
  };
  private readonly shadow = new THREE.Mesh(
    new THREE.PlaneGeometry(1, 1),
    new THREE.ShadowMaterial({ opacity: 0.16 }),
  );
  private floor = new Grid(1, 1, false);
  private grounds: GroundGrid[] = [];
  private batches: Batch<Instance>[] = [];
  private loads: LoadArrows[] = [];
  private readonly loadsShown: Record<LoadKind, boolean> = { force: false, torque: false };
  private loadScale = 1;
  poses = new Poses(0);
  private built = false;
  private fitted = "";
  private time = 0;
  private dirty = true;
  private pixelRatio: number;
  private readonly raycaster = new THREE.Raycaster();
  private readonly followPoint = new THREE.Vector3();

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly model: Model,
    expectedShapes: number,
  ) {
    this.simple = location.hash !== "#fine" && drawsBySoftware();
    // Software pays for smooth edges with every triangle: many bodies go without.
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: !this.simple || expectedShapes < MANY_SHAPES,
    });
    this.pixelRatio = this.simple ? 1 : Math.min(2, window.devicePixelRatio);
    this.renderer.setPixelRatio(this.pixelRatio);
    this.camera = new Camera(canvas);
    this.bounds = boundsOf(model);
    this.world.add(this.sun, this.sun.target, this.lamp, this.sky, this.floor.mesh);
    if (!this.simple) this.enableShadows();
    model.sceneChanged.add(() => this.clear());
    model.dataChanged.add(() => this.rowsAdded());
    model.selectionChanged.add(() => this.showShapes());
    model.visibilityChanged.add(() => this.showShapes());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement as Element);
    this.listenForClicks();
  }

  private enableShadows(): void {
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 5;
    this.shadow.receiveShadow = true;
    this.world.add(this.shadow);
  }

  setColors(background: string, grid: string): void {
    this.world.background = new THREE.Color(background);
    this.floor.color = new THREE.Color(grid);
    this.gridColor = grid;
    for (const { grid: g } of this.grounds) g.color = new THREE.Color(grid);
    this.dirty = true;
  }
  private gridColor = "#808890";

  private clear(): void {
    if (typeof this.followed === "number") this.follow("nothing"); // its number may mean another now
    for (const batch of this.batches) {
      this.world.remove(batch.drawer.object);
      batch.dispose();
    }
    for (const arrows of this.loads) {
      this.world.remove(arrows.group);
      arrows.dispose();
    }
    for (const { grid } of this.grounds) {
      this.world.remove(grid.mesh);
      grid.dispose();
    }
    this.batches = [];
    this.loads = [];
    this.grounds = [];
    this.built = false;
    this.dirty = true;
  }

  private rowsAdded(): void {
    if (!this.built) this.build();
    else if (this.model.recording.rows < 20000) for (const trace of this.traces) trace.rebuild();
    this.dirty = true;
  }

  /** Makes all objects of the scene; called with the first rows, or for a scene without rows. */
  build(): void {
    const { scene, recording } = this.model;
    this.built = true;
    this.poses = new Poses(scene.movers.length);
    this.poses.update(recording, recording.start);
    this.bounds = boundsOf(this.model);
    const drawn = { ...scene, shapes: [...scene.shapes, ...this.missingFrames()] };
    this.batches = makeBatches(drawn, this.poses, {
      drawer: (unit, opacity, count) => this.drawer(unit, opacity, count),
      coarse: this.simple,
    });
    for (const batch of this.batches) this.world.add(batch.drawer.object);
    this.loads = (["force", "torque"] as const).map((kind) => {
      const arrows = new LoadArrows(kind, this.model, this.bounds.radius);
      arrows.shown = this.loadsShown[kind];
      arrows.scale = this.loadScale;
      this.world.add(arrows.group);
      return arrows;
    });
    this.buildGrids();
    this.placeLights();
    this.retrace();
    this.showShapes();
    this.fitFirst();
  }

  /** The camera is set for a model's first scene and stays for its later runs. */
  private fitFirst(): void {
    const { scene } = this.model;
    const identity = `${scene.title}|${scene.up.join()}`;
    if (identity === this.fitted) return;
    this.fitted = identity;
    this.camera.setUp(scene.up);
    this.show("iso");
    this.follow(this.bounds.travels ? "all" : "nothing");
  }

  /**
   * All rows are there: floor and light take the size of the whole motion, of which the first rows
   * showed only a part. So does the camera, unless the user has set it.
   */
  settle(): void {
    if (!this.built) return;
    this.bounds = boundsOf(this.model);
    this.buildGrids();
    this.placeLights();
    if (!this.camera.touched) {
      this.show("iso");
      this.follow(this.bounds.travels ? "all" : "nothing");
    }
    this.dirty = true;
  }

  /** Axes for every mover, if the scene brings no frames of its own. */
  private missingFrames(): Shape[] {
    const { scene } = this.model;
    if (scene.shapes.some((s) => s.kind === "frame")) return [];
    const made = scene.movers.map((mover, i) => ({
      kind: "frame",
      mover: i,
      component: mover.component,
      length: 0.15 * this.bounds.radius,
    }));
    return readScene({ ...scene, shapes: made }).shapes;
  }

  private drawer(unit: THREE.BufferGeometry, opacity: number, count: number): Drawer {
    if (this.simple) return new PackedDrawer(unit, opacity, this.lights, count);
    const material = new THREE.MeshStandardMaterial({
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity > 0.5,
      roughness: 0.48,
      metalness: 0.08,
    });
    return new InstancedDrawer(unit, material, count);
  }

  private buildGrids(): void {
    const { radius, box } = this.bounds;
    const up = new THREE.Vector3(...this.model.scene.up).normalize();
    this.world.remove(this.floor.mesh);
    this.floor.dispose();
    this.floor = new Grid(14 * radius, niceBelow(radius / 2.5), false);
    this.floor.mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    this.floorLevel = lowest(box, up) - 0.02 * radius;
    this.floor.mesh.visible = !this.model.scene.shapes.some((s) => s.kind === "ground");
    this.world.add(this.floor.mesh);
    for (const shape of this.grounds.length > 0 ? [] : this.model.scene.shapes) {
      if (shape.kind !== "ground") continue;
      const grid = new Grid(Math.max(1e-3, shape.length), niceBelow(shape.length / 20), true);
      grid.mesh.matrixAutoUpdate = false;
      this.grounds.push({ grid, shape });
      this.world.add(grid.mesh);
    }
    this.shadow.quaternion.copy(this.floor.mesh.quaternion);
    this.shadow.scale.setScalar(14 * radius);
    this.setColors(`#${(this.world.background as THREE.Color).getHexString()}`, this.gridColor);
  }
  private floorLevel = 0;

  private placeLights(): void {
    const { radius } = this.bounds;
    const { up } = this.model.scene;
    this.sky.position.set(...up);
    const camera = this.sun.shadow.camera;
    camera.left = camera.bottom = -1.6 * radius;
    camera.right = camera.top = 1.6 * radius;
    camera.near = 0.1 * radius;
    camera.far = 12 * radius;
    this.sun.shadow.normalBias = 0.01 * radius;
    camera.updateProjectionMatrix();
  }

  /** The light goes with the point looked at and stands beside the camera's upper left. */
  private moveLights(): void {
    const { radius } = this.bounds;
    const target = this.camera.target;
    const up = new THREE.Vector3(...this.model.scene.up).normalize();
    const side = Math.abs(up.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    const front = new THREE.Vector3().crossVectors(side, up);
    this.sun.target.position.copy(target);
    this.sun.position.copy(target).addScaledVector(up, 4.5 * radius);
    this.sun.position.addScaledVector(front, 2.4 * radius).addScaledVector(side, -1.8 * radius);
    this.lamp.position.set(0, 0, 0).addScaledVector(front, -1).addScaledVector(side, 1.4);
    this.lights.up.copy(up);
    this.lights.sun.subVectors(this.sun.position, target).normalize();
    this.lights.lamp.copy(this.lamp.position).normalize();
    const inPlane = target.clone().addScaledVector(up, this.floorLevel - target.dot(up));
    this.floor.mesh.position.copy(inPlane);
    this.shadow.position.copy(inPlane);
    const local = inPlane.applyQuaternion(this.floor.mesh.quaternion.clone().invert());
    this.floor.offset(local.x, local.y);
  }

  /** A fixed view; what the user asks for comes through `choose`. */
  private show(view: ViewName): void {
    const center = this.bounds.center.clone();
    if (this.followed !== "nothing" && this.pointFollowed()) center.copy(this.followPoint);
    this.camera.show(view, center, this.bounds.radius);
  }

  choose(view: ViewName): void {
    this.camera.touched = true;
    this.show(view);
  }

  follow(what: Followed): void {
    this.followed = what;
    this.camera.release();
    // From where it is now: the time may change before the next frame.
    if (this.pointFollowed()) this.camera.follow(this.followPoint);
    this.dirty = true;
    this.followChanged.emit();
  }

  private pointFollowed(): boolean {
    if (this.followed === "nothing" || this.poses.movers === 0) return false;
    if (this.followed === "all") {
      this.followPoint.set(0, 0, 0);
      const X = this.poses.X_WM;
      for (let m = 1; m <= this.poses.movers; m++) {
        const at = SLOT * m + 9;
        this.followPoint.x += X[at] / this.poses.movers;
        this.followPoint.y += X[at + 1] / this.poses.movers;
        this.followPoint.z += X[at + 2] / this.poses.movers;
      }
      return true;
    }
    if (this.followed >= this.poses.movers) return false;
    this.poses.point(this.followed, [0, 0, 0], this.followPoint);
    return true;
  }

  addTrace(point: Point): void {
    const path = this.model.scene.movers[point.mover].path;
    const color = TRACE_COLORS[this.traces.length % TRACE_COLORS.length];
    const trace = new Trace(point, path, color, this.model.recording);
    this.traces.push(trace);
    this.world.add(trace.group);
    this.dirty = true;
    this.tracesChanged.emit();
  }

  removeTrace(trace: Trace): void {
    this.world.remove(trace.group);
    trace.dispose();
    this.traces = this.traces.filter((t) => t !== trace);
    this.dirty = true;
    this.tracesChanged.emit();
  }

  /** After a new scene: the same points on the movers of the same names. */
  private retrace(): void {
    const old = this.traces;
    for (const trace of old) this.removeTrace(trace);
    for (const { path, point } of old) {
      const mover = this.model.scene.movers.findIndex((m) => m.path === path);
      if (mover >= 0) this.addTrace({ mover, p: point.p });
    }
  }

  showLoads(kind: LoadKind, shown: boolean): void {
    this.loadsShown[kind] = shown;
    this.loads.forEach((arrows, i) => {
      if ((i === 0) === (kind === "force")) arrows.shown = shown;
    });
    this.dirty = true;
  }

  scaleLoads(scale: number): void {
    this.loadScale = scale;
    for (const arrows of this.loads) arrows.scale = scale;
    this.dirty = true;
  }

  loadCount(kind: LoadKind): number {
    return this.model.scene.loads.filter((l) => l[kind] !== null).length;
  }

  /** Shows what is not hidden, and colours what is selected. */
  private showShapes(): void {
    const { hiddenRoles, selected, scene } = this.model;
    const hidden = scene.components.map((_, c) => this.model.isHidden(c));
    for (const batch of this.batches) {
      batch.show(
        ({ role, shape }) => !hiddenRoles.has(role) && hidden[shape.component] !== true,
        ({ shape }, color) => {
          const within = selected > 0 && this.model.isWithin(shape.component, selected);
          if (within) color.lerp(SELECTED, 0.8);
        },
      );
    }
    for (const { grid, shape } of this.grounds) {
      grid.mesh.visible = !hiddenRoles.has("world") && hidden[shape.component] !== true;
    }
    this.dirty = true;
  }

  setTime(t: number): void {
    this.time = t;
    this.dirty = true;
  }

  /** Called once per frame: draws if something changed. */
  draw(): void {
    if (this.dirty) {
      this.poses.update(this.model.recording, this.time);
      for (const batch of this.batches) batch.update(this.poses);
      for (const arrows of this.loads) arrows.update(this.poses, this.time);
      for (const trace of this.traces) trace.update(this.time);
      for (const { grid, shape } of this.grounds) this.placeGround(grid, shape);
      if (this.pointFollowed()) this.camera.follow(this.followPoint);
    }
    const moved = this.camera.update();
    if (!moved && !this.dirty) return;
    this.moveLights();
    this.renderer.render(this.world, this.camera.camera);
    this.frames += 1;
    this.dirty = false;
  }

  private placeGround(grid: Grid, shape: Shape): void {
    const local = new THREE.Matrix4().makeRotationFromQuaternion(
      new THREE.Quaternion().setFromUnitVectors(
        new THREE.Vector3(0, 0, 1),
        new THREE.Vector3(...shape.direction).normalize(),
      ),
    );
    local.setPosition(...shape.position);
    const X = this.poses.X_WM.subarray(SLOT * (shape.mover + 1));
    grid.mesh.matrix
      .set(X[0], X[3], X[6], X[9], X[1], X[4], X[7], X[10], X[2], X[5], X[8], X[11], 0, 0, 0, 1)
      .multiply(local);
    grid.mesh.matrixWorldNeedsUpdate = true;
  }

  private resize(): void {
    const parent = this.canvas.parentElement as Element;
    const { clientWidth, clientHeight } = parent;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.resize(clientWidth, clientHeight);
    this.dirty = true;
  }

  /** Fewer pixels where drawing is slow; `seconds` is the usual time between frames. */
  adapt(seconds: number): void {
    if (seconds < 0.04 || this.pixelRatio <= 0.6) return;
    this.pixelRatio = Math.max(0.6, 0.8 * this.pixelRatio);
    this.renderer.setPixelRatio(this.pixelRatio);
    this.resize();
  }

  /** A picture of the present view. */
  picture(): Promise<Blob | null> {
    this.dirty = true;
    this.draw();
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  /** Clicks select; a drag turns the camera and selects nothing. */
  private listenForClicks(): void {
    let down: { x: number; y: number } | null = null;
    this.canvas.addEventListener("pointerdown", (e) => {
      down = e.button === 0 ? { x: e.clientX, y: e.clientY } : null;
    });
    this.canvas.addEventListener("pointerup", (e) => {
      if (down === null || Math.hypot(e.clientX - down.x, e.clientY - down.y) > 4) return;
      this.pick(e.clientX, e.clientY);
    });
  }

  private pick(clientX: number, clientY: number): void {
    const rect = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(
      (2 * (clientX - rect.left)) / rect.width - 1,
      1 - (2 * (clientY - rect.top)) / rect.height,
    );
    this.raycaster.setFromCamera(at, this.camera.camera);
    const hits = this.batches.flatMap((batch) => batch.hit(this.raycaster) ?? []);
    hits.sort((first, second) => first.distance - second.distance);
    if (hits.length === 0) {
      this.model.select(-1);
      return;
    }
    const { item, point } = hits[0];
    this.model.select(item.shape.component, this.localPoint(item.shape.mover, point));
  }

  /** p_MoQ = R_WMᵀ (p_WoQ − p_WoMo). */
  private localPoint(mover: number, q: THREE.Vector3): Point | null {
    if (mover < 0) return null;
    const X = this.poses.X_WM.subarray(SLOT * (mover + 1));
    const d = [q.x - X[9], q.y - X[10], q.z - X[11]];
    const row = (i: number) => X[3 * i] * d[0] + X[3 * i + 1] * d[1] + X[3 * i + 2] * d[2];
    return { mover, p: [row(0), row(1), row(2)] };
  }

  /** Where a mover's origin is drawn, in pixels of the page. */
  screenPoint(mover: number): { x: number; y: number } {
    const point = new THREE.Vector3();
    this.poses.point(mover, [0, 0, 0], point);
    point.project(this.camera.camera);
    const rect = this.canvas.getBoundingClientRect();
    return {
      x: rect.left + ((point.x + 1) / 2) * rect.width,
      y: rect.top + ((1 - point.y) / 2) * rect.height,
    };
  }
}

/** Lowest height of a box's corners along `up`. */
function lowest(box: THREE.Box3, up: THREE.Vector3): number {
  const pick = (i: 0 | 1 | 2) =>
    up.getComponent(i) * (up.getComponent(i) > 0 ? box.min : box.max).getComponent(i);
  return pick(0) + pick(1) + pick(2);
}

function drawsBySoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info === null ? "" : String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
