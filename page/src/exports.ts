// Files made by the page: tables (CSV) and pictures (SVG, PNG) of a plot. Everything is made here and
// handed to the browser to save; nothing leaves the page.
import type uPlot from "uplot";
import { svg } from "./dom";
import type { Recording } from "./recording";

export interface Series {
  name: string;
  unit: string;
  color: string;
  signal: number;
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A name for a file: of the text only what no file system minds. */
export function fileName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 60) || "gelenk";
}

/** The shortest text that gives the same 32-bit number again. */
export function floatText(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/** Quoted where CSV needs it; a leading sign that spreadsheets take for a formula gets a quote mark. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(recording: Recording, series: Series[]): string {
  const columns = series.map((s) => recording.signal(s.signal));
  const lines = [["time", ...series.map((s) => csvCell(s.name))].join(",")];
  for (let row = 0; row < recording.rows; row++) {
    lines.push([recording.time[row], ...columns.map((c) => floatText(c[row]))].join(","));
  }
  return `${lines.join("\n")}\n`;
}

interface Colors {
  paper: string;
  ink: string;
  line: string;
}

const LEGEND = 22; // height of a line of the legend

/** The plot's canvas with its legend above. */
export function pngOf(plot: uPlot, series: Series[], colors: Colors): Promise<Blob | null> {
  const ratio = plot.ctx.canvas.width / Math.max(1, plot.width);
  const canvas = document.createElement("canvas");
  const top = LEGEND * ratio * series.length;
  canvas.width = plot.ctx.canvas.width;
  canvas.height = plot.ctx.canvas.height + top;
  const context = canvas.getContext("2d");
  if (context === null) return Promise.resolve(null);
  context.fillStyle = colors.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = `${13 * ratio}px sans-serif`;
  context.textBaseline = "middle";
  series.forEach((s, i) => {
    const y = LEGEND * ratio * (i + 0.5);
    context.fillStyle = s.color;
    context.fillRect(12 * ratio, y - 1.5 * ratio, 18 * ratio, 3 * ratio);
    context.fillStyle = colors.ink;
    context.fillText(legendText(s), 38 * ratio, y);
  });
  context.drawImage(plot.ctx.canvas, 0, top);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function legendText(series: Series): string {
  const name = series.name.length > 120 ? `${series.name.slice(0, 119)}…` : series.name;
  return series.unit === "" ? name : `${name} [${series.unit}]`;
}

/** XML knows no control characters. */
function xmlText(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
}

/** The plot drawn again as lines and text, in the range that it shows. */
export function svgOf(plot: uPlot, series: Series[], colors: Colors): string {
  const { width, height } = plot;
  const ratio = plot.ctx.canvas.width / Math.max(1, plot.width);
  const box = {
    x: plot.bbox.left / ratio,
    y: plot.bbox.top / ratio + LEGEND * series.length,
    w: plot.bbox.width / ratio,
    h: plot.bbox.height / ratio,
  };
  const xAt = (v: number) => box.x + plot.valToPos(v, "x");
  const yAt = (v: number) => box.y + plot.valToPos(v, "y");
  const label = (x: number, y: number, text: string, anchor: string) =>
    svg(
      "text",
      { x, y, "text-anchor": anchor, "font-family": "sans-serif", "font-size": 12, fill: colors.ink },
      xmlText(text),
    );
  const root = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height: height + LEGEND * series.length,
    viewBox: `0 0 ${width} ${height + LEGEND * series.length}`,
  });
  root.append(svg("rect", { width: "100%", height: "100%", fill: colors.paper }));
  for (const [axis, vertical] of [
    [plot.axes[0], true],
    [plot.axes[1], false],
  ] as const) {
    const splits = (axis as { _splits?: number[] })._splits ?? [];
    const values = (axis as { _values?: (string | null)[] })._values ?? [];
    splits.forEach((split, i) => {
      const text = values[i];
      if (text === null || text === undefined || text === "") return;
      const [x, y] = vertical ? [xAt(split), box.y + box.h] : [box.x, yAt(split)];
      root.append(
        svg("path", {
          d: vertical ? `M${x} ${box.y}V${y}` : `M${x} ${y}H${box.x + box.w}`,
          stroke: colors.line,
        }),
        vertical ? label(x, y + 16, String(text), "middle") : label(x - 6, y + 4, String(text), "end"),
      );
    });
  }
  root.append(
    svg("clipPath", { id: "area" }, svg("rect", { x: box.x, y: box.y, width: box.w, height: box.h })),
  );
  series.forEach((s, i) => {
    const times = plot.data[0];
    const values = plot.data[i + 1];
    let path = "";
    let pen = false;
    for (let row = 0; row < times.length; row++) {
      const value = values[row];
      if (value === null || value === undefined) {
        pen = false;
        continue;
      }
      path += `${pen ? "L" : "M"}${xAt(times[row]).toFixed(2)} ${yAt(value).toFixed(2)}`;
      pen = true;
    }
    root.append(
      svg("path", {
        d: path,
        fill: "none",
        stroke: s.color,
        "stroke-width": 1.5,
        "clip-path": "url(#area)",
      }),
      svg("path", { d: `M12 ${LEGEND * (i + 0.5)}h18`, stroke: s.color, "stroke-width": 3 }),
      label(38, LEGEND * (i + 0.5) + 4, legendText(s), "start"),
    );
  });
  return new XMLSerializer().serializeToString(root);
}
