// Light and dark. The page follows the system until the user switches; the choice is remembered where
// the browser allows it (it may not for a file). Colours for canvases are read from the style sheet.
import { Listeners } from "./events";

const KEY = "gelenk-theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
export const themeChanged = new Listeners();

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function apply(theme: string): void {
  document.documentElement.dataset.theme = theme;
  themeChanged.emit();
}

export function startTheme(): void {
  const chosen = stored();
  apply(chosen === "dark" || chosen === "light" ? chosen : system.matches ? "dark" : "light");
  system.addEventListener("change", () => {
    if (stored() === null) apply(system.matches ? "dark" : "light");
  });
}

export function toggleTheme(): void {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Not remembered then; the switch still works.
  }
  apply(theme);
}

/** A colour of the style sheet, by the name of its variable without dashes. */
export function themeColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
