// States, checkpoints and resuming as a user meets them: files, kill -9, Ctrl-C, messages.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "io/state_file.h"
#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk::testing {
namespace {

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

class StateCommand : public ::testing::Test {
 protected:
  Outcome run(const std::string& arguments, const std::string& before = "") {
    return run_gelenk(w, "run " + arguments, before);
  }
  // The run fails with exit code 2 and these words, and leaves no file of results.
  void expect_refused(const std::string& arguments, const std::string& words) {
    const Outcome o = run(arguments + " --output refused.csv");
    EXPECT_EQ(o.exit_code, 2) << arguments << o.out;
    EXPECT_NE(o.err.find(words), std::string::npos) << arguments << "\n" << o.err;
    EXPECT_FALSE(w.exists("refused.csv")) << arguments;
  }
  Workspace w;
};

TEST_F(StateCommand, SavesAndStarts) {
  const std::string pendulum = examples + "Pendulum.mo --interval 0.1 --signals hinge.phi,hinge.w";
  Outcome o =
      run(pendulum + " --t-end 2 --output a.csv --save-state one.json@1 --save-state 'e@nd.json'");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("  state       one.json\n  state       e@nd.json\n"), std::string::npos)
      << o.out;
  const auto json = nlohmann::json::parse(w.read("one.json"));
  EXPECT_EQ(json["time"], 1.0);
  EXPECT_EQ(json["model"], "Pendulum");
  EXPECT_EQ(json["coordinates"]["hinge.phi"], Csv(w.path("a.csv")).rows.at(10).at(1));
  EXPECT_EQ(json["speeds"]["hinge.w"], Csv(w.path("a.csv")).rows.at(10).at(2));

  o = run(pendulum + " --t-end 2 --output b.csv --start-state one.json --summary s.json");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("  start       from 'one.json' at 1 s, exactly\n  time        1 to 2 s"),
            std::string::npos)
      << o.out;
  EXPECT_EQ(nlohmann::json::parse(w.read("s.json"))["start"], "from 'one.json' at 1 s, exactly");
  const std::string a = w.read("a.csv"), b = w.read("b.csv");
  EXPECT_TRUE(a.ends_with(b.substr(b.find('\n') + 1)));
  EXPECT_EQ(Csv(w.path("b.csv")).rows.size(), 11u);

  // In place: from the state to the next one.
  o = run(pendulum + " --t-end 3 --start-state e@nd.json --save-state e@nd.json --integrator rk4");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("from 'e@nd.json' at 2 s, by names: this run has other integrator\n"),
            std::string::npos)
      << o.out;
  EXPECT_EQ(nlohmann::json::parse(w.read("e@nd.json"))["time"], 3.0);
}

// Killed at any instant, as often as it takes.
TEST_F(StateCommand, SurvivesKill) {
  int killed = 0;
  for (const std::string file : {"whole.csv", "whole.mat"}) {
    const std::string cut = file == "whole.csv" ? "cut.csv" : "cut.mat";
    const std::string car =
        examples +
        "FrictionArm.mo --t-end 400 --interval 0.01 --integrator dopri5 --quiet --output ";
    ASSERT_EQ(run(car + file).exit_code, 0);
    std::string resume;
    int code = 137;
    for (int k = 1; k <= 60 && code != 0; ++k) {
      const Outcome o = run(car + cut + " --checkpoint 0.05" + resume,
                            "timeout -s KILL " + std::to_string(0.13 * (k < 8 ? k + 1 : 2 * k)));
      code = o.exit_code;
      killed += code == 137;
      ASSERT_TRUE(code == 0 || code == 137) << code << o.err;
      resume = " --resume";
    }
    EXPECT_EQ(code, 0);
    EXPECT_TRUE(w.read(cut) == w.read(file)) << file;
    EXPECT_FALSE(w.exists(cut + ".checkpoint"));
  }
  EXPECT_GE(killed, 2);
}

TEST_F(StateCommand, CtrlCWritesALastCheckpoint) {
  const std::string car =
      examples + "FrictionArm.mo --t-end 300 --interval 0.01 --integrator dop853 --output ";
  w.write("stop.sh",
          "\"$@\" &\nwhile [ ! -s cut.csv ] && kill -0 $!; do sleep 0.01; done\n"
          "kill -INT $!\nwait $!\n");
  Outcome o = run(car + "cut.csv --checkpoint 1000 --save-state last.json", "bash stop.sh");
  ASSERT_EQ(o.exit_code, 1) << o.err << o.out;
  EXPECT_NE(o.out.find("  to go on    give the same command with --resume\n"), std::string::npos)
      << o.out;
  EXPECT_TRUE(w.exists("cut.csv.checkpoint"));
  const double stopped = read_state_file(w.path("last.json")).time;
  EXPECT_EQ(read_state_file(w.path("cut.csv.checkpoint")).time, stopped);
  EXPECT_GT(stopped, 0);
  EXPECT_LT(stopped, 300);
  o = run(car + "cut.csv --checkpoint 1000 --save-state last.json --resume");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("taken up\n"), std::string::npos) << o.out;
  EXPECT_EQ(run(car + "whole.csv").exit_code, 0);
  EXPECT_TRUE(w.read("cut.csv") == w.read("whole.csv"));
}

// Without a checkpoint the run starts at the beginning, and one that an earlier run has left does not count.
TEST_F(StateCommand, WhatThereIsNotIsNotTakenUp) {
  const std::string pendulum = examples + "Pendulum.mo --t-end 1 --checkpoint 100 ";
  Outcome o = run(pendulum + "--output out.csv --resume");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(
      o.err.find("there is no checkpoint 'out.csv.checkpoint': the run started at the beginning"),
      std::string::npos)
      << o.err;
  w.write("out.csv.checkpoint", "old");
  EXPECT_EQ(run(pendulum + "--output out.csv").exit_code, 0);
  EXPECT_FALSE(w.exists("out.csv.checkpoint"));
  // Named after the model where there is no output.
  w.write("Pendulum.checkpoint", "{}");
  o = run(pendulum + "--resume");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("'Pendulum.checkpoint' is no state of a run"), std::string::npos) << o.err;
}

class CheckpointCommand : public StateCommand {
 protected:
  // A run that was interrupted, with its checkpoint.
  void SetUp() override {
    w.write("stop.sh",
            "\"$@\" &\nwhile [ ! -s out.csv ] && kill -0 $!; do sleep 0.01; done\n"
            "kill -INT $!\nwait $!\n");
    ASSERT_EQ(run(command + " --t-end 1e6", "bash stop.sh").exit_code, 1);
    ASSERT_TRUE(w.exists("out.csv.checkpoint"));
    results = w.read("out.csv");
    checkpoint = w.read("out.csv.checkpoint");
  }
  void expect_refused(const std::string& options, const std::string& words) {
    const Outcome o = run(command + " --resume " + options);
    EXPECT_EQ(o.exit_code, 2) << options << o.out;
    EXPECT_NE(o.err.find(words), std::string::npos) << options << "\n" << o.err;
  }
  const std::string command =
      examples + "Pendulum.mo --interval 0.01 --checkpoint 100 --integrator rk4 --output out.csv";
  std::string results, checkpoint;
};

TEST_F(CheckpointCommand, OfAnotherRunIsRefused) {
  expect_refused("--t-end 10",
                 "the checkpoint 'out.csv.checkpoint' belongs to another run: this one "
                 "has other end time [state]\n  hint: repeat the command of that run");
  expect_refused("--t-end 1e6 --set world.g=9",
                 "this one has another model, or other parameters [state]");
  expect_refused("--t-end 1e6 --step 1e-4 --signals hinge.w",
                 "this one has other step, other signals [state]");
  EXPECT_TRUE(w.read("out.csv") == results);
  EXPECT_TRUE(w.read("out.csv.checkpoint") == checkpoint);
}

TEST_F(CheckpointCommand, WithOtherResultsIsRefused) {
  const std::string words =
      "'out.csv' is not the file of results that the checkpoint belongs to [state]";
  std::string other = results;
  other[results.size() - 20] = other[results.size() - 20] == '1' ? '2' : '1';
  for (const std::string& text :
       {other, results.substr(0, results.size() / 2), std::string("time\n")}) {
    w.write("out.csv", text);
    expect_refused("--t-end 1e6", words);
    EXPECT_TRUE(w.read("out.csv") == text);
    EXPECT_TRUE(w.read("out.csv.checkpoint") == checkpoint);
  }
}

TEST_F(CheckpointCommand, ThatIsDamagedIsRefused) {
  // Without its last line's end it would still be whole.
  for (std::size_t at = 5; at + 5 < checkpoint.size(); at += checkpoint.size() / 7) {
    w.write("out.csv.checkpoint", checkpoint.substr(0, at));
    expect_refused("--t-end 1e6", "'out.csv.checkpoint' is no state of a run: ");
  }
  std::string damaged = checkpoint;
  const std::size_t at = damaged.find("\"memory\"") + 200;
  damaged[at] = damaged[at] == 'A' ? 'B' : 'A';
  w.write("out.csv.checkpoint", damaged);
  expect_refused("--t-end 1e6", "its memory is damaged [state]");
  EXPECT_TRUE(w.read("out.csv") == results);
}

TEST_F(StateCommand, FilesAtFaultAreNamed) {
  const std::string pendulum = examples + "Pendulum.mo --t-end 1 ";
  ASSERT_EQ(run(pendulum + "--output other.csv --summary other.json --save-state half.json@0.5")
                .exit_code,
            0);
  const std::string csv = w.read("other.csv"), half = w.read("half.json");
  expect_refused(pendulum + "--start-state none.json", "cannot read 'none.json' [state]");
  expect_refused(pendulum + "--start-state .", "cannot read '.' [state]");
  expect_refused(pendulum + "--start-state other.csv",
                 "'other.csv' is no state of a run: it is not JSON from byte 2 on [state]");
  expect_refused(pendulum + "--start-state other.json", "'other.json' is no state of a run: ");
  expect_refused(pendulum + "--start-state half.json --summary half.json",
                 "--summary and --start-state name the same file: 'half.json' [option]");
  expect_refused(examples + "Pendulum.mo --start-state half.json --t-end 0.5",
                 "the state in 'half.json' is at 0.5 s, and the run ends at 0.5 s [option]");
  expect_refused(
      examples + "FourBar.mo --start-state half.json",
      "nothing of the state in 'half.json' belongs to this model: it is one of 'Pendulum' [state]");
  w.write("new.json", std::string(half).replace(half.find("\"gelenk state\": 1") + 16, 1, "2"));
  expect_refused(pendulum + "--start-state new.json",
                 "is of version 2, this program reads version 1");
  w.write("cut.json", half.substr(0, half.size() / 2));
  expect_refused(pendulum + "--start-state cut.json", "'cut.json' is no state of a run: ");

  expect_refused(pendulum + "--save-state no/where.json",
                 "cannot write 'no/where.json': there is no folder");
  expect_refused(pendulum + "--save-state /dev/null",
                 "cannot write '/dev/null': a state is a file");
  expect_refused(pendulum + "--save-state -", "cannot write '-': a state is a file");
  expect_refused(pendulum + "--save-state s.csv",
                 "--save-state writes JSON, and 's.csv' ends in '.csv'");
  expect_refused(pendulum + "--save-state s.json@2",
                 "'s.json' is to be saved at 2 s, but the run goes from 0 s to 1 s");
  expect_refused(pendulum + "--save-state s.json@0.1 --save-state s.json",
                 "--save-state and --save-state name the same file");
  expect_refused(pendulum + "--checkpoint -1", "a checkpoint every -1 s is none");
  Outcome o = run(pendulum + "--checkpoint 1 --output -");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("results that do not go to a file cannot be taken up"), std::string::npos)
      << o.err;
  expect_refused(pendulum + "--checkpoint 1 --report r.html",
                 "a report is made of all rows of one run");
  EXPECT_TRUE(w.read("other.csv") == csv);
  EXPECT_TRUE(w.read("half.json") == half);
}

// A disk without room: the state is missed, what was there is kept.
TEST_F(StateCommand, AFullDiskIsTold) {
  w.write("s.json", "old");
  const std::string few = examples + "Pendulum.mo --t-end 1 --interval 0.5 --save-state s.json ";
  const Outcome o = run(few, "trap '' XFSZ && ulimit -f 1 &&");
  EXPECT_EQ(o.exit_code, 2) << o.out;
  EXPECT_NE(o.err.find("cannot write 's.json': File too large [output]"), std::string::npos)
      << o.err;
  EXPECT_EQ(w.read("s.json"), "old");
  EXPECT_FALSE(w.exists("s.json.part"));
}

}  // namespace
}  // namespace gelenk::testing
