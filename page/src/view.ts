// The view in three dimensions. It joins what is drawn (figures, arrows, traces, grids, letters) with the screen, the lights
// and the camera, listens to the model, and draws only when something changed. What is selected is coloured.
import * as THREE from "three";
import type { Instance, Style } from "./batches";
import type { Bounds } from "./bounds";
import { boundsOf, endsOf } from "./bounds";
import type { ViewName } from "./camera";
import { Camera } from "./camera";
import { InstancedDrawer, PackedDrawer } from "./drawers";
import { Listeners } from "./events";
import { Figure } from "./figure";
import { Floor } from "./floor";
import type { Followed } from "./following";
import { Following } from "./following";
import type { Scene, Shape } from "./format";
import { readScene } from "./format";
import { Triad, WorldLetters } from "./letters";
import { Lights } from "./lights";
import type { LoadKind } from "./loads";
import { LoadArrows } from "./loads";
import type { Model, Point } from "./model";
import { listenForPicks } from "./picking";
import { Poses } from "./poses";
import { Screen } from "./screen";
import { TRACE_COLORS, Trace } from "./traces";

const SELECTED = new THREE.Color(0xff8a1f);
const GHOST = new THREE.Color(0x8a94a0);
const NO_POSES = new Poses(0);

export class View {
  readonly camera: Camera;
  readonly following: Following;
  readonly tracesChanged = new Listeners();
  readonly built = new Listeners();
  traces: Trace[] = [];
  frames = 0; // drawn so far
  bounds: Bounds;
  readonly screen: Screen;
  readonly floor: Floor;
  private readonly world = new THREE.Scene();
  private readonly lights: Lights;
  private readonly letters = new WorldLetters();
  private readonly triad = new Triad();
  private figure: Figure | null = null;
  private ghost: Figure | null = null;
  loads: LoadArrows[] = [];
  private readonly loadsShown: Record<LoadKind, boolean> = { force: false, torque: false };
  private loadScale = 1;
  private fitted = "";
  private time = 0;
  private dirty = true;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly model: Model,
    expectedShapes: number,
  ) {
    this.screen = new Screen(canvas, expectedShapes, (resized) => this.redraw(resized));
    this.camera = new Camera(canvas);
    this.following = new Following(this.camera);
    this.lights = new Lights(this.world, this.screen.renderer, !this.screen.simple);
    this.floor = new Floor(this.world);
    this.bounds = boundsOf(model);
    this.world.add(this.letters.group);
    model.sceneChanged.add(() => this.clear());
    model.dataChanged.add(() => this.rowsAdded());
    model.selectionChanged.add(() => this.showShapes());
    model.visibilityChanged.add(() => this.showShapes());
    model.referenceChanged.add(() => this.buildGhost());
    listenForPicks(canvas, this.camera.camera, () => this.figure, model);
  }

  get poses(): Poses {
    return this.figure?.poses ?? NO_POSES;
  }

  setColors(background: string, grid: string): void {
    this.lights.setBackground(background);
    this.floor.setColor(grid);
    this.dirty = true;
  }

  private clear(): void {
    // The number of what is followed may mean another mover now.
    if (typeof this.following.followed === "number") this.follow("nothing");
    this.figure?.dispose();
    this.figure = null;
    for (const arrows of this.loads) {
      this.world.remove(arrows.group);
      arrows.dispose();
    }
    this.loads = [];
    this.dirty = true;
  }

  private rowsAdded(): void {
    if (this.figure === null) this.build();
    else if (this.model.recording.rows < 20000) for (const trace of this.traces) trace.rebuild();
    this.dirty = true;
  }

  /** Makes all objects of the scene; called with the first rows. */
  private build(): void {
    const { scene, recording } = this.model;
    this.bounds = boundsOf(this.model);
    const drawn = { ...scene, shapes: [...scene.shapes, ...this.missingFrames(scene)] };
    this.figure = new Figure(drawn, recording, this.style(1), this.world);
    this.loads = (["force", "torque"] as const).map((kind) => {
      const arrows = new LoadArrows(kind, this.model, this.bounds.radius);
      arrows.shown = this.loadsShown[kind];
      arrows.scale = this.loadScale;
      this.world.add(arrows.group);
      return arrows;
    });
    this.letters.build(scene);
    this.layGround();
    this.retrace();
    this.showShapes();
    this.fitFirst();
    this.built.emit();
  }

  /** The run that the present one is compared with stands behind it, pale. */
  private buildGhost(): void {
    this.ghost?.dispose();
    this.ghost = null;
    const { reference } = this.model;
    if (reference !== null) {
      this.ghost = new Figure(reference.scene, reference.recording, this.style(0.3), this.world);
      this.ghost.show(
        ({ role }) => role === "body" || role === "force",
        (_, color) => color.copy(GHOST),
      );
    }
    this.dirty = true;
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
    if (this.figure === null) return;
    this.bounds = boundsOf(this.model);
    this.layGround();
    if (!this.camera.touched) {
      this.show("iso");
      this.follow(this.bounds.travels ? "all" : "nothing");
    }
    this.dirty = true;
    this.built.emit();
  }

  private layGround(): void {
    const { scene } = this.model;
    const up = new THREE.Vector3(...scene.up).normalize();
    this.floor.build(scene, this.bounds);
    this.lights.place(this.bounds.radius, up, this.floor.height);
  }

  /** Axes for every mover, if the scene brings no frames of its own. */
  private missingFrames(scene: Scene): Shape[] {
    if (scene.shapes.some((s) => s.kind === "frame" && s.role === "frame")) return [];
    const made = scene.movers.map((mover, i) => ({
      kind: "frame",
      mover: i,
      component: mover.component,
      length: 0.15 * this.bounds.radius,
    }));
    return readScene({ ...scene, shapes: made }).shapes;
  }

  /** How batches are drawn; `strength` 1: as they are, below: pale. */
  private style(strength: number): Style {
    const { simple } = this.screen;
    const drawer = (unit: THREE.BufferGeometry, own: number, count: number) => {
      const opacity = strength * own;
      if (simple) {
        const style = { opacity, lights: this.lights.setting, shadows: strength === 1 };
        return new PackedDrawer(unit, style, count);
      }
      const material = new THREE.MeshStandardMaterial({
        transparent: opacity < 1,
        opacity,
        depthWrite: opacity > 0.5,
        roughness: 0.48,
        metalness: 0.08,
      });
      return new InstancedDrawer(unit, material, count, strength === 1);
    };
    return { drawer, coarse: simple };
  }

  // ---- camera -------------------------------------------------------------------------------------

  /** Tools cover that many pixels at the top. */
  keepClear(pixels: number): void {
    this.camera.insets = [pixels + 8, 12];
    if (this.figure !== null && !this.camera.touched) this.show("iso");
  }

  /** A fixed view; what the user asks for comes through `choose`. */
  private show(view: ViewName): void {
    this.camera.show(view, this.pointsInSight());
    this.dirty = true;
  }

  choose(view: ViewName): void {
    this.camera.touched = true;
    this.show(view);
  }

  /** Brings the selection into view, or all. */
  fit(): void {
    const { selected, scene } = this.model;
    this.camera.touched = true;
    const ends = scene.shapes
      .filter((shape) => selected > 0 && this.model.isWithin(shape.component, selected))
      .flatMap((shape) => endsOf(shape, this.poses));
    this.camera.fit(ends.length > 0 ? ends : this.pointsInSight());
    this.dirty = true;
  }

  /** What a fixed view shows: the whole motion, or what the camera goes along with. */
  private pointsInSight(): THREE.Vector3[] {
    const { points, center } = this.bounds;
    const followed = this.following.point(this.poses);
    if (followed === null) return points;
    const shift = followed.clone().sub(center);
    return points.map((p) => p.clone().add(shift));
  }

  follow(what: Followed): void {
    this.following.set(what, this.poses);
    this.dirty = true;
  }

  // ---- traces and loads ---------------------------------------------------------------------------

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

  // ---- drawing ------------------------------------------------------------------------------------

  /** Shows what is not hidden, and colours what is selected. */
  private showShapes(): void {
    const { hiddenRoles, selected, scene } = this.model;
    const hidden = scene.components.map((_, c) => this.model.isHidden(c));
    const isShown = (role: Instance["role"], shape: Shape) =>
      !hiddenRoles.has(role) && hidden[shape.component] !== true;
    this.figure?.show(
      ({ role, shape }) => isShown(role, shape),
      ({ shape }, color) => {
        const within = selected > 0 && this.model.isWithin(shape.component, selected);
        if (within) color.lerp(SELECTED, 0.8);
      },
    );
    this.floor.showGrounds((shape) => isShown("world", shape));
    this.letters.group.visible = !hiddenRoles.has("world");
    this.dirty = true;
  }

  setTime(t: number): void {
    this.time = t;
    this.dirty = true;
  }

  /** Called once per frame: draws if something changed. */
  draw(): void {
    if (this.dirty && this.figure !== null) {
      this.figure.update(this.time);
      this.ghost?.update(this.time);
      for (const arrows of this.loads) arrows.update(this.poses, this.time);
      for (const trace of this.traces) trace.update(this.time);
      this.floor.update(this.poses);
      this.following.update(this.poses);
    }
    const moved = this.camera.update();
    if (!moved && !this.dirty) return;
    this.lights.follow(this.camera.target);
    this.floor.follow(this.camera.target);
    this.screen.renderer.render(this.world, this.camera.camera);
    this.triad.draw(this.screen.renderer, this.camera.camera);
    this.frames += 1;
    this.dirty = false;
  }

  /** The surface is empty: draws before it is shown. */
  private redraw(resized: boolean): void {
    if (resized) this.camera.resize(this.screen.width, this.screen.height);
    if (resized && this.figure !== null && !this.camera.touched) this.show("iso");
    this.dirty = true;
    this.draw();
  }

  /** A picture of the present view. */
  picture(): Promise<Blob | null> {
    this.dirty = true;
    this.draw();
    return this.screen.blob();
  }
}
