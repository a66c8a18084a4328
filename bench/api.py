"""What Python costs beside C++ and the command line: per evaluation, and for a whole run.

    ninja -C build/release bench_api gelenk_python gelenk
    ./gelenk python bench/api.py
"""
import json
import pathlib
import subprocess
import tempfile
import time

import numpy

import gelenk

root = pathlib.Path(__file__).parents[1]
build = root / "build" / "release"
model = root / "examples" / "DoublePendulum.mo"


def time_calls(experiment, calls=50000):
    q, v = numpy.full(experiment.nq, 0.1), numpy.full(experiment.nv, 0.2)
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(calls):
            experiment.derivatives(0.0, q, v)
        best = min(best, (time.perf_counter() - begin) / calls)
    return best * 1e9


def time_command_line(t_end):
    with tempfile.TemporaryDirectory() as folder:
        summary = pathlib.Path(folder) / "s.json"
        output = pathlib.Path(folder) / "r.csv"
        subprocess.run([build / "gelenk", "run", model, "--t-end", str(t_end), "--output", output, "--summary", summary, "--quiet"],
                       check=True, capture_output=True)
        return json.loads(summary.read_text())["cpu_seconds"]


experiment = gelenk.load(model).experiment()
cpp = float(subprocess.run([build / "bench_api", model], check=True, capture_output=True, text=True).stdout)
python = time_calls(experiment)
print(f"derivatives: {cpp:.0f} ns from C++, {python:.0f} ns from Python: {(python - cpp) / 1000:.2f} µs more")
t_end = 3000
by_line, by_python = [], []
for _ in range(5):
    by_line.append(time_command_line(t_end))
    by_python.append(experiment.simulate(t_end).summary.cpu_seconds)
print(f"simulate to {t_end} s: {min(by_line):.3f} s by the command line (with its CSV file), {min(by_python):.3f} s from Python: "
      f"{100 * (min(by_python) / min(by_line) - 1):+.1f} %")
