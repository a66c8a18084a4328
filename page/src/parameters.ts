// Parameters of the served model: edit, run again, watch the progress, read what is wrong. Edited
// values stay until they are reset, also when the file changes on disk.
import { checkbox, el, icon, iconButton } from "./dom";
import type { Live, Parameter } from "./live";
import type { Model } from "./model";
import { diagnosticCard } from "./summary";

const MOST_SHOWN = 250;

export class Parameters {
  readonly element: HTMLElement;
  private readonly edited = new Map<string, string>();
  private readonly rows = el("div", { class: "parameter-rows" });
  private readonly search: HTMLInputElement;
  private readonly more = el("p", { class: "dim" });
  private readonly tEnd: HTMLInputElement;
  private readonly run: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly bar: HTMLProgressElement;
  private readonly state = el("span", { class: "dim", attrs: { "aria-live": "polite" } });
  private onlySelected = false;

  constructor(
    private readonly live: Live,
    private readonly model: Model,
  ) {
    this.search = el("input", {
      class: "search",
      attrs: { type: "search", placeholder: "Search parameters", "aria-label": "Search parameters" },
      on: { input: () => this.fill() },
    });
    this.tEnd = el("input", {
      class: "t-end",
      attrs: { type: "number", min: "0", step: "any", "aria-label": "End time in seconds" },
    });
    this.run = el("button", { class: "primary", attrs: { type: "submit" } });
    this.run.append(icon("play"), "Run");
    this.stop = iconButton("stop", "Stop the run", () => void live.stop());
    this.bar = el("progress", { attrs: { max: "1", "aria-label": "Progress of the run" } });
    const form = el(
      "form",
      { class: "parameters", attrs: { "aria-label": "Parameters" } },
      el(
        "div",
        { class: "row" },
        this.run,
        this.stop,
        el("label", { class: "end-label" }, "to ", this.tEnd, " s"),
      ),
      el("div", { class: "row" }, this.bar, this.state),
      this.search,
      checkbox("only of the selection", false, (on) => {
        this.onlySelected = on;
        this.fill();
      }),
      this.rows,
      this.more,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    this.element = form;
    live.modelChanged.add(() => this.showModel());
    live.stateChanged.add(() => this.showState());
    live.reloaded.add(() => this.start());
    model.selectionChanged.add(() => this.onlySelected && this.fill());
    this.showState();
  }

  private start(): void {
    void this.live.startRun(Object.fromEntries(this.edited), Number(this.tEnd.value || NaN));
  }

  private showModel(): void {
    const { served } = this.live;
    if (served === null) return;
    if (this.tEnd.value === "" && Number.isFinite(served.tEnd)) this.tEnd.value = `${served.tEnd}`;
    this.fill();
  }

  private fill(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { selected, scene } = this.model;
    const scope = this.onlySelected && selected > 0 ? scene.components[selected].path : "";
    const found = (this.live.served?.parameters ?? []).filter(({ path, description }) => {
      if (scope !== "" && !path.startsWith(`${scope}.`)) return false;
      const lower = `${path} ${description}`.toLowerCase();
      return words.every((word) => lower.includes(word));
    });
    this.rows.replaceChildren(...found.slice(0, MOST_SHOWN).map((p) => this.row(p)));
    const rest = found.length - MOST_SHOWN;
    this.more.textContent = rest > 0 ? `and ${rest} more: search to see them` : "";
  }

  private row(parameter: Parameter): HTMLElement {
    const { path, value, fallback, type, unit, description } = parameter;
    const present = this.edited.get(path) ?? value;
    const label = `${path}${unit === "" ? "" : ` in ${unit}`}`;
    let input: HTMLInputElement | HTMLSelectElement;
    if (type === "Boolean" && (present === "true" || present === "false")) {
      input = el("select", { attrs: { "aria-label": label } });
      input.append(el("option", { text: "true" }), el("option", { text: "false" }));
    } else {
      input = el("input", { attrs: { type: "text", spellcheck: "false", "aria-label": label } });
    }
    input.value = present;
    const reset = iconButton("undo", `Reset ${path}`, () => {
      input.value = value;
      change();
    });
    const element = el(
      "div",
      { class: "parameter", title: [path, description].filter(Boolean).join("\n") },
      el("span", { class: "label", text: path }),
      input,
      el("span", { class: "dim unit", text: unit }),
      reset,
    );
    const change = () => {
      if (input.value === value) this.edited.delete(path);
      else this.edited.set(path, input.value);
      element.classList.toggle("edited", this.edited.has(path));
      element.classList.toggle("set", input.value !== fallback && fallback !== "");
      reset.hidden = !this.edited.has(path);
    };
    input.addEventListener("input", change);
    change();
    return element;
  }

  private showState(): void {
    const { phase, progress, connected } = this.live;
    const running = phase === "running";
    this.stop.disabled = !running;
    this.bar.hidden = !running;
    this.bar.value = progress.tEnd > 0 ? Math.min(1, Math.max(0, progress.t / progress.tEnd)) : 0;
    const rows = this.model.recording.rows;
    const states = {
      idle: "",
      running: `${progress.t.toPrecision(4)} s, ${rows} rows`,
      done: `done, ${rows} rows`,
      failed: "failed",
      stopped: `stopped, ${rows} rows`,
    };
    this.state.textContent = connected ? states[phase] : "no connection to the server";
  }
}

/** Errors over the view: they must not be overlooked. */
export function errorBanner(live: Live): HTMLElement {
  const list = el("ul", { class: "diagnostics", attrs: { "aria-label": "Errors" } });
  const banner = el("div", { class: "banner", attrs: { role: "alert" } });
  banner.hidden = true;
  const close = iconButton("close", "Close", () => (banner.hidden = true));
  banner.append(el("div", { class: "row" }, el("h2", { text: "The model has a problem" }), close), list);
  let shown = live.diagnostics;
  live.stateChanged.add(() => {
    if (live.diagnostics === shown) return;
    shown = live.diagnostics;
    banner.hidden = shown.length === 0;
    list.replaceChildren(...shown.slice(0, 50).map(diagnosticCard));
  });
  return banner;
}
