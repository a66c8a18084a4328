// The page's side of `gelenk view`: asks the server for the model, starts runs, and receives their rows
// while they are computed. Progress comes as server-sent events; each tells how many rows there are,
// and the page fetches those it has not got, one request at a time. The first event, `hello`, says whether there is a run:
// the page starts one only if there is none. Requests are in server.ts.
import { Listeners } from "./events";
import type { Component, Diagnostic, Message, Parameter } from "./format";
import {
  list,
  number,
  object,
  readComponents,
  readDiagnostics,
  readMessages,
  readParameters,
  readScene,
  text,
} from "./format";
import type { Model } from "./model";
import type { RunWish } from "./server";
import { Refused, server } from "./server";

export interface ServedModel {
  title: string;
  description: string;
  components: Component[];
  parameters: Parameter[]; // with the values that a run has if nothing is set
  ownValues: Map<string, string>; // the model's, without what the command line set
  diagnostics: Diagnostic[];
  tEnd: number;
}

export type Phase = "idle" | "running" | "done" | "failed" | "stopped";

/** What a run was asked for. */
export interface Wish {
  set: Map<string, string>;
  tEnd: number; // NaN: the model's
}

export class Live {
  served: ServedModel | null = null;
  phase: Phase = "idle";
  progress = { t: 0, tEnd: 0 };
  diagnostics: Diagnostic[] = [];
  connected = true;
  /** Of the run that is shown. */
  shown: Wish = { set: new Map(), tEnd: NaN };
  readonly modelChanged = new Listeners();
  readonly stateChanged = new Listeners();
  /** Another run is shown: `shown` tells what it was asked for, the scene which values it had. */
  readonly runChanged = new Listeners();
  readonly finished = new Listeners<{ summary: unknown; messages: Message[] }>();
  /** The file was changed on disk and has been read again. */
  readonly reloaded = new Listeners();
  private run = -1;
  private wantedRows = 0;
  private fetching: Promise<void> | null = null;

  constructor(private readonly model: Model) {}

  /** A run is on the page, or its scene on the way. */
  get hasRun(): boolean {
    return this.run >= 0;
  }

  /** Reads the model, listens, and starts a run unless the server has one. */
  async start(): Promise<void> {
    const hello = this.listen();
    const [hasRun] = await Promise.all([hello, this.loadModel()]);
    const broken = this.served?.diagnostics.some((d) => d.severity === "error") ?? true;
    if (!hasRun && !broken) await this.startRun({ set: new Map(), tEnd: NaN });
  }

  async loadModel(): Promise<void> {
    try {
      const o = object(await server.model());
      const components = readComponents(o.components);
      const parameters = list(o.parameters);
      this.served = {
        title: text(o.title),
        description: text(o.description),
        components,
        parameters: readParameters(parameters, components.length),
        ownValues: new Map(parameters.map((p) => [text(object(p).path), text(object(p).default)])),
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

  /** Starts a run; a refusal becomes diagnostics. */
  async startRun(wish: Wish): Promise<void> {
    // Before the answer: events of a short run may come sooner, its end among them.
    this.diagnostics = [];
    this.phase = "running";
    this.stateChanged.emit();
    try {
      await server.run(written(wish));
    } catch (error) {
      if (error instanceof Refused) this.diagnostics = readDiagnostics(error.diagnostics);
      if (this.diagnostics.length === 0) this.fail(`the run could not be started: ${String(error)}`);
      this.phase = "failed";
      this.stateChanged.emit();
    }
  }

  /** The model with other values as Modelica text, and a name for its file; a refusal becomes diagnostics. */
  async variant(wish: Wish): Promise<{ name: string; text: string } | null> {
    try {
      const o = object(await server.variant(written(wish)));
      return { name: text(o.name), text: text(o.text) };
    } catch (error) {
      const refused = error instanceof Refused ? readDiagnostics(error.diagnostics) : [];
      this.diagnostics =
        refused.length > 0
          ? refused
          : readDiagnostics([{ severity: "error", message: `the model could not be had: ${String(error)}` }]);
      this.stateChanged.emit();
      return null;
    }
  }

  async stop(): Promise<void> {
    await server.stop();
    if (this.phase === "running") this.phase = "stopped";
    this.stateChanged.emit();
  }

  private fail(message: string): void {
    this.phase = "failed";
    this.diagnostics = readDiagnostics([{ severity: "error", message }]);
    this.stateChanged.emit();
  }

  /** Listens from now on; the promise says whether the server has a run. */
  private listen(): Promise<boolean> {
    const events = server.events();
    const on = (name: string, action: (o: Record<string, unknown>) => void) =>
      events.addEventListener(name, (event) => {
        action(object(JSON.parse((event as MessageEvent<string>).data)));
      });
    events.onopen = () => this.setConnected(true);
    events.onerror = () => this.setConnected(false);
    on("run", (o) => void this.begin(number(o.run), readWish(o)));
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
    return new Promise((resolve) => on("hello", (o) => resolve(number(o.run) > 0)));
  }

  private setConnected(connected: boolean): void {
    this.connected = connected;
    this.stateChanged.emit();
  }

  /** A run has its scene: show it, and wait for rows. */
  private async begin(run: number, wish: Wish): Promise<void> {
    if (run === this.run) return;
    this.run = run;
    this.wantedRows = 0;
    this.phase = "running";
    this.diagnostics = [];
    const job = this.loadScene(run, wish);
    this.fetching = job;
    await job;
    if (this.fetching !== job) return; // yet another run began meanwhile
    this.fetching = null;
    this.stateChanged.emit();
    this.want(this.wantedRows);
  }

  private async loadScene(run: number, wish: Wish): Promise<void> {
    try {
      const scene = readScene(await server.scene(run));
      if (run !== this.run) return;
      this.shown = wish;
      this.model.setScene(scene);
      this.runChanged.emit();
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
      const bytes = await server.rows(run, before);
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

function written({ set, tEnd }: Wish): RunWish {
  return { set: Object.fromEntries(set), ...(Number.isFinite(tEnd) ? { t_end: tEnd } : {}) };
}

function readWish(o: Record<string, unknown>): Wish {
  const set = new Map(Object.entries(object(o.set)).map(([path, value]) => [path, text(value)]));
  return { set, tEnd: number(o.t_end, NaN) };
}
