// The summary of a run and its messages, and diagnostics with the source line they are about.
import { el, shortNumber } from "./dom";
import type { Diagnostic, Message } from "./format";

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

export class Summary {
  readonly element = el("div", { class: "summary-panel" });

  show(summary: unknown, messages: Message[], description: string): void {
    const lines: [string, string][] = [];
    flatten(summary, "", lines);
    const table = el("table", { attrs: { "aria-label": "Summary of the run" } });
    for (const [name, value] of lines) {
      if (name === "warnings" || name.startsWith("warnings ")) continue;
      table.append(
        el("tr", {}, el("th", { text: name, attrs: { scope: "row" } }), el("td", { text: value })),
      );
    }
    this.element.replaceChildren(
      el("p", { text: description }),
      messageList(messages),
      lines.length > 0 ? table : el("p", { class: "dim", text: "No summary was given." }),
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
  const place = [d.file, d.line > 0 ? d.line : "", d.line > 0 && d.column > 0 ? d.column : ""];
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
