// What is selected: its name, class and description, its signals now, its parameters in the run that is shown, and what can be
// done with it (follow, trace, plot, hide). Also the list of traces.
import { el, iconButton, pathLabel, shortNumber, textButton } from "./dom";
import type { Model } from "./model";
import type { Player } from "./player";
import type { Plots } from "./plots";
import type { View } from "./view";

const MOST_SIGNALS = 60;
const MOST_PARAMETERS = 100;

/** Of the literal of an enumeration, …Types.GravityTypes.UniformGravity, its own name. */
function lastPart(value: string): string {
  return /^[A-Za-z_][\w.]*\.[A-Za-z_]\w*$/.test(value) ? value.slice(value.lastIndexOf(".") + 1) : value;
}

export class Details {
  readonly element = el("section", { class: "details", attrs: { "aria-label": "Selection" } });
  private readonly traces = el("ul", { class: "traces", attrs: { "aria-label": "Traces" } });
  private values: { signal: number; cell: HTMLElement }[] = [];
  private shownAt = 0;

  constructor(
    private readonly model: Model,
    private readonly view: View,
    private readonly plots: Plots,
    private readonly player: Player,
  ) {
    model.selectionChanged.add(() => this.fill());
    model.visibilityChanged.add(() => this.fill());
    view.following.changed.add(() => this.fill());
    plots.changed.add(() => this.fill());
    view.tracesChanged.add(() => this.fillTraces());
    this.fill();
  }

  /** Follows the selected component, or stops following it. */
  toggleFollow(): void {
    const { selected } = this.model;
    const mover = this.model.point?.mover ?? (selected >= 0 ? this.model.moverOf(selected) : -1);
    this.view.camera.touched = true;
    const { followed } = this.view.following;
    if (mover < 0) this.view.follow(followed === "nothing" ? "all" : "nothing");
    else this.view.follow(followed === mover ? "nothing" : mover);
  }

  /** Traces the point that was clicked, or the origin of the selected component's frame. */
  trace(): void {
    const { selected, point } = this.model;
    const mover = point?.mover ?? (selected >= 0 ? this.model.moverOf(selected) : -1);
    if (mover >= 0) this.view.addTrace(point ?? { mover, p: [0, 0, 0] });
  }

  toggleHidden(): void {
    const { selected } = this.model;
    if (selected >= 0) this.model.setHidden(selected, !this.model.hidden.has(selected));
  }

  private fill(): void {
    const { selected } = this.model;
    this.values = [];
    if (selected < 0) {
      this.element.replaceChildren(
        el("p", { class: "dim", text: "Click a body or a row of the tree to see more of it." }),
        this.traces,
      );
      return;
    }
    const { path, className, description } = this.model.scene.components[selected];
    const mover = this.model.point?.mover ?? this.model.moverOf(selected);
    const follow = textButton("Follow", () => this.toggleFollow(), "The camera goes along (C)");
    follow.setAttribute("aria-pressed", String(mover >= 0 && this.view.following.followed === mover));
    const trace = textButton("Trace", () => this.trace(), "Draw the path of this point (T)");
    const hidden = this.model.hidden.has(selected);
    const hide = textButton(hidden ? "Show" : "Hide", () => this.toggleHidden(), "Show or hide (H)");
    follow.disabled = trace.disabled = mover < 0;
    this.element.replaceChildren(
      el("h3", { text: path === "" ? this.model.nameOf(0) : path, title: path }),
      el("p", { class: "dim", text: className }),
      el("p", { text: description }),
      el("div", { class: "row" }, follow, trace, hide),
      this.signalTable(selected),
      this.parameterTable(selected),
      this.traces,
    );
    this.draw(Infinity);
  }

  private signalTable(component: number): HTMLElement {
    const signals = this.model.signalsOf[component];
    const table = el("table", { attrs: { "aria-label": "Signals of the selection" } });
    for (const signal of signals.slice(0, MOST_SIGNALS)) {
      const { name, unit } = this.model.scene.signals[signal];
      const cell = el("td", { class: "number" });
      const plotted = this.plots.has(name);
      const label = this.model.shortSignalName(signal);
      const button = iconButton("plot", `Plot ${label}`, () => this.plots.toggle(name));
      button.setAttribute("aria-pressed", String(plotted));
      this.values.push({ signal, cell });
      table.append(
        el(
          "tr",
          {},
          el("th", { text: label, title: name, attrs: { scope: "row" } }),
          cell,
          el("td", { class: "dim", text: unit }),
          el("td", {}, button),
        ),
      );
    }
    return table;
  }

  private parameterTable(component: number): HTMLElement | string {
    const parameters = this.model.parametersOf(component);
    if (parameters.length === 0) return "";
    const { path } = this.model.scene.components[component];
    const table = el("table", { attrs: { "aria-label": "Parameters of the selection" } });
    for (const { path: whole, value, unit, description } of parameters.slice(0, MOST_PARAMETERS)) {
      const name = path !== "" && whole.startsWith(`${path}.`) ? whole.slice(path.length + 1) : whole;
      table.append(
        el(
          "tr",
          {},
          el("th", { text: name, title: [whole, description].filter(Boolean).join("\n"), attrs: { scope: "row" } }),
          el("td", { class: "number", text: lastPart(value), title: value }),
          el("td", { class: "dim", text: unit }),
        ),
      );
    }
    return el("div", {}, el("h4", { text: "Parameters" }), table);
  }

  private fillTraces(): void {
    this.traces.replaceChildren(
      ...this.view.traces.map((trace) => {
        const swatch = el("span", { class: "swatch" });
        swatch.style.background = trace.color;
        return el(
          "li",
          {},
          swatch,
          pathLabel(trace.label),
          iconButton("close", `Remove the trace of ${trace.path}`, () =>
            this.view.removeTrace(trace),
          ),
        );
      }),
    );
  }

  /** Called once per frame. */
  draw(now: number): void {
    if (now - this.shownAt < 100) return;
    if (Number.isFinite(now)) this.shownAt = now;
    for (const { signal, cell } of this.values) {
      cell.textContent = shortNumber(this.model.recording.signalAt(signal, this.player.time));
    }
  }
}
