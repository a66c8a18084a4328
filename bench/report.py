"""Tables and a plot from what gelenk_bench printed: report.py VALUES.csv REPORT.md PLOT.svg

Kinds of lines are described at the head of main.cc; bench/run adds those named setup and count. Uses
nothing but the standard library.
"""

import csv
import math
import os
import sys

TITLES = {
    "generic": "Open chains, a constant rotation in every link",
    "aligned": "Open chains without constant rotations",
    "passive": "Open chains without joint torques",
    "rings": "Chains of rings, each of ten links and closed by a ball joint",
}
COLOURS = ["#0b5394", "#6fa8dc", "#cc0000", "#e69138", "#38761d", "#93c47d", "#674ea7", "#999999"]


class Results:
    def __init__(self, path):
        self.setup, self.libraries = [], []
        self.time, self.difference, self.count = {}, {}, {}
        with open(path, newline="") as file:
            for row in csv.reader(file):
                if row[0] == "setup":
                    self.setup.append((row[1], row[2].strip("; ")))
                elif row[0] == "library":
                    self.libraries.append((row[1], row[2], row[3]))
                elif row[0] == "time":
                    key = row[1], row[2], int(row[3])
                    self.time[key] = float(row[4])
                    self.difference[key] = row[5], row[6]
                elif row[0] == "count":
                    self.count[row[1], row[2], int(row[3])] = int(row[4])
        self.names = [name for name, _, _ in self.libraries]

    def sizes(self, values, kind):
        return sorted({n for _, k, n in values if k == kind})

    def used(self, values, kind):
        return [name for name in self.names if any(key[:2] == (name, kind) for key in values)]

    def ours(self, values, kind, n):
        """The value that others are divided by: of the first of Gelenk's formulations that has one."""
        for name in self.names:
            if name.startswith("Gelenk") and (name, kind, n) in values:
                return values[name, kind, n]
        return None


# ---- tables -------------------------------------------------------------------------------------


def format_time(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.9995 * size:  # what would be rounded to 1000 of the next unit
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def format_ratio(value, ours):
    if ours is None:
        return ""
    ratio = value / ours
    return f" ({ratio:.0f})" if ratio >= 100 else f" ({ratio:.2g})"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def value_table(results, values, kind, cell):
    names = results.used(values, kind)
    rows = []
    for n in results.sizes(values, kind):
        row = [str(n)]
        for name in names:
            key = name, kind, n
            row.append(cell(key, values[key]) if key in values else "–")
        rows.append(row)
    return table(["links"] + names, rows)


def write_report(results, path, plot):
    lines = ["# Forward dynamics beside other libraries", ""]
    lines += ["Written by `bench/run`; `bench/README.md` says what is measured.", ""]
    lines += table(["library", "version", "method"], results.libraries)
    lines += [f"- {what}: {value}" for what, value in results.setup]
    lines += ["", f"![cost over the number of links]({os.path.basename(plot)})", ""]
    for kind, title in TITLES.items():
        lines += [f"## {title}", ""]
        lines += ["Time per evaluation, in brackets divided by ours:", ""]
        lines += value_table(
            results, results.time, kind,
            lambda key, t: format_time(t) + format_ratio(t, results.ours(results.time, *key[1:])))
        lines += ["Nanoseconds per link:", ""]
        lines += value_table(results, results.time, kind, lambda key, t: f"{t * 1e9 / key[2]:.0f}")
        lines += ["Relative difference of the accelerations from those of the first column with a "
                  "value:", ""]
        lines += value_table(results, results.difference, kind, lambda key, d: d[0])
        if any(k == kind for _, k, _ in results.count):
            lines += ["Instructions per evaluation, in brackets divided by ours:", ""]
            lines += value_table(
                results, results.count, kind,
                lambda key, c: f"{c}" + format_ratio(c, results.ours(results.count, *key[1:])))
    with open(path, "w") as file:
        file.write("\n".join(lines).rstrip("\n") + "\n")


# ---- plot ---------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, TOP, GAP = 400, 340, 70, 50, 80


class Panel:
    """Log-log axes at a place in the drawing; both ranges are whole decades."""

    def __init__(self, left, x_range, y_range):
        self.left, self.x_range, self.y_range = left, x_range, y_range

    def place(self, x, y):
        x0, x1 = self.x_range
        y0, y1 = self.y_range
        return (self.left + WIDTH * (math.log10(x) - x0) / (x1 - x0),
                TOP + HEIGHT * (1 - (math.log10(y) - y0) / (y1 - y0)))

    def draw_grid(self, title):
        out = [text(self.left, TOP - 14, title, "bold")]
        for decade in range(self.x_range[0], self.x_range[1] + 1):
            x, y = self.place(10.0**decade, 10.0**self.y_range[0])
            out += [line(x, TOP, x, TOP + HEIGHT), text(x, y + 18, f"{10**decade}", anchor="middle")]
        for decade in range(self.y_range[0], self.y_range[1] + 1):
            x, y = self.place(10.0**self.x_range[0], 10.0**decade)
            out += [line(x, y, x + WIDTH, y),
                    text(x - 8, y + 4, format_time(10.0**decade), anchor="end")]
        out.append(text(self.left + WIDTH / 2, TOP + HEIGHT + 38, "links", anchor="middle"))
        return out


def line(x1, y1, x2, y2):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#dddddd"/>'


def text(x, y, content, weight="normal", anchor="start"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-weight="{weight}" text-anchor="{anchor}">'
            f"{content}</text>")


def draw_curve(points, colour):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>'] + dots


def calc_decades(values):
    low = math.floor(math.log10(min(values)))
    return low, max(low + 1, math.ceil(math.log10(max(values))))


def draw_plot(results, path):
    kinds = ["generic", "rings"]
    shown = {key: t for key, t in results.time.items() if key[1] in kinds}
    x_range = calc_decades([n for _, _, n in shown])
    y_range = calc_decades(shown.values())
    out = []
    for column, kind in enumerate(kinds):
        panel = Panel(LEFT + column * (WIDTH + GAP), x_range, y_range)
        out += panel.draw_grid(TITLES[kind].split(",")[0] + ": time per evaluation")
        for name in results.used(shown, kind):
            points = [panel.place(n, shown[name, kind, n])
                      for n in results.sizes(shown, kind) if (name, kind, n) in shown]
            out += draw_curve(points, COLOURS[results.names.index(name) % len(COLOURS)])
    legend = LEFT + 2 * WIDTH + GAP + 24
    for row, name in enumerate(results.names):
        y = TOP + 14 + 22 * row
        out += draw_curve([(legend, y - 4), (legend + 24, y - 4)], COLOURS[row % len(COLOURS)])
        out.append(text(legend + 34, y, name))
    width, height = legend + 190, TOP + HEIGHT + 60
    with open(path, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                   'font-family="sans-serif" font-size="12">\n'
                   '<rect width="100%" height="100%" fill="white"/>\n')
        file.write("\n".join(out) + "\n</svg>\n")


def main():
    values, report, plot = sys.argv[1:]
    results = Results(values)
    write_report(results, report, plot)
    draw_plot(results, plot)


main()
