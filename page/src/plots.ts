// The panes of plots. One of them is active: signals chosen in the tree go there. All show one range of
// times and the time of the animation. What a report opens with is chosen in defaults.ts.
import { chooseDefaults } from "./defaults";
import { el, textButton } from "./dom";
import { Listeners } from "./events";
import type { Model } from "./model";
import { Pane } from "./pane";
import type { Player } from "./player";
import { themeChanged } from "./theme";

export class Plots {
  readonly element: HTMLElement;
  readonly changed = new Listeners();
  private readonly list = el("div", { class: "panes" });
  private panes: Pane[] = [];
  private active: Pane | null = null;
  private zoomed: [number, number] | null = null;
  private defaultsShown = false;
  private stale = false;
  private valuesAt = 0;
  private made = 1;
  private readonly addButton = textButton(
    "Add pane",
    () => this.add("Plot"),
    "A further pane for signals",
  );
  /** The time at which a live run will end, so that curves grow into a fixed frame. */
  expectedEnd = NaN;

  constructor(
    private readonly model: Model,
    private readonly player: Player,
  ) {
    this.element = el(
      "section",
      { class: "plots", attrs: { "aria-label": "Plots" } },
      el("div", { class: "panel-head" }, el("h2", { text: "Plots" }), this.addButton),
      this.list,
    );
    model.sceneChanged.add(() => this.sceneChanged());
    model.dataChanged.add(() => {
      this.stale = true;
      if (!this.defaultsShown && model.recording.rows > 0) this.showDefaults();
    });
    model.referenceChanged.add(() => this.panes.forEach((pane) => pane.rebuild()));
    model.selectionChanged.add(() => this.panes.forEach((pane) => pane.showSelection()));
    themeChanged.add(() => this.panes.forEach((pane) => pane.rebuild()));
  }

  private sceneChanged(): void {
    this.zoomed = null;
    for (const pane of this.panes) pane.rebuild();
    this.changed.emit();
  }

  private showDefaults(): void {
    this.defaultsShown = true;
    const groups = chooseDefaults(this.model, this.player.growing);
    for (const { title, names } of groups) this.add(title).names = names;
    if (groups.length === 0) this.add("Signals");
    for (const pane of this.panes) pane.rebuild();
    if (this.panes.length > 0) this.activate(this.panes[0]);
    this.changed.emit();
  }

  /** A pane with all signals of a role, unless they are plotted. */
  showRole(role: string, title: string, logarithmic: boolean): void {
    const names = this.model.scene.signals.filter((s) => s.role === role).map((s) => s.name);
    const missing = names.filter((name) => !this.has(name));
    if (missing.length > 0) {
      const pane = this.add(title, logarithmic);
      pane.names = missing;
      pane.rebuild();
      this.changed.emit();
    }
    const holder = this.panes.find((pane) => pane.names.some((name) => names.includes(name)));
    holder?.element.scrollIntoView({ block: "nearest" });
    this.element.dispatchEvent(new CustomEvent("plotted", { bubbles: true }));
  }

  private add(title: string, logarithmic = false): Pane {
    const pane = new Pane(
      this.model,
      {
        range: () => this.range(),
        zoom: (range) => this.zoom(range),
        setTime: (t) => this.player.setTime(t),
        activate: (p) => this.activate(p),
        close: (p) => this.close(p),
        changed: () => this.changed.emit(),
      },
      this.panes.some((pane) => pane.title === title) ? `${title} ${++this.made}` : title,
      logarithmic,
    );
    this.panes.push(pane);
    this.list.append(pane.element);
    pane.rebuild();
    this.activate(pane);
    return pane;
  }

  private close(pane: Pane): void {
    pane.dispose();
    pane.element.remove();
    this.panes = this.panes.filter((p) => p !== pane);
    if (this.active === pane) this.active = this.panes.at(-1) ?? null;
    // Whoever closed it with a key goes on from here.
    this.addButton.focus();
    this.changed.emit();
  }

  private activate(pane: Pane): void {
    this.active = pane;
    for (const p of this.panes) p.element.classList.toggle("active", p === pane);
  }

  private range(): [number, number] {
    if (this.zoomed !== null) return this.zoomed;
    const { start, end } = this.model.recording;
    const last = this.player.growing && this.expectedEnd > end ? this.expectedEnd : end;
    return last > start ? [start, last] : [start, start + 1];
  }

  private zoom(range: [number, number] | null): void {
    this.zoomed = range !== null && range[1] > range[0] ? range : null;
    for (const pane of this.panes) pane.rescale();
  }

  has(name: string): boolean {
    return this.panes.some((pane) => pane.names.includes(name));
  }

  /** Takes the signal away where it is plotted, else plots it in the active pane. */
  toggle(name: string): void {
    const holder = this.panes.find((pane) => pane.names.includes(name));
    (holder ?? this.active ?? this.add("Signals")).toggle(name);
    this.element.dispatchEvent(new CustomEvent("plotted", { bubbles: true }));
  }

  /** Called once per frame. */
  draw(now: number): void {
    if (this.stale && (!this.player.growing || now - this.valuesAt > 250)) {
      this.stale = false;
      for (const pane of this.panes) pane.refresh();
    }
    for (const pane of this.panes) pane.showTime(this.player.time);
    if (now - this.valuesAt < 100) return;
    this.valuesAt = now;
    for (const pane of this.panes) pane.showValues(this.player.time);
  }
}
