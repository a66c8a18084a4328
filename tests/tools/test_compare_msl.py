"""tools/compare-msl without the library: its rule of comparison, its reader of examples, and whole runs
with a small library, reference results and a program that are made up here."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import math
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "compare-msl"


def load_script():
    loader = importlib.machinery.SourceFileLoader("compare_msl", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare_msl", loader))
    loader.exec_module(module)
    return module


msl = load_script()


def grid(count, end=1.0):
    return [end * i / count for i in range(count + 1)]


def step_at(event, before=0.0, after=1.0, count=100):
    """Rows of a jump: the grid, and two rows at the event."""
    rows = [(t, before if t < event else after) for t in grid(count) if t != event]
    rows = sorted(rows + [(event, before), (event, after)], key=lambda row: row[0])
    return [t for t, _ in rows], [value for _, value in rows]


class RuleTest(unittest.TestCase):
    """The equations of the heading; on this grid of 100 intervals w is 1e-3."""

    def excess(self, reference, run):
        return msl.compare_signal(*reference, *run)[0]

    def test_equal_signals_do_not_differ(self):
        times = grid(100)
        values = [math.sin(t) for t in times]
        self.assertEqual(self.excess((times, values), (times, values)), 0.0)

    def test_difference_counts_by_the_range_of_the_reference(self):
        times = grid(100)
        reference, run = [50.0 + 4.0 * t for t in times], [50.0 + 4.0 * t for t in times]
        run[100] += 0.4  # 0.1 of the range; the tube ends where the reference does
        e, when = msl.compare_signal(times, reference, times, run)
        self.assertAlmostEqual(e, 0.1)
        self.assertEqual(when, 1.0)

    def test_tolerance_separates_what_lies_around_it(self):
        times = grid(100)
        flat = [0.0] * 50 + [1.0] * 51
        for part, passes in ((0.9, True), (1.1, False)):
            shifted = [value + part * msl.TOLERANCE for value in flat]
            self.assertEqual(self.excess((times, flat), (times, shifted)) <= msl.TOLERANCE, passes)

    def test_rows_at_other_times_are_interpolated(self):
        fine, coarse = grid(1000), grid(10)
        self.assertLess(self.excess((fine, [3.0 * t for t in fine]), (coarse, [3.0 * t for t in coarse])), 1e-12)

    def test_event_within_the_tube_does_not_count(self):
        self.assertEqual(self.excess(step_at(0.5), step_at(0.5009)), 0.0)
        self.assertEqual(self.excess(step_at(0.5), step_at(0.4991)), 0.0)

    def test_event_beyond_the_tube_counts(self):
        self.assertAlmostEqual(self.excess(step_at(0.5), step_at(0.503)), 1.0)

    def test_both_values_of_an_event_count(self):
        # One row more at the event: a pulse of no length, which both have or only one.
        times, values = step_at(0.505)
        i = times.index(0.505)
        pulse = times[:i + 1] + [0.505] + times[i + 1:], values[:i + 1] + [7.0] + values[i + 1:]
        self.assertEqual(self.excess(pulse, pulse), 0.0)
        self.assertAlmostEqual(self.excess((times, values), pulse), 6.0)
        self.assertAlmostEqual(self.excess(pulse, (times, values)), 6.0 / 7.0)

    def test_tube_is_no_wider_than_two_intervals(self):
        # 10000 intervals: w = 2e-4, a fifth of what a thousandth of the time would be.
        times = grid(10000)
        fast, later = [math.sin(3000 * t) for t in times], [math.sin(3000 * (t - 5e-4)) for t in times]
        self.assertGreater(self.excess((times, fast), (times, later)), 0.1)

    def test_constant_signals_have_a_scale(self):
        times = grid(10)
        self.assertLess(self.excess((times, [0.0] * 11), (times, [1e-9] * 11)), msl.TOLERANCE)
        self.assertGreater(self.excess((times, [0.0] * 11), (times, [1e-6] * 11)), msl.TOLERANCE)
        self.assertLess(self.excess((times, [1e5] * 11), (times, [1e5 + 0.1] * 11)), msl.TOLERANCE)
        self.assertGreater(self.excess((times, [1e5] * 11), (times, [1e5 + 1.0] * 11)), msl.TOLERANCE)

    def test_run_that_ends_early_or_is_not_a_number_differs(self):
        times = grid(100)
        ones = [1.0] * 101
        self.assertEqual(self.excess((times, ones), (times[:90], ones[:90])), msl.BEYOND)
        self.assertEqual(self.excess((times, ones), (times, ones[:60] + [math.nan] + ones[61:])), msl.BEYOND)
        self.assertEqual(self.excess((times, ones), ((), ())), msl.BEYOND)


class ExamplesTest(unittest.TestCase):
    def test_models_with_a_stop_time_are_found(self):
        text = """within Modelica.Blocks;
        package Examples "model Hidden annotation(experiment(StopTime=1)); end Hidden;"
          extends Modelica.Icons.ExamplesPackage;
          // model Comment annotation(experiment(StopTime=1)); end Comment;
          model First
            replaceable model Part = Other(redeclare package Medium = Water) constrainedby Base;
            Real x[3] annotation(Dialog(group="experiment(StopTime=2)"));
          equation
            for i in 1:2 loop if x[end] > 0 then x[i] = 0; end if; end for;
            annotation(Documentation(info="<html></html>"), experiment(StartTime=-1, StopTime=-0.5, Interval=1e-3));
          end First;
          partial model Base annotation(experiment(StopTime=1)); end Base;
          model NoStop annotation(experiment(Tolerance=1e-6)); end NoStop;
          type Unit = Real(final unit="1");
          encapsulated operator record Number
            encapsulated operator 'constructor' function f end f; end 'constructor';
          end Number;
          package Inner
            redeclare block extends Last annotation(experiment(StopTime=1.5e2)); end Last;
          end Inner;
        end Examples;
        """
        self.assertEqual(msl.find_examples_in(text), [("Modelica.Blocks.Examples.First", "-0.5"),
                                                      ("Modelica.Blocks.Examples.Inner.Last", "1.5e2")])


class CausesTest(unittest.TestCase):
    ERRORS = """/lib/A.mo:34:3: error: Modelica.Blocks is not supported [unsupported]
  34 |   Modelica.Blocks.Sources.Sine sine(amplitude=amplitude)
     |   ^
  hint: write signals as expressions
/lib/A.mo:5:3: error: there is no class 'LossyGear' in Modelica.Mechanics.Rotational.Components [unknown-class]
  5 |   Components.LossyGear gear
    |   ^
error: no signal matches 'x' [unknown-signal]
"""

    def test_errors_are_sentences_and_have_names(self):
        self.assertEqual(msl.find_errors(self.ERRORS),
                         ["Modelica.Blocks is not supported: 'Blocks.Sources.Sine'",
                          "there is no class 'LossyGear' in Modelica.Mechanics.Rotational.Components",
                          "no signal matches 'x'"])

    def test_failures_without_an_error_have_a_message(self):
        self.assertEqual(msl.find_messages(1, "A: failed: the state 'x' grows at time 1.5 s\n", 9),
                         ["the state 'x' grows at time 1.5 s"])
        self.assertEqual(msl.find_messages(None, "", 9), ["takes longer than 9 s"])
        self.assertEqual(msl.find_messages(-11, "", 9), ["the program was ended by SIGSEGV"])
        self.assertEqual(msl.find_messages(4, "", 9), ["exit code 4 without a message"])

    def test_messages_that_differ_by_names_and_numbers_are_one_cause(self):
        self.assertEqual(msl.cause_of("there is no class 'Gear' in Modelica.Mechanics.Rotational.Components"),
                         ("there is no class '…' in …", ["Gear"]))
        self.assertEqual(msl.cause_of("Modelica.Blocks is not supported: 'Blocks.Sources.Sine'"),
                         ("Modelica.Blocks is not supported", ["Blocks.Sources.Sine"]))
        self.assertEqual(msl.cause_of("the state 'x1' grows at time 1.5e-3 s"),
                         ("the state '…' grows at time N s", ["x1"]))

    def test_causes_are_ranked_by_what_they_block(self):
        outcomes = [{"name": "A", "status": "failed", "messages": ["no 'a'", "no 'b'", "an assert"]},
                    {"name": "B", "status": "failed", "messages": ["no 'b'"]},
                    {"name": "C", "status": "passed", "messages": []}]
        self.assertEqual(msl.group_causes(outcomes),
                         [{"cause": "no '…'", "blocks": 2, "alone": 1, "first": 2, "examples": ["A", "B"],
                           "names": {"b": 2, "a": 1}},
                          {"cause": "an assert", "blocks": 1, "alone": 0, "first": 0, "examples": ["A"],
                           "names": {}}])


# Stands for gelenk: what it does depends on the model's last name. Its signals are x = t and z = 1.
PROGRAM = """#!{python}
import sys, time
arguments = sys.argv[1:]
if arguments == ["run", "--help"]:
    print("  --library TEXT   Folder of a library")
    sys.exit()
option = lambda name, default: arguments[arguments.index(name) + 1] if name in arguments else default
assert arguments[0] == "run" and option("--library", "") == {library!r}
model = option("--model", "").split(".")[-1]
if model == "Slow":
    time.sleep(60)
if model == "Broken":
    sys.exit("A.mo:1:1: error: an algorithm section in a model [unsupported]")
names = option("--signals", "*").split(",")
for name in names:
    if name not in ("x", "z", "*"):
        print("error: no signal matches '%s' [unknown-signal]" % name, file=sys.stderr)
        sys.exit(2)
end, interval = float(option("--t-end", "1")), float(option("--interval", "0.01"))
with open(option("--output", ""), "w") as results:
    results.write("time,x,z\\n")
    for i in range(round(end / interval) + 1):
        t = i * interval
        results.write("%r,%r,1\\n" % (t, 1.05 * t if model == "Off" else t))
"""


class WholeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.library, self.reference = self.root / "library", self.root / "reference"
        self.program, self.json = self.root / "program", self.root / "all.json"
        examples = self.library / "Modelica" / "Mechanics" / "Rotational" / "Examples"
        examples.mkdir(parents=True)
        (self.library / "Modelica" / "package.mo").write_text("package Modelica\nend Modelica;\n")
        for name in ("Good", "Off", "Broken", "Lacking", "Slow", "Unpublished"):
            (examples / (name + ".mo")).write_text(
                f"within Modelica.Mechanics.Rotational.Examples;\nmodel {name}\n"
                f"  annotation(experiment(StopTime=2));\nend {name};\n")
            self.publish(name)
        self.program.write_text(PROGRAM.format(python=sys.executable, library=str(self.library)))
        self.program.chmod(0o755)

    def publish(self, name):
        """Reference results: x = t over 2 s, at times that are exact, and columns that do not count."""
        folder = self.reference / "Modelica" / "Mechanics" / "Rotational" / "Examples" / name
        folder.mkdir(parents=True)
        if name == "Unpublished":
            return
        (folder / "comparisonSignals.txt").write_text("time\nx\n" + ("part.y[1,2]\n" if name == "Lacking" else ""))
        rows = "".join(f"{t!r},{t!r},0,0\n" for t in grid(256, 2.0))
        (folder / (name + ".csv")).write_text('"time","x","part.y[1,2]","z"\n' + rows)

    def call(self, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), mock.patch.object(msl.resource, "setrlimit"):
            code = msl.main([str(self.library), *arguments, "--program", str(self.program), "--json", str(self.json)])
        return code, output.getvalue(), json.loads(self.json.read_text())

    def test_every_outcome_is_told(self):
        code, output, everything = self.call(str(self.reference), "--only", "*[!w]", "--jobs", "3")
        self.assertEqual(code, 1)
        name = "Modelica.Mechanics.Rotational.Examples."
        self.assertEqual(output.splitlines(), [
            name + "Broken       failed           an algorithm section in a model",
            name + "Good         passed           x by 0",
            name + "Lacking      missing signals  part.y[1,2]; of 1 others x by 0",
            name + "Off          differs          x by 0.05 at 2 s",
            name + "Unpublished  no reference",
            "",
            "Modelica.Mechanics.Rotational        1 of   5 passed; 1 differs, 1 failed, 1 missing signals, 1 no reference",
            "all                                  1 of   5 passed",
            "",
            "why examples fail: how many have the message, as the only one, as the first one",
            "   1    1    1  an algorithm section in a model",
            "                " + name + "Broken"])
        off = everything["examples"][3]
        self.assertEqual((off["status"], off["worst"], off["signals"]), ("differs", "x", 1))
        self.assertEqual(everything["packages"][0]["passed"], 1)

    def test_run_that_takes_too_long_is_ended(self):
        _, output, _ = self.call(str(self.reference), "--only", "*.Slow", "--timeout", "0.5")
        self.assertIn("Slow  failed           takes longer than 0.5 s\n", output)

    def test_only_some(self):
        code, _, everything = self.call(str(self.reference), "--only", "*.Good")
        self.assertEqual((code, len(everything["examples"])), (0, 1))

    def test_without_reference_results_nothing_is_compared(self):
        _, _, everything = self.call("--only", "*.[GO]*")
        self.assertEqual([e["status"] for e in everything["examples"]], ["no reference", "no reference"])

    def test_what_is_not_there_is_told(self):
        for arguments, sentence in (
                ([str(self.root)], f"{self.root} has no package Modelica"),
                ([str(self.library), str(self.root)], f"{self.root} has no folder Modelica"),
                ([str(self.library), "--program", "/none"],
                 "there is no program /none; build it, or name it by --program")):
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors), self.assertRaises(SystemExit):
                msl.main(arguments)
            self.assertEqual(errors.getvalue().splitlines()[-1], "compare-msl: error: " + sentence)


if __name__ == "__main__":
    unittest.main()
