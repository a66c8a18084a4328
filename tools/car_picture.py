#!/usr/bin/env python3
"""Draws doc/car.svg from a run of the Thesis's car:

    ./gelenk run examples/thesis/Car.mo --signals '*' --output car.csv && tools/car_picture.py car.csv > doc/car.svg
"""
import csv
import sys


def read(path):
    rows = csv.reader(open(path))
    names = next(rows)
    data = [[float(x) for x in row] for row in rows]
    return {name: [row[i] for row in data] for i, name in enumerate(names)}


def main():
    data = read(sys.argv[1])
    time = data["time"]

    def point(frame, i):
        x, z = data[frame + ".r_0[1]"][i], data[frame + ".r_0[3]"][i]
        return 215 + 150 * x, 235 - 150 * z

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 300" font-family="sans-serif" font-size="13">',
           '<rect width="860" height="300" fill="#ffffff"/>']

    def line(a, b, colour, width, opacity):
        out.append(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="{colour}" '
                   f'stroke-width="{width}" stroke-linecap="round" opacity="{opacity}"/>')

    def car(i, opacity):
        for side in ("Left", "Right"):
            s, n = "suspension" + side, "25"
            line(point("carBody.beam", i), point("car25.frame_b", i), "#455a64", 9, opacity)
            hub = "revolute3.frame_b" if side == "Left" else "revolute6.frame_b"
            line(point("car25.frame_b", i), point(hub, i), "#1e88e5", 7, opacity)
            line(point(s + ".onBeam.frame_b", i), point(s + ".damper.cylinder", i), "#8d6e63", 4, opacity)
            top = "cylinder1.frame_b" if side == "Left" else "cylinder4.frame_b"
            line(point(s + ".damper.cylinderEnd.frame_b", i), point(top, i), "#fb8c00", 8, opacity)
            x, y = point(hub, i)
            road = 235
            out.append(f'<rect x="{x - 10:.1f}" y="{y - 42:.1f}" width="20" height="84" rx="6" fill="#263238" opacity="{opacity}"/>')
            line((x, y), (x, road), "#e53935", 2, opacity)
        x, y = point("carBody.beam", i)
        out.append(f'<rect x="{x - 110:.1f}" y="{y - 34:.1f}" width="220" height="34" rx="9" fill="#90a4ae" opacity="{opacity}"/>')

    out.append('<line x1="20" y1="236" x2="410" y2="236" stroke="#607d8b" stroke-width="2"/>')
    car(0, 0.25)
    car(len(time) - 1, 1)
    out.append('<text x="20" y="285" fill="#37474f">the car at the start (faint) and after 1.5 s</text>')

    # Height of the car body, and the drift of the loop closure.
    left, right, top, bottom = 500, 840, 30, 236
    z = data["carBody.body.r_0[3]"]
    low, high = min(z), max(z)
    pts = " ".join(f"{left + (right - left) * t / time[-1]:.1f},{bottom - (bottom - top) * (v - low) / (high - low):.1f}" for t, v in zip(time, z))
    out.append(f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="none" stroke="#b0bec5"/>')
    out.append(f'<polyline points="{pts}" fill="none" stroke="#1e88e5" stroke-width="2.5"/>')
    out.append(f'<text x="{left - 8}" y="{top + 5}" text-anchor="end" fill="#37474f">{high:.3f} m</text>')
    out.append(f'<text x="{left - 8}" y="{bottom + 4}" text-anchor="end" fill="#37474f">{low:.3f} m</text>')
    out.append(f'<text x="{left}" y="{bottom + 18}" fill="#37474f">0</text><text x="{right}" y="{bottom + 18}" text-anchor="end" fill="#37474f">{time[-1]:g} s</text>')
    drift = max(data["gelenk.drift.position"])
    out.append(f'<text x="{left}" y="285" fill="#37474f">height of the car body; joints stay closed to {drift:.0e} m</text>')
    out.append("</svg>")
    print("\n".join(out))


main()
