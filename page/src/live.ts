// The page's side of `gelenk view`: asks the server for the model, starts runs, and receives their rows
// while they are computed. Progress comes as server-sent events; each tells how many rows there are,
// and the page fetches those it has not got, one request at a time.
import { Listeners } from "./events";
import type { Component, Diagnostic, Message } from "./format";
import {
  list,
  number,
  object,
  readComponents,
  readDiagnostics,
  readMessages,
  readScene,
  text,
} from "./format";
import type { Model } from "./model";

export interface Parameter {
  path: string;
  value: string;
  fallback: string; // the model's own value
  type: string;
  unit: string;
  description: string;
  component: number;
}

export interface ServedModel {
  title: string;
  description: string;
  components: Component[];
  parameters: Parameter[];
  diagnostics: Diagnostic[];
  tEnd: number;
}

export type Phase = "idle" | "running" | "done" | "failed" | "stopped";

export class Live {
  served: ServedModel | null = null;
  phase: Phase = "idle";
  progress = { t: 0, tEnd: 0 };
  diagnostics: Diagnostic[] = [];
  connected = true;
  readonly modelChanged = new Listeners();
  readonly stateChanged = new Listeners();
  readonly finished = new Listeners<{ summary: unknown; messages: Message[] }>();
  /** The file was changed on disk and has been read again. */
  readonly reloaded = new Listeners();
  private run = -1;
  private wantedRows = 0;
  private fetching: Promise<void> | null = null;

  constructor(private readonly model: Model) {}

  /** Reads the model, listens, and starts a run unless the server tells of one. */
  async start(): Promise<void> {
    this.listen();
    await this.loadModel();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const broken = this.served?.diagnostics.some((d) => d.severity === "error") ?? true;
    if (this.run < 0 && !broken) await this.startRun({}, NaN);
  }

  async loadModel(): Promise<void> {
    try {
      const o = object(await (await fetch("api/model")).json());
      const components = readComponents(o.components);
      this.served = {
        title: text(o.title),
        description: text(o.description),
        components,
        parameters: list(o.parameters).map((p) => {
          const q = object(p);
          return {
            path: text(q.path),
            value: text(q.value),
            fallback: text(q.default),
            type: text(q.type),
            unit: text(q.unit),
            description: text(q.description),
            component: number(q.component, -1),
          };
        }),
        diagnostics: readDiagnostics(o.diagnostics),
        tEnd: number(object(o.settings).t_end, NaN),
      };
      this.diagnostics = this.served.diagnostics;
    } catch (error) {
      this.fail(`the model could not be had from the server: ${String(error)}`);
    }
    this.modelChanged.emit();
    this.stateChanged.emit();
  }

  /** Starts a run with the given parameters; a refusal becomes diagnostics. */
  async startRun(set: Record<string, string>, tEnd: number): Promise<void> {
    const body = Number.isFinite(tEnd) ? { set, t_end: tEnd } : { set };
    // Before the answer: events of a short run may come sooner, its end among them.
    this.diagnostics = [];
    this.phase = "running";
    this.stateChanged.emit();
    try {
      const response = await fetch("api/run", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const answer = object(await response.json());
      if (!response.ok) {
        this.phase = "failed";
        this.diagnostics = readDiagnostics(answer.diagnostics);
        if (this.diagnostics.length === 0) this.fail(`the server answered ${response.status}`);
        this.stateChanged.emit();
      }
    } catch (error) {
      this.fail(`the run could not be started: ${String(error)}`);
    }
  }

  async stop(): Promise<void> {
    await fetch("api/stop", { method: "POST" });
    if (this.phase === "running") this.phase = "stopped";
    this.stateChanged.emit();
  }

  private fail(message: string): void {
    this.phase = "failed";
    this.diagnostics = readDiagnostics([{ severity: "error", message }]);
    this.stateChanged.emit();
  }

  private listen(): void {
    const events = new EventSource("api/events");
    const on = (name: string, action: (o: Record<string, unknown>) => void) =>
      events.addEventListener(name, (event) => {
        action(object(JSON.parse((event as MessageEvent<string>).data)));
      });
    events.onopen = () => this.setConnected(true);
    events.onerror = () => this.setConnected(false);
    on("run", (o) => void this.begin(number(o.run)));
    on("progress", (o) => {
      if (number(o.run) !== this.run) return;
      this.progress = { t: number(o.t), tEnd: number(o.t_end) };
      this.want(number(o.rows));
      this.stateChanged.emit();
    });
    on("done", (o) => {
      if (number(o.run) === this.run) void this.end("done", o);
    });
    on("failed", (o) => {
      // A run may fail before it has a scene: then its number was not heard of yet.
      if (number(o.run) >= this.run) void this.end("failed", o);
    });
    on("changed", () => void this.reload());
  }

  private setConnected(connected: boolean): void {
    this.connected = connected;
    this.stateChanged.emit();
  }

  /** A run has its scene: show it, and wait for rows. */
  private async begin(run: number): Promise<void> {
    if (run === this.run) return;
    this.run = run;
    this.wantedRows = 0;
    this.phase = "running";
    this.diagnostics = [];
    const job = this.loadScene(run);
    this.fetching = job;
    await job;
    if (this.fetching !== job) return; // yet another run began meanwhile
    this.fetching = null;
    this.stateChanged.emit();
    this.want(this.wantedRows);
  }

  private async loadScene(run: number): Promise<void> {
    try {
      const scene = readScene(await (await fetch(`api/scene?run=${run}`)).json());
      if (run === this.run) this.model.setScene(scene);
    } catch (error) {
      this.fail(`the scene could not be had from the server: ${String(error)}`);
    }
  }

  /** Rows up to `rows` exist: fetch those that are missing. */
  private want(rows: number): void {
    this.wantedRows = Math.max(rows, this.wantedRows);
    if (this.fetching !== null || this.model.recording.rows >= this.wantedRows) return;
    const job = this.loadRows(this.run).then((more) => {
      if (this.fetching !== job) return;
      this.fetching = null;
      if (more) this.want(0);
    });
    this.fetching = job;
  }

  /** Fetches what there is; false if there was nothing or the run is no longer the present one. */
  private async loadRows(run: number): Promise<boolean> {
    const before = this.model.recording.rows;
    try {
      const response = await fetch(`api/data?run=${run}&from=${before}`);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (run !== this.run) return false;
      if (bytes.length > 0) this.model.append(bytes);
    } catch (error) {
      if (run === this.run) this.fail(`the results could not be had: ${String(error)}`);
      return false;
    }
    return this.model.recording.rows > before;
  }

  private async end(phase: Phase, o: Record<string, unknown>): Promise<void> {
    const run = number(o.run);
    while (this.fetching !== null) await this.fetching;
    if (run === this.run) {
      while (await this.loadRows(run)) {
        // Rows that came between the last progress and the end.
      }
    }
    if (this.run > run) return;
    if (this.phase !== "stopped") this.phase = phase;
    if (phase === "failed") this.diagnostics = readDiagnostics(o.diagnostics);
    this.finished.emit({ summary: o.summary ?? null, messages: readMessages(o.messages) });
    this.stateChanged.emit();
  }

  private async reload(): Promise<void> {
    await this.loadModel();
    this.reloaded.emit();
  }
}
