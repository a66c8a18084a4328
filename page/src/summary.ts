// The summary of a run and its messages, and diagnostics with the source line they are about.
import { el, shortNumber, textButton } from "./dom";
import type { Diagnostic, Message } from "./format";
import { object } from "./format";

/** `largest_drift.position` and its value, for every leaf of the summary. */
function flatten(value: unknown, name: string, out: [string, string][]): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((v) => typeof v !== "object" || v === null)) {
      out.push([name, value.map(String).join("; ")]);
    } else {
      value.forEach((v, i) => flatten(v, `${name} ${i + 1}`, out));
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      flatten(inner, name === "" ? key : `${name}, ${key}`, out);
    }
  } else if (value !== null && value !== "" && value !== undefined) {
    const shown = typeof value === "number" ? shortNumber(value) : String(value);
    out.push([name.replaceAll("_", " "), shown]);
  }
}

/** Whether the result is to be trusted, in words: what became of the energy, and how far loops came apart. */
function trustLines(summary: unknown): [string, string][] {
  const { energy, largest_drift: drift } = object(summary);
  const lines: [string, string][] = [];
  const { start, end } = object(energy);
  if (typeof start === "number" && typeof end === "number") {
    const size = Math.max(Math.abs(start), Math.abs(end));
    const part = size > 0 ? ` (${shortNumber(Number(((100 * (end - start)) / size).toPrecision(2)))} %)` : "";
    lines.push(["energy", `${shortNumber(start)} J → ${shortNumber(end)} J`]);
    lines.push(["change of energy", `${shortNumber(Number((end - start).toPrecision(3)))} J${part}`]);
  }
  const { position, velocity } = object(drift);
  if (typeof position === "number" && typeof velocity === "number") {
    lines.push(["largest drift", `position ${shortNumber(position)}, velocity ${shortNumber(velocity)}`]);
  }
  return lines;
}

function tableOf(label: string, lines: [string, string][]): HTMLElement {
  const table = el("table", { attrs: { "aria-label": label } });
  for (const [name, value] of lines) {
    table.append(el("tr", {}, el("th", { text: name, attrs: { scope: "row" } }), el("td", { text: value })));
  }
  return table;
}

/** What has lines of its own, or a list. */
const ELSEWHERE = /^(warnings|energy|largest drift)/;

export class Summary {
  readonly element = el("div", { class: "summary-panel" });

  /** `plot` draws the signals of a role. */
  constructor(private readonly plot: (role: string) => void) {}

  show(summary: unknown, messages: Message[], description: string): void {
    const lines: [string, string][] = [];
    flatten(summary, "", lines);
    const trust = trustLines(summary);
    const rest = lines.filter(([name]) => !ELSEWHERE.test(name));
    this.element.replaceChildren(
      el("p", { text: description }),
      messageList(messages),
      ...(trust.length === 0
        ? []
        : [
            tableOf("Energy and drift", trust),
            el(
              "div",
              { class: "row" },
              textButton("Plot energy", () => this.plot("energy"), "Kinetic, potential and total energy over time"),
              textButton("Plot drift", () => this.plot("drift"), "How far loops and joints come apart, over time"),
            ),
          ]),
      rest.length > 0
        ? tableOf("Summary of the run", rest)
        : el("p", { class: "dim", text: "No summary was given." }),
    );
  }
}

function messageList(messages: Message[]): HTMLElement {
  if (messages.length === 0) {
    return el("p", { class: "dim", text: "No warnings." });
  }
  return el(
    "ul",
    { class: "messages", attrs: { "aria-label": "Messages" } },
    ...messages.map(({ severity, text }) =>
      el("li", { class: severityClass(severity) }, el("strong", { text: severity }), ` ${text}`),
    ),
  );
}

function severityClass(severity: string): string {
  return severity === "error" ? "error" : severity === "warning" ? "warning" : "note";
}

/** A diagnostic: where, what, the line itself with a mark below the column, what to do. */
export function diagnosticCard(d: Diagnostic): HTMLElement {
  // A value that was given here has no line: it is all there is.
  const place =
    d.parameter !== ""
      ? [`value of ${d.parameter}`]
      : [d.file, d.line > 0 ? d.line : "", d.line > 0 && d.column > 0 ? d.column : ""];
  const card = el(
    "li",
    { class: `diagnostic ${severityClass(d.severity)}` },
    el(
      "div",
      {},
      el("strong", { text: d.severity }),
      el("span", { class: "dim", text: ` ${place.filter((p) => p !== "").join(":")}` }),
    ),
    el("div", { text: d.message }),
  );
  if (d.source !== "") {
    const before = d.source.slice(0, Math.max(0, d.column - 1));
    const mark = d.column > 0 ? `\n${before.replace(/[^\t]/g, " ")}^` : "";
    card.append(
      el("pre", {
        text: d.source + mark,
        attrs: { "aria-label": `Source, line ${d.line}`, tabindex: "0" },
      }),
    );
  }
  if (d.hint !== "") card.append(el("div", { class: "hint", text: d.hint }));
  return card;
}
