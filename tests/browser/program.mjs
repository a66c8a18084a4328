// Runs the program for tests in a browser: to its end, or as a server while a test looks at it.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";

const program = process.env.GELENK_PROGRAM;
export const example = (name) => join(process.env.GELENK_ROOT, "examples", name);

export const gelenk = (...args) => execFileSync(program, args, { encoding: "utf8", stdio: "pipe" });

/** `gelenk view`, with its address in `url`. */
export class View {
  static async start(...args) {
    const self = new View();
    self.process = spawn(program, ["view", ...args], { stdio: ["ignore", "pipe", "pipe"] });
    self.ended = new Promise((done) => self.process.on("exit", (code) => done(code)));
    self.url = await new Promise((done, failed) => {
      let text = "";
      self.process.stdout.on("data", (bytes) => {
        text += bytes;
        if (text.includes("\n")) done(text.trim());
      });
      self.process.on("exit", (code) => failed(new Error(`gelenk view ended with ${code}`)));
    });
    return self;
  }
  /** As Ctrl-C does; gives the exit code. */
  stop() {
    this.process.kill("SIGINT");
    return this.ended;
  }
}

/** Columns of a CSV file by name, as numbers. */
export function columns(text) {
  const [head, ...rows] = text.trim().split("\n");
  const names = head.split(",").map((name) => name.replaceAll('"', ""));
  const values = rows.map((row) => row.split(",").map(Number));
  return Object.fromEntries(names.map((name, i) => [name, values.map((row) => row[i])]));
}
