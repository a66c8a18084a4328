// `gelenk sweep` as a user meets it: tables, files that outlive a kill, messages.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/answer_page.h"
#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::expect_documented;
using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

// x = cos(√k t): all about it is known. Too stiff a spring is refused, and with a = 1 it runs away at t = 1.
const std::string spring_text =
    "model Spring\n"
    "  parameter Real k(unit = \"N/m\") = 1;\n"
    "  parameter Real a = 0;\n"
    "  parameter Boolean pushed = false;\n"
    "  Real x(unit = \"m\", start = 1, fixed = true), v(unit = \"m/s\", start = 0, fixed = true);\n"
    "  Real z(start = 1, fixed = true);\n"
    "equation\n"
    "  assert(k < 50, \"too stiff\");\n"
    "  der(x) = v;\n"
    "  der(v) = -k*x + (if pushed then 1 else 0);\n"
    "  der(z) = a*z^2;\n"
    "  annotation(experiment(StopTime = 3, Tolerance = 1e-10));\n"
    "end Spring;\n";

struct Rows {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
  explicit Rows(const std::string& text) {
    std::istringstream lines(text);
    std::string line, cell;
    while (std::getline(lines, line)) {
      std::vector<std::string> cells;
      std::istringstream in(line);
      while (std::getline(in, cell, ',')) cells.push_back(cell);
      names.empty() ? names = cells : rows.emplace_back(cells);
    }
  }
  double get(std::size_t row, const std::string& name) const {
    const auto at = std::find(names.begin(), names.end(), name);
    return std::stod(rows.at(row).at(static_cast<std::size_t>(at - names.begin())));
  }
};

class SweepCommand : public ::testing::Test {
 protected:
  SweepCommand() { w.write("Spring.mo", spring_text); }
  Outcome sweep(const std::string& arguments) const {
    return run_gelenk(w, "sweep Spring.mo " + arguments);
  }
  Workspace w;
};

TEST_F(SweepCommand, TabulatesWhatClosedFormsSay) {
  const Outcome o = sweep(
      "--set 'k=log(1,16,5)' --results 'final(x),min(v),energy_end' --results 'rms(x)' -o t.csv");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  const Rows table(w.read("t.csv"));
  EXPECT_EQ(table.names, (std::vector<std::string>{"case", "k", "status", "final(x)", "min(v)",
                                                   "energy_end", "rms(x)", "message"}));
  ASSERT_EQ(table.rows.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const double k = table.get(i, "k"), w0 = std::sqrt(k);
    EXPECT_NEAR(k, std::pow(2.0, static_cast<double>(i)), 1e-14 * k);
    EXPECT_NEAR(table.get(i, "final(x)"), std::cos(3 * w0), 1e-7);
    // The least of 500 rows is off by less than the second derivative w0³ allows in half a row.
    EXPECT_NEAR(table.get(i, "min(v)"), -w0 * std::sin(std::min(3 * w0, 1.5707963267948966)),
                w0 * w0 * w0 * 0.003 * 0.003 / 2);
    const double mean_square = 0.5 + std::sin(6 * w0) / (12 * w0);
    EXPECT_NEAR(table.get(i, "rms(x)"), std::sqrt(mean_square), k * 0.006 * 0.006 / 6);
  }
}

TEST_F(SweepCommand, ReadsLikeAReport) {
  const Outcome o = sweep("--set k=1,4 --set 'pushed=true,false' --results 'final(x)' --threads 1");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const std::string took =
      o.out.substr(o.out.find("  took"), o.out.find("s on 1 thread") - o.out.find("  took"));
  std::string text = o.out;
  text.replace(text.find(took), took.size(), "  took        … ");
  EXPECT_EQ(text,
            "Spring: 4 of 4 cases done\n"
            "  cases       k (2) × pushed (2)\n"
            "  took        … s on 1 thread\n"
            "\n"
            "  case  k [N/m]  pushed  final(x) [m]\n"
            "     0        1    true             1\n"
            "     1        1   false     -0.989992\n"
            "     2        4    true      0.970128\n"
            "     3        4   false       0.96017\n"
            "\n"
            "  final(x) [m]  smallest  -0.989992  case 1: k = 1, pushed = false\n"
            "                largest           1  case 0: k = 1, pushed = true\n"
            "                mean       0.485076  standard deviation 0.983525\n");
}

TEST_F(SweepCommand, IsTheSameToTheLastBitForAnyNumberOfThreads) {
  const std::string command =
      "--set 'k=lin(1,40,30)' --set 'a=0,1' --results 'max(*),time_of_min(v),events,steps' --keep "
      "x,v "
      "--quiet ";
  for (const char* threads : {"1", "2", "5"})
    EXPECT_EQ(sweep(command + "--threads " + threads + " -o " + threads + ".csv").exit_code, 1);
  const std::string table = w.read("1.csv");
  EXPECT_EQ(Rows(table).rows.size(), 60u);
  EXPECT_EQ(w.read("2.csv"), table);
  EXPECT_EQ(w.read("5.csv"), table);
  const std::string curves = w.read("1.curves.csv");
  EXPECT_EQ(curves.substr(0, curves.find('\n')), "case,k,a,time,x,v");
  EXPECT_EQ(w.read("2.curves.csv"), curves);
  EXPECT_EQ(w.read("5.curves.csv"), curves);
}

TEST_F(SweepCommand, KeepsCasesThatDoNotSucceed) {
  const Outcome o =
      sweep("--set k=1,60,4 --set a=0,1 --results 'final(x),max(z)' -o t.csv --json t.json");
  EXPECT_EQ(o.exit_code, 1);
  const Rows table(w.read("t.csv"));
  ASSERT_EQ(table.rows.size(), 6u);
  const std::vector<std::string> statuses = {"done",    "failed", "refused",
                                             "refused", "done",   "failed"};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(table.rows[i][3], statuses[i]);
    EXPECT_EQ(table.rows[i][4] == "nan", statuses[i] != "done");
    EXPECT_EQ(table.rows[i].size() > 6, statuses[i] != "done");  // has a message
  }
  EXPECT_NE(w.read("t.csv").find("too stiff"), std::string::npos) << w.read("t.csv");
  EXPECT_NE(o.out.find("6 of 6 cases done, 2 failed, 2 refused"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("  case 2 refused: "), std::string::npos) << o.out;
  const auto json = nlohmann::json::parse(w.read("t.json"));
  EXPECT_EQ(json["status"], "done");
  EXPECT_EQ(json["failed"], 2);
  EXPECT_EQ(json["refused"], 2);
  EXPECT_EQ(json["parameters"][0]["name"], "k");
  EXPECT_EQ(json["parameters"][0]["unit"], "N/m");
  EXPECT_EQ(json["parameters"][0]["values"][4], 4);
  EXPECT_EQ(json["results"][0]["name"], "final(x)");
  EXPECT_TRUE(json["results"][0]["values"][1].is_null());
  EXPECT_EQ(json["statistics"][0]["count"], 2);
  EXPECT_EQ(json["failures"][0]["case"], 1);
  expect_documented(json, "sweep.md");
}

TEST_F(SweepCommand, ShowsHowFarItIsAndWritesToStandardOutput) {
  const Outcome o = sweep(
      "--set 'k=lin(1,40,30)' --results 'max(x)' --t-end 600 --threads 1 --progress always -o -");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(Rows(o.out).rows.size(), 30u);
  EXPECT_TRUE(o.out.starts_with("case,k,status,max(x),message\n0,1,done,")) << o.out;
  EXPECT_NE(o.err.find("Spring: 30 cases, k (30)\n"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find(" of 30 cases, "), std::string::npos) << o.err;
  EXPECT_NE(o.err.find(" s left"), std::string::npos) << o.err;
  // A device has neither a record nor a sweep to go on with.
  EXPECT_EQ(sweep("--set k=1,2 --results 'max(x)' -o /dev/null --quiet").exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists("/dev/null.sweep"));
  EXPECT_EQ(
      sweep("--set k=1,2 --results 'max(x)' -o /dev/null --resume").err,
      "error: '/dev/null' cannot be taken up: it is not a file [option]\n  hint: give --resume "
      "an --output file\n");
}

// ---- sweeps that end early ----------------------------------------------------------------------------

// Whatever a kill leaves, what is taken up ends with the files of a sweep that was not killed.
TEST_F(SweepCommand, IsTakenUpAtAnyByte) {
  const std::string command =
      "--set 'k=lin(1,40,12)' --set 'pushed=true,false' --results 'max(x),rms(v)' --keep x "
      "--interval 0.5 --quiet -o ";
  ASSERT_EQ(sweep(command + "whole.csv").exit_code, 0);
  const std::string table = w.read("whole.csv"), curves = w.read("whole.curves.csv");
  // The record tells nothing of file names.
  const std::string record = w.read("whole.csv.sweep");
  const std::size_t rows = table.size();
  for (const std::size_t bytes :
       {rows, rows - 1, rows / 2, rows / 2 + 7, std::size_t{60}, std::size_t{5}, std::size_t{0}}) {
    for (const std::size_t curve_bytes : {curves.size(), curves.size() - 9}) {
      // Of the cases in the table all curves are there.
      if (curve_bytes < curves.size() && bytes >= rows - 1) continue;
      w.write("part.csv", table.substr(0, bytes));
      w.write("part.curves.csv", curves.substr(0, curve_bytes));
      w.write("part.csv.sweep", record);
      const Outcome o = sweep(command + "part.csv --resume");
      EXPECT_EQ(o.exit_code, 0) << o.err;
      EXPECT_EQ(w.read("part.csv"), table) << bytes;
      EXPECT_EQ(w.read("part.curves.csv"), curves) << bytes;
    }
  }
}

// The system kills it when it has had a second of the processor, of the two and more that it needs.
TEST_F(SweepCommand, IsTakenUpAfterAKill) {
  const std::string command =
      "sweep Spring.mo --set 'k=lin(1,40,30)' --results 'max(x),rms(v)' --t-end 1800 --threads 1 "
      "--quiet ";
  ASSERT_EQ(run_gelenk(w, command + "-o whole.csv").exit_code, 0);
  const Outcome killed = run_gelenk(w, command + "-o part.csv", "ulimit -c 0 -t 1 && ");
  ASSERT_GT(killed.exit_code, 128);
  const std::string part = w.read("part.csv"), whole = w.read("whole.csv");
  ASSERT_LT(part.size(), whole.size());
#ifndef __SANITIZE_ADDRESS__
  EXPECT_GT(Rows(part).rows.size(), 0u);
#endif
  const Outcome o = run_gelenk(w, command + "-o part.csv --resume");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(w.read("part.csv"), whole);
}

TEST_F(SweepCommand, KeepsWhatIsDoneWhenItIsInterrupted) {
  const Outcome o =
      run_gelenk(w,
                 "sweep Spring.mo --set 'k=lin(1,40,50000)' --set 'a=lin(0,0.1,40000)' "
                 "--max-cases 2000000000 --results 'max(x)' -o t.csv",
                 "timeout --preserve-status -s INT 2");
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.out.find(" of 2000000000 cases done"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("to go on    give the same command with --resume"), std::string::npos);
  EXPECT_GT(Rows(w.read("t.csv")).rows.size(), 0u);
  EXPECT_TRUE(w.read("t.csv").ends_with("\n"));
}

TEST_F(SweepCommand, ItIsNotTakenUpFromTheFileOfAnother) {
  const std::string command = "--results 'max(x)' --quiet -o t.csv ";
  ASSERT_EQ(sweep(command + "--set k=1,2,3").exit_code, 0);
  const std::string hint =
      "  hint: bring the files of that sweep back, or leave --resume out to begin anew\n";
  const std::string table = w.read("t.csv");
  EXPECT_EQ(sweep(command + "--set k=1,2,4 --resume").err,
            "error: 't.csv' is of another sweep: its parameter k is '1,2,3', and now it is '1,2,4' "
            "[sweep]\n" +
                hint);
  EXPECT_EQ(
      sweep(command + "--set k=1,2,3 --t-end 2 --resume").err,
      "error: 't.csv' is of another sweep: its end time is '', and now it is '2' [sweep]\n" + hint);
  std::string other = spring_text;
  other.replace(other.find("a*z^2"), 5, "a*z^3");
  w.write("Spring.mo", other);
  EXPECT_EQ(sweep(command + "--set k=1,2,3 --resume").err,
            "error: 't.csv' is of another sweep: the model has changed since [sweep]\n" + hint);
  w.write("Spring.mo", spring_text);
  std::filesystem::remove(w.path("t.csv.sweep"));
  EXPECT_EQ(sweep(command + "--set k=1,2,3 --resume").err,
            "error: 't.csv' is not of a sweep that can be taken up: there is no 't.csv.sweep' "
            "[sweep]\n" +
                hint);
  EXPECT_EQ(w.read("t.csv"), table);
}

// ---- cases --------------------------------------------------------------------------------------------

TEST_F(SweepCommand, TakesCasesFromAFile) {
  w.write("cases.csv", "k [N/m], pushed\n1, true\n4, false\n");
  const Outcome o = sweep("--cases cases.csv --set a=0.25 --results 'final(x)' -o t.csv --units");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const Rows table(w.read("t.csv"));
  EXPECT_EQ(table.names, (std::vector<std::string>{"case", "k [N/m]", "pushed", "a", "status",
                                                   "final(x) [m]", "message"}));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_NEAR(table.get(0, "final(x) [m]"), 1.0, 1e-8);
  EXPECT_NEAR(table.get(1, "final(x) [m]"), std::cos(6), 1e-8);
  w.write("cases.csv", "k,pushed\n1\n");
  EXPECT_EQ(sweep("--cases cases.csv --results 'final(x)'").err,
            "error: 'cases.csv' has 1 cells in line 2 instead of 2 [csv]\n  hint: write a line "
            "with paths of parameters, then a line with their values for each case, all separated "
            "by commas\n");
}

TEST_F(SweepCommand, DrawsTheSameCasesFromTheSameSeed) {
  const std::string command =
      "--set 'k=uniform(1,2)' --set 'a=normal(0,0.01)' --random 20 --results 'max(x)' --quiet ";
  ASSERT_EQ(sweep(command + "-o a.csv").exit_code, 0);
  ASSERT_EQ(sweep(command + "-o b.csv --threads 1").exit_code, 0);
  ASSERT_EQ(sweep(command + "-o c.csv --seed 2").exit_code, 0);
  ASSERT_EQ(sweep(command + "-o d.csv --sampling latin").exit_code, 0);
  EXPECT_EQ(w.read("a.csv"), w.read("b.csv"));
  EXPECT_NE(w.read("a.csv"), w.read("c.csv"));
  std::vector<int> counts(20, 0);
  const Rows latin(w.read("d.csv"));
  for (std::size_t i = 0; i < 20; ++i)
    ++counts.at(static_cast<std::size_t>((latin.get(i, "k") - 1) * 20));
  EXPECT_EQ(counts, std::vector<int>(20, 1));
}

// ---- what a sweep refuses -----------------------------------------------------------------------------

TEST_F(SweepCommand, SaysHowManyCasesThereWouldBe) {
  const Outcome o =
      sweep("--set 'k=lin(1,2,100000)' --set 'a=lin(0,1,10000)' --results 'max(x)' -o t.csv");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err,
            "error: the sweep would have 1,000,000,000 cases, k (100000) × a (10000), and "
            "1,000,000 are the most [option]\n  hint: take fewer values, or draw some of the cases "
            "with --random 1000; --max-cases allows more, which take no more memory, but their "
            "time\n");
  EXPECT_FALSE(w.exists("t.csv"));
}

TEST_F(SweepCommand, WrongArgumentsAreToldBeforeAnythingIsWritten) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"--results 'max(x)'", "no parameter has more than one value"},
      {"--set k=1,2", "the sweep has no results"},
      {"--set kk=1,2 --results 'max(x)'", "kk"},
      {"--set k=1,2 --results 'max(y)'", "no signal matches 'y'"},
      {"--set k=1,2 --results 'at(x,5)'",
       "the time 5 s of 'at(x,5)' is not in the run, which goes from 0 to 3 s"},
      {"--set k=1,2 --results 'max(x)' --sampling latin",
       "a Latin hypercube needs a number of draws"},
      {"--set k=1,2 --results 'max(x)' --random 5 --sampling sobol",
       "there is no sampling 'sobol'"},
      {"--set k=1,2 --results 'max(x)' --keep 'nothing*'", "no signal matches 'nothing*'"},
      {"--set k=1,2 --results 'max(x)' --threads -1", "a sweep cannot have -1 threads"},
      {"--set k=1,2 --results 'max(x)' --random -5", "--random"},
      {"--set k=1,2 --results 'max(x)' --integrator euler", "euler"},
      {"--set k=1,2 --results 'max(x)' --cases none.csv", "'none.csv' cannot be read"},
      {"--set k=1,2 --results 'max(x)' --together --random 4",
       "draws have nothing to be put together"},
      {"--set k=60,70 --results 'max(x)'", "too stiff"},
      {"--set k=1,2 --results 'max(x)' --progress sometimes",
       "there is no --progress 'sometimes'"}};
  for (const auto& [arguments, sentence] : wrong) {
    const Outcome o = sweep(arguments + " -o t.csv");
    EXPECT_EQ(o.exit_code, 2) << arguments;
    EXPECT_NE(o.err.find(sentence), std::string::npos) << arguments << "\n" << o.err;
    EXPECT_FALSE(w.exists("t.csv")) << arguments;
  }
  EXPECT_NE(
      sweep("--set k=1,2 --results 'max(x)' --resume").err.find("there is no sweep to resume"),
      std::string::npos);
  EXPECT_NE(sweep("--set k=1,2 --keep x").err.find("there is no file for the curves of --keep"),
            std::string::npos);
  EXPECT_NE(sweep("--set k=1,2 --results 'max(x)' -o Spring.mo").err.find("CSV"),
            std::string::npos);
  EXPECT_EQ(w.read("Spring.mo"), spring_text);
}

// ---- figures ------------------------------------------------------------------------------------------

TEST_F(SweepCommand, ItsFilesArePlotted) {
  ASSERT_EQ(
      sweep("--set 'k=lin(1,4,4)' --set pushed=true,false --results 'max(x),rms(v)' --keep x,v "
            "-o t.csv --units --quiet")
          .exit_code,
      0);
  Outcome o = run_gelenk(w, "plot t.csv -o t.svg");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  std::string svg = w.read("t.svg");
  for (const char* text :
       {">k in N/m<", ">max(x), pushed = true<", ">rms(v), pushed = false<", ">in m<", ">in m/s<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  o = run_gelenk(w, "plot t.curves.csv --signals x -o c.svg");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  svg = w.read("c.svg");
  for (const char* text :
       {">time in s<", ">x, k = 1, pushed = true<", ">x, k = 4, pushed = false<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_EQ(run_gelenk(w, "plot t.csv --x 'max(x)' --signals 'rms(v)' -o x.svg").exit_code, 0);
  EXPECT_NE(w.read("x.svg").find(">max(x) in m<"), std::string::npos);
  EXPECT_EQ(run_gelenk(w, "plot t.csv --log-x -o l.svg").exit_code, 0);
  EXPECT_EQ(run_gelenk(w, "plot t.curves.csv --log-x -o l.svg").err,
            "error: an axis of ratios cannot begin at 0 [option]\n  hint: give --from a number "
            "above zero, or leave out --log-x\n");
}

}  // namespace
}  // namespace gelenk
