// The panes of plots. One of them is active: signals chosen in the tree go there. All show one range of
// times and the time of the animation. Energy and drift are shown from the start.
import { el, textButton } from "./dom";
import { Listeners } from "./events";
import type { Model } from "./model";
import { Pane } from "./pane";
import type { Player } from "./player";
import { themeChanged } from "./theme";

const ENERGY = /(^|\.)energy(\.|$)/;
const DRIFT = /(^|\.)drift(\.|$)/;

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
  private made = 0;
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
    model.dataChanged.add(() => (this.stale = true));
    model.selectionChanged.add(() => this.panes.forEach((pane) => pane.showSelection()));
    themeChanged.add(() => this.panes.forEach((pane) => pane.rebuild()));
  }

  private sceneChanged(): void {
    this.zoomed = null;
    if (!this.defaultsShown && this.model.scene.signals.length > 0) this.showDefaults();
    for (const pane of this.panes) pane.rebuild();
    this.changed.emit();
  }

  /** What tells whether a result is to be trusted. */
  private showDefaults(): void {
    this.defaultsShown = true;
    const names = this.model.scene.signals.map((s) => s.name);
    const reserved = (name: string) => name.startsWith("gelenk.") || !name.includes("frame");
    const energy = names.filter((n) => ENERGY.test(n) && reserved(n)).slice(0, 4);
    const drift = names.filter((n) => DRIFT.test(n) && reserved(n)).slice(0, 4);
    const chosen = this.fewSignals();
    chosen.forEach((group, i) => (this.add(i === 0 ? "Signals" : `Signals ${i + 1}`).names = group));
    if (energy.length > 0) this.add("Energy").names = energy;
    if (drift.length > 0) this.add("Drift", true).names = drift;
    if (chosen.length === 0) this.add("Signals");
  }

  /** Signals by unit where there are so few that all of them are of interest; those of arrows, if there are no others. */
  private fewSignals(): string[][] {
    const { signals, loads } = this.model.scene;
    const drawn = new Set(loads.flatMap(({ force, torque }) => [...(force ?? []), ...(torque ?? [])]));
    const own = signals.filter((s) => !s.name.startsWith("gelenk."));
    const others = own.filter((s) => !drawn.has(signals.indexOf(s)));
    const shown = others.length > 0 ? others : own;
    if (shown.length > 8) return [];
    const units = [...new Set(shown.map((s) => s.unit))];
    return units.map((unit) => shown.filter((s) => s.unit === unit).map((s) => s.name));
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
      ++this.made > 3 ? `${title} ${this.made}` : title,
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
