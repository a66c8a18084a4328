// A server that speaks as `gelenk view` does, with the chain as its model. Its one parameter that
// matters, `swing`, scales the motion; `swing = "oops"` is a model error; `hold` keeps a run waiting
// until the test lets it go on, `answersLate` answers a start only when the run has ended.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chainData, chainScene, times } from "../make_report.mjs";

const ROWS = 200;
const STEP = 0.05;

export const BROKEN = {
  severity: "error",
  file: "Chain.mo",
  line: 7,
  column: 20,
  message: "'oops' is no component or parameter of Chain",
  hint: "write a number, or declare oops",
  source: "  parameter Real swing = oops;",
};

export const BAD_VALUE = {
  severity: "error",
  parameter: "swing",
  line: 1,
  column: 1,
  message: "there is no 'oops' here",
  hint: "write a number",
  source: "oops",
};

export class FakeServer {
  runs = [];
  sent = [];
  listeners = new Set();
  broken = false;
  hold = null; // a promise that a run waits for
  holdAt = 2; // after which of its four parts
  answersLate = false;
  hello = Promise.resolve(); // who listens is told of the last run when this is done

  static async start(pagePath) {
    const self = new FakeServer();
    self.page = readFileSync(pagePath, "utf8")
      .replace("<!--gelenk-scene-->", '{"live": true}')
      .replace("<!--gelenk-data-->", "");
    self.scene = chainScene();
    self.server = createServer((request, response) => void self.answer(request, response));
    await new Promise((done) => self.server.listen(0, "127.0.0.1", done));
    self.url = `http://127.0.0.1:${self.server.address().port}/`;
    return self;
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }

  emit(name, value) {
    for (const listener of this.listeners) {
      listener.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
    }
  }

  /** What the last run's beginning was told as. */
  begin(run) {
    const { set, t_end } = this.runs[run - 1].wish;
    return { run, set, ...(t_end === undefined ? {} : { t_end }) };
  }

  model() {
    const { title, description, components } = this.scene;
    const common = { default: "1", type: "Real", unit: "", component: 0 };
    return {
      title,
      description,
      components,
      parameters: [
        { ...common, path: "swing", value: "1", description: "How far the links swing" },
        { ...common, path: "reach", value: "2", default: "2", description: "Twice the swing" },
        { ...common, path: "link[2].joint.d", value: "0.5", unit: "N.m.s/rad", description: "Damping" },
        { ...common, path: "animate", value: "true", default: "true", type: "Boolean", description: "" },
        { ...common, path: "field", value: "Types.Field.None", default: "Types.Field.None", type: "Field", choices: ["Types.Field.None", "Types.Field.Uniform"], description: "" },
        { ...common, path: "link[2].joint.phi.start", value: "0", default: "0", unit: "rad", description: "Start value: Angle" },
      ],
      diagnostics: this.broken ? [BROKEN] : [],
      settings: { t_end: (ROWS - 1) * STEP, rtol: 1e-6 },
    };
  }

  async answer(request, response) {
    const url = new URL(request.url, this.url);
    const json = (value, status = 200) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(value));
    };
    const run = Number(url.searchParams.get("run"));
    switch (`${request.method} ${url.pathname}`) {
      case "GET /":
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
        response.end(this.page);
        return;
      case "GET /api/model":
        json(this.model());
        return;
      case "GET /api/scene": {
        // `reach` follows from `swing`, as a dependent parameter of a model does.
        const { swing } = this.runs[run - 1];
        const parameterKinds = [{ name: "swing" }, { name: "reach" }];
        const parameters = [[0, 0, `${swing}`], [0, 1, `${2 * swing}`]];
        json({ ...this.scene, parameterKinds, parameters, summary: null, messages: [] });
        return;
      }
      case "GET /api/data": {
        const from = Number(url.searchParams.get("from"));
        const { rows, swing } = this.runs[run - 1];
        const at = times(rows, STEP).slice(from);
        response.end(at.length > 0 ? chainData(this.scene, at, swing) : Buffer.alloc(0));
        return;
      }
      case "GET /api/events":
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write(": hello\n\n");
        response.on("close", () => this.listeners.delete(response));
        await this.hello;
        response.write(`event: hello\ndata: {"run": ${this.runs.length}}\n\n`);
        if (this.runs.length > 0) {
          response.write(`event: run\ndata: ${JSON.stringify(this.begin(this.runs.length))}\n\n`);
          response.write(this.runs.at(-1).end);
        }
        this.listeners.add(response);
        return;
      case "POST /api/run": {
        let body = "";
        for await (const part of request) body += part;
        const wish = JSON.parse(body);
        this.sent.push(wish);
        const swing = Number(wish.set.swing ?? 1);
        if (this.broken || Number.isNaN(swing)) {
          json({ diagnostics: [this.broken ? BROKEN : BAD_VALUE] }, 400);
          return;
        }
        this.runs.push({ rows: 0, swing, stopped: false, wish, end: "" });
        if (this.answersLate) await this.simulate(this.runs.length, wish.t_end);
        json({ run: this.runs.length });
        if (!this.answersLate) void this.simulate(this.runs.length, wish.t_end);
        return;
      }
      case "POST /api/variant": {
        let body = "";
        for await (const part of request) body += part;
        json({ name: "Chain_changed.mo", text: `// ${body}\n` });
        return;
      }
      case "POST /api/stop":
        for (const r of this.runs) r.stopped = true;
        json({});
        return;
      default:
        response.writeHead(404);
        response.end();
    }
  }

  async simulate(number, tEnd) {
    const run = this.runs[number - 1];
    this.emit("run", this.begin(number));
    // The first rows tell little of the motion, as those of a real run.
    for (let part = 1; part <= 4 && !run.stopped; part++) {
      run.rows = part === 1 ? 2 : (ROWS * part) / 4;
      const t = (run.rows - 1) * STEP;
      this.emit("progress", { run: number, t, t_end: tEnd ?? (ROWS - 1) * STEP, rows: run.rows });
      await new Promise((done) => setTimeout(done, 30));
      if (part === this.holdAt && this.hold !== null) await this.hold;
    }
    const summary = { status: run.stopped ? "stopped" : "done", rows: run.rows };
    const [name, end] =
      run.swing > 100
        ? ["failed", { run: number, summary, diagnostics: [{ severity: "error", message: "step size became too small at t = 9.95" }] }]
        : ["done", { run: number, summary, messages: [{ severity: "warning", text: "swings far" }] }];
    run.end = `event: ${name}\ndata: ${JSON.stringify(end)}\n\n`;
    this.emit(name, end);
  }
}
