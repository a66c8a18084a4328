// What is plotted before anyone has chosen: what sensors measure, then coordinates, what drives exert, quantities that the model
// itself has, forces, speeds. Signals of one kind and one unit share a pane. Energy and drift tell whether a result is to be
// trusted and stand in the summary.
import type { Model } from "./model";

export interface PaneChoice {
  title: string;
  names: string[];
}

/** Role, title, and how many panes of the kind there may be. */
const KINDS = [
  ["sensor", "Sensors", 1],
  ["coordinate", "Coordinates", 2],
  ["drive", "Drive loads", 1],
  ["quantity", "Quantities", 1],
  ["force", "Forces", 1],
  ["speed", "Speeds", 1],
  ["", "Signals", 2],
  ["load", "Loads", 1],
] as const;
const MOST_PANES = 4;
const FEW_PANES = 2; // where there are as many, nothing is plotted that is only motion in other words
const MOST_SIGNALS = 6;

/** Whether it changes at all; while rows are still to come nobody knows. */
function varies(model: Model, signal: number): boolean {
  const values = model.recording.signal(signal);
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high), 1e-6);
}

export function chooseDefaults(model: Model, growing: boolean): PaneChoice[] {
  const { signals } = model.scene;
  const panes: PaneChoice[] = [];
  for (const [role, title, most] of KINDS) {
    if (panes.length >= FEW_PANES && ["speed", "", "load"].includes(role)) break;
    const units = new Map<string, string[]>();
    signals.forEach((signal, i) => {
      if (signal.role !== role || signal.name.startsWith("gelenk.")) return;
      if (!growing && !varies(model, i)) return;
      const names = units.get(signal.unit) ?? [];
      if (names.length < MOST_SIGNALS) names.push(signal.name);
      units.set(signal.unit, names);
    });
    [...units.values()].slice(0, most).forEach((names, i) => {
      if (panes.length < MOST_PANES) panes.push({ title: i === 0 ? title : `${title} ${i + 1}`, names });
    });
  }
  return panes;
}
