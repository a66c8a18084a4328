// What the page shows at present: the scene, its recording, and what the user chose of it (selection,
// what is hidden). One Model lives as long as the page; a new run of `gelenk view` gives it a new
// scene, and choices are carried over by path. The other parts read it and listen to its changes.
import { Listeners } from "./events";
import type { Parameter, Role, Scene, Vec3 } from "./format";
import { readScene } from "./format";
import { Recording } from "./recording";

export interface Point {
  mover: number;
  p: Vec3; // in the mover's frame
}

/** Another run that the present one is compared with. */
export interface Reference {
  label: string;
  scene: Scene;
  recording: Recording;
}

export class Model {
  scene: Scene = readScene({});
  recording = new Recording(0, 0);
  reference: Reference | null = null;
  selected = -1;
  /** The point of the last click on a shape, on the selected component. */
  point: Point | null = null;
  readonly hidden = new Set<number>();
  readonly hiddenRoles = new Set<Role>(["frame"]);
  children: number[][] = [[]];
  parents: number[] = [-1];
  signalsOf: number[][] = [[]];

  readonly sceneChanged = new Listeners();
  readonly dataChanged = new Listeners();
  readonly selectionChanged = new Listeners();
  readonly visibilityChanged = new Listeners();
  readonly referenceChanged = new Listeners();

  setScene(scene: Scene): void {
    const selectedPath = this.selected >= 0 ? this.scene.components[this.selected].path : null;
    const hiddenPaths = new Set([...this.hidden].map((c) => this.scene.components[c].path));
    this.scene = scene;
    this.recording = new Recording(scene.movers.length, scene.signals.length);
    this.linkComponents();
    this.point = null;
    this.selected = -1;
    this.hidden.clear();
    scene.components.forEach((component, i) => {
      if (component.path === selectedPath) this.selected = i;
      if (hiddenPaths.has(component.path)) this.hidden.add(i);
    });
    this.sceneChanged.emit();
    this.selectionChanged.emit();
  }

  append(bytes: Uint8Array): void {
    this.recording.append(bytes);
    this.dataChanged.emit();
  }

  compareWith(reference: Reference | null): void {
    this.reference = reference;
    this.referenceChanged.emit();
  }

  /** The value of a parameter in the run that is shown. */
  parametersOf(component: number): Parameter[] {
    return this.scene.parameters.filter((p) => p.component === component);
  }

  select(component: number, point: Point | null = null): void {
    this.selected = component;
    this.point = point;
    this.selectionChanged.emit();
  }

  /** Whether `component` is `ancestor` or below it. */
  isWithin(component: number, ancestor: number): boolean {
    for (let c = component; c >= 0; c = this.parents[c]) {
      if (c === ancestor) return true;
    }
    return false;
  }

  isHidden(component: number): boolean {
    for (let c = component; c >= 0; c = this.parents[c]) {
      if (this.hidden.has(c)) return true;
    }
    return false;
  }

  setHidden(component: number, hidden: boolean): void {
    if (hidden) this.hidden.add(component);
    else this.hidden.delete(component);
    this.visibilityChanged.emit();
  }

  showAll(): void {
    this.hidden.clear();
    this.visibilityChanged.emit();
  }

  setRoleHidden(role: Role, hidden: boolean): void {
    if (hidden) this.hiddenRoles.add(role);
    else this.hiddenRoles.delete(role);
    this.visibilityChanged.emit();
  }

  /** A mover that belongs to a component: its own or one below it; −1 if it has none. */
  moverOf(component: number): number {
    const { movers } = this.scene;
    const own = movers.findIndex((m) => m.component === component);
    if (own >= 0) return own;
    const shape = this.scene.shapes.find((s) => s.mover >= 0 && s.component === component);
    if (shape !== undefined) return shape.mover;
    return movers.findIndex((m) => this.isWithin(m.component, component));
  }

  /** Last part of a component's path; the model's title for the root. */
  nameOf(component: number): string {
    const { path } = this.scene.components[component];
    if (path === "") return this.scene.title || "model";
    const parent = this.parents[component];
    const above = parent >= 0 ? this.scene.components[parent].path : "";
    return above !== "" && path.startsWith(`${above}.`) ? path.slice(above.length + 1) : path;
  }

  /** A signal's name without the path of its component. */
  shortSignalName(signal: number): string {
    const { name, component } = this.scene.signals[signal];
    const path = component >= 0 ? this.scene.components[component].path : "";
    return path !== "" && name.startsWith(`${path}.`) ? name.slice(path.length + 1) : name;
  }

  /** Parents by path: that of `a.b[2].c` is the longest of `a.b[2]`, `a` and the root that exists. */
  private linkComponents(): void {
    const { components, signals } = this.scene;
    const byPath = new Map<string, number>();
    this.parents = [];
    this.children = components.map(() => []);
    this.signalsOf = components.map(() => []);
    components.forEach(({ path }, i) => {
      let parent = -1;
      for (let end = path.lastIndexOf("."); i > 0; end = path.lastIndexOf(".", end - 1)) {
        parent = byPath.get(end > 0 ? path.slice(0, end) : "") ?? -1;
        if (parent >= 0 || end <= 0) break;
      }
      if (parent < 0 && i > 0) parent = 0;
      this.parents.push(parent);
      if (parent >= 0) this.children[parent].push(i);
      if (!byPath.has(path)) byPath.set(path, i);
    });
    signals.forEach(({ component }, i) => this.signalsOf[Math.max(0, component)].push(i));
  }
}
