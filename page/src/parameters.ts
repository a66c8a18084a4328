// Parameters and start values of the served model: edit, run again, watch the progress, read what is wrong.
//
// A field shows what the run on the page has, whoever asked for it: the value that is set, else the one that the run's scene
// tells (it may follow from another). What is edited and not yet run is marked. `wanted` is what the next run will be asked for;
// when another run comes on the page, whatever is not being edited goes along with it.
import { checkbox, el, icon, iconButton, pathLabel, textButton } from "./dom";
import { save } from "./exports";
import type { Parameter } from "./format";
import type { Live, Wish } from "./live";
import type { Model } from "./model";
import { diagnosticCard } from "./summary";

const MOST_SHOWN = 250;

interface Field {
  update(): void;
}

export class Parameters {
  readonly element: HTMLElement;
  private wanted: Wish = { set: new Map(), tEnd: NaN };
  private base: Wish = { set: new Map(), tEnd: NaN }; // what `wanted` was edited from
  private runValues = new Map<string, string>();
  private fields: Field[] = [];
  private readonly rows = el("div", { class: "parameter-rows" });
  private readonly search: HTMLInputElement;
  private readonly more = el("p", { class: "dim" });
  private readonly tEnd: HTMLInputElement;
  private readonly run: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly bar: HTMLProgressElement;
  private readonly state = el("span", { class: "dim", attrs: { "aria-live": "polite" } });
  private readonly pending = el("span", { class: "pending-note", attrs: { "aria-live": "polite" } });
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
      on: {
        input: () => {
          this.wanted.tEnd = Number(this.tEnd.value || NaN);
          this.showPending();
        },
      },
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
      el("div", { class: "row" }, this.bar, this.state, this.pending),
      el(
        "div",
        { class: "row" },
        textButton("Copy as --set", () => void this.copy(), "What was changed, for the command line"),
        textButton("Save as model…", () => void this.saveModel(), "A model with these values, as a file"),
        textButton("Reset all", () => this.resetAll(), "Back to the values of the model"),
      ),
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
    live.modelChanged.add(() => this.fill());
    live.runChanged.add(() => this.showRun());
    live.stateChanged.add(() => this.showState());
    live.reloaded.add(() => this.start());
    model.selectionChanged.add(() => this.onlySelected && this.fill());
    this.showState();
  }

  private start(): void {
    this.base = { set: new Map(this.wanted.set), tEnd: this.wanted.tEnd };
    void this.live.startRun(this.base);
  }

  /** Another run is on the page. */
  private showRun(): void {
    const { shown } = this.live;
    this.runValues = new Map(this.model.scene.parameters.map((p) => [p.path, p.value]));
    this.wanted = { set: merge(this.wanted.set, this.base.set, shown.set), tEnd: this.wanted.tEnd };
    if (Object.is(this.wanted.tEnd, this.base.tEnd)) this.wanted.tEnd = shown.tEnd;
    this.base = { set: new Map(shown.set), tEnd: shown.tEnd };
    this.updateFields();
  }

  private updateFields(): void {
    for (const field of this.fields) field.update();
    const end = Number.isFinite(this.wanted.tEnd) ? this.wanted.tEnd : (this.live.served?.tEnd ?? NaN);
    if (document.activeElement !== this.tEnd) this.tEnd.value = Number.isFinite(end) ? `${end}` : "";
    this.showPending();
  }

  /** What a parameter has where nobody sets it. */
  private unsetValue({ path, value }: Parameter): string {
    return this.live.shown.set.has(path) ? value : (this.runValues.get(path) ?? value);
  }

  private isPending(path: string): boolean {
    return this.wanted.set.get(path) !== this.live.shown.set.get(path);
  }

  private showPending(): void {
    const paths = new Set([...this.wanted.set.keys(), ...this.live.shown.set.keys()]);
    let count = [...paths].filter((path) => this.isPending(path)).length;
    if (!Object.is(this.wanted.tEnd, this.live.shown.tEnd)) count += 1;
    const running = this.live.phase === "running";
    this.pending.textContent =
      count === 0 || running ? "" : count === 1 ? "1 change not run yet" : `${count} changes not run yet`;
  }

  private resetAll(): void {
    this.wanted = { set: new Map(), tEnd: NaN };
    this.updateFields();
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
    const isStart = ({ path }: Parameter) => path.endsWith(".start");
    this.fields = [];
    this.rows.replaceChildren(
      ...this.group("Parameters", found.filter((p) => !isStart(p))),
      ...this.group("Start values", found.filter(isStart)),
    );
    const rest = found.length - this.fields.length;
    this.more.textContent = rest > 0 ? `and ${rest} more: search to see them` : "";
    this.updateFields();
  }

  /** Rows under the names of their components. */
  private group(title: string, parameters: Parameter[]): HTMLElement[] {
    if (parameters.length === 0) return [];
    const components = this.live.served?.components ?? [];
    const elements: HTMLElement[] = [el("h3", { text: title })];
    let owner = "";
    for (const parameter of parameters.slice(0, MOST_SHOWN)) {
      const path = parameter.component >= 0 ? components[parameter.component].path : "";
      if (path !== owner && path !== "") elements.push(el("h4", { title: path }, pathLabel(path)));
      owner = path;
      elements.push(this.row(parameter, path));
    }
    return elements;
  }

  private row(parameter: Parameter, owner: string): HTMLElement {
    const { path, type, unit, description, choices } = parameter;
    const label = `${path}${unit === "" ? "" : ` in ${unit}`}`;
    const name = owner !== "" && path.startsWith(`${owner}.`) ? path.slice(owner.length + 1) : path;
    const input = makeInput(label, type, choices);
    const reset = iconButton("undo", `Reset ${path}`, () => {
      this.wanted.set.delete(path);
      this.updateFields();
    });
    const fault = el("div", { class: "fault", attrs: { role: "status" } });
    const element = el(
      "div",
      { class: "parameter", title: [path, description].filter(Boolean).join("\n") },
      el("span", { class: "label", text: name }),
      input,
      el("span", { class: "dim unit", text: unit, title: unit }),
      reset,
      fault,
    );
    const mark = () => {
      element.classList.toggle("edited", this.wanted.set.has(path));
      element.classList.toggle("pending", this.isPending(path));
      reset.hidden = !this.wanted.set.has(path);
      const wrong = this.live.diagnostics.find((d) => d.parameter === path);
      fault.textContent = wrong?.message ?? "";
      input.setAttribute("aria-invalid", String(wrong !== undefined));
    };
    input.addEventListener("input", () => {
      if (input.value === this.unsetValue(parameter)) this.wanted.set.delete(path);
      else this.wanted.set.set(path, input.value);
      mark();
      this.showPending();
    });
    this.fields.push({
      update: () => {
        const value = this.wanted.set.get(path) ?? this.unsetValue(parameter);
        if (input.value !== value && (document.activeElement !== input || !this.isPending(path))) {
          input.value = value;
        }
        mark();
      },
    });
    return element;
  }

  /** What the run on the page has beyond the model's own values, as options of the command line. */
  private options(): string {
    const { served } = this.live;
    const set = new Map<string, string>();
    for (const { path, value } of served?.parameters ?? []) {
      const own = served?.ownValues.get(path) ?? "";
      if (own !== "" && own !== value) set.set(path, value);
    }
    for (const [path, value] of this.wanted.set) set.set(path, value);
    const options = [...set].map(([path, value]) => `--set ${quoted(`${path}=${value}`)}`);
    if (Number.isFinite(this.wanted.tEnd)) options.push(`--t-end ${this.wanted.tEnd}`);
    return options.join(" ");
  }

  private async copy(): Promise<void> {
    const options = this.options();
    const copied = await copyText(options);
    this.pending.textContent =
      options === "" ? "nothing is changed" : copied ? "copied" : "this browser does not let the page copy";
  }

  private async saveModel(): Promise<void> {
    const variant = await this.live.variant(this.wanted);
    if (variant !== null) save(new Blob([variant.text], { type: "text/plain" }), variant.name);
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
    this.updateFields();
  }
}

/** What was not edited since `base` becomes that of `shown`. */
function merge(
  wanted: Map<string, string>,
  base: Map<string, string>,
  shown: Map<string, string>,
): Map<string, string> {
  const merged = new Map<string, string>();
  for (const path of new Set([...wanted.keys(), ...base.keys(), ...shown.keys()])) {
    const edited = wanted.get(path) !== base.get(path);
    const value = edited ? wanted.get(path) : shown.get(path);
    if (value !== undefined) merged.set(path, value);
  }
  return merged;
}

function makeInput(label: string, type: string, choices: string[]): HTMLInputElement | HTMLSelectElement {
  const values = type === "Boolean" ? ["true", "false"] : choices;
  if (values.length === 0) {
    return el("input", { attrs: { type: "text", spellcheck: "false", "aria-label": label } });
  }
  const select = el("select", { attrs: { "aria-label": label } });
  for (const value of values) {
    const text = value.slice(value.lastIndexOf(".") + 1);
    select.append(el("option", { text, attrs: { value } }));
  }
  return select;
}

/** As a word for a shell. */
function quoted(word: string): string {
  return /^[\w./=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not over plain HTTP from another machine
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
