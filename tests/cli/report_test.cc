// `gelenk run --report`, `gelenk plot` and `gelenk view` as a user meets them.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk {
namespace {

using testing::Csv;
using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

const std::string stand_in =
    "<!doctype html><script id=\"gelenk-scene\" type=\"application/json\"></script>"
    "<script id=\"gelenk-data\" type=\"application/octet-stream\"></script>";

std::string content_of(const std::string& page, const std::string& id) {
  const std::size_t begin = page.find('>', page.find("id=\"" + id + "\"")) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

// The same signals of two runs in one pane, over time or over another signal.
TEST(PlotCommand, ComparesFilesAndChoosesTheAxis) {
  Workspace w;
  const std::string run = "run " + examples +
                          "Pendulum.mo --t-end 1 --interval 0.1 --quiet "
                          "--signals 'hinge.phi,hinge.w,gelenk.energy.total' ";
  ASSERT_EQ(run_gelenk(w, run + "-o a.csv").exit_code, 0);
  ASSERT_EQ(run_gelenk(w, run + "--units --set hinge.phi.start=0.5 -o b.csv").exit_code, 0);
  Outcome o = run_gelenk(w, "plot a.csv b.csv --signals hinge.phi -o two.svg");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  std::string svg = w.read("two.svg");
  for (const char* text : {">hinge.phi (a)<", ">hinge.phi (b)<", ">in rad<", ">time in s<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  o = run_gelenk(w, "plot b.csv --x hinge.phi --signals hinge.w -o phase.svg");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  svg = w.read("phase.svg");
  for (const char* text : {">hinge.w<", ">in rad/s<", ">hinge.phi in rad<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  // The energy goes by the unit that the file gives, and the axis is no curve.
  o = run_gelenk(w, "plot b.csv --x hinge.phi -o all.svg");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  svg = w.read("all.svg");
  EXPECT_NE(svg.find(">in J<"), std::string::npos);
  EXPECT_EQ(svg.find(">hinge.phi<"), std::string::npos);
  EXPECT_EQ(run_gelenk(w, "plot a.csv --x hinge.fi -o x.svg").err,
            "error: no column matches 'hinge.fi' [unknown-signal]\n"
            "  hint: did you mean 'hinge.phi' or 'hinge.w'?\n");
}

TEST(ReportOption, WritesOneFileWithSceneAndData) {
  Workspace w;
  w.write("page.html", stand_in);
  const Outcome o = run_gelenk(
      w, "run " + examples + "thesis/Car.mo --interval 0.001 --report car.html --page page.html");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("  report      car.html\n"), std::string::npos) << o.out;
  const std::string page = w.read("car.html");
  // 9 bodies and 1501 rows; the page itself is less than 1 MB.
  EXPECT_LT(page.size(), 2000000u);
  const auto scene = nlohmann::json::parse(content_of(page, "gelenk-scene"));
  EXPECT_EQ(scene["title"], "Car");
  // The bodies, then connectors of 11 joints and 4 springs with dampers, where their loads are drawn.
  EXPECT_EQ(scene["movers"].size(), 9u + 15u);
  EXPECT_EQ(scene["arrows"].size(), 15u);
  EXPECT_EQ(scene["summary"]["rows"], 1501);
  EXPECT_EQ(scene["summary"]["status"], "done");
  EXPECT_EQ(scene["up"], (std::vector<double>{0, 0, 1}));
  std::map<std::string, int> kinds;
  for (const auto& shape : scene["shapes"]) {
    ++kinds[shape["kind"]];
    EXPECT_LT(shape["mover"], 9);
    EXPECT_GE(shape["mover"], -1);
  }
  EXPECT_EQ(kinds["coil"], 4);
  EXPECT_EQ(kinds["damper"], 4);
  EXPECT_EQ(kinds["arrow"], 1);
  bool has_phi = false;
  for (const auto& signal : scene["signals"]) {
    has_phi = has_phi || signal["name"] == "revolute1.phi";
    EXPECT_NE(signal["name"], "carBody.body.a_0[1]");
  }
  EXPECT_TRUE(has_phi);
}

TEST(ReportOption, ChosenSignalsAreShown) {
  Workspace w;
  w.write("page.html", stand_in);
  ASSERT_EQ(run_gelenk(w, "run " + examples +
                              "Pendulum.mo --t-end 0.1 --report - --page page.html "
                              "--signals 'rod.body.a_0*'")
                .exit_code,
            0);
  const auto scene = nlohmann::json::parse(content_of(w.read(".out"), "gelenk-scene"));
  // Those, and behind them energy and drift, which every report has.
  ASSERT_EQ(scene["signals"].size(), 3u + 5u);
  EXPECT_EQ(scene["signals"][0]["name"], "rod.body.a_0[1]");
  EXPECT_EQ(scene["signals"][7]["name"], "gelenk.drift.velocity");
  EXPECT_EQ(scene["signals"][0]["unit"], "m/s2");
}

TEST(ReportOption, AFailedRunIsReportedAsFarAsItGot) {
  Workspace w;
  w.write("page.html", stand_in);
  w.write("M.mo",
          "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
          "  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
          "  Gelenk.Forces.WorldForce push(force = {1/(0.5 - time), 0, 0});\n"
          "equation\n  connect(push.frame_b, body.frame_a);\nend M;\n");
  const Outcome o = run_gelenk(w, "run M.mo --report r.html --page page.html");
  EXPECT_EQ(o.exit_code, 1) << o.out << o.err;
  const auto scene = nlohmann::json::parse(content_of(w.read("r.html"), "gelenk-scene"));
  EXPECT_EQ(scene["summary"]["status"], "failed");
  ASSERT_FALSE(scene["messages"].empty());
  EXPECT_EQ(scene["messages"][0]["severity"], "error");
}

TEST(ReportOption, ErrorsComeBeforeTheRun) {
  Workspace w;
  w.write("page.html", stand_in);
  const Outcome folder =
      run_gelenk(w, "run " + examples + "Pendulum.mo --report no/r.html --page page.html");
  EXPECT_EQ(folder.exit_code, 2);
  EXPECT_NE(folder.err.find("there is no folder 'no'"), std::string::npos) << folder.err;
  const Outcome page =
      run_gelenk(w, "run " + examples + "Pendulum.mo --report r.html --page none.html");
  EXPECT_EQ(page.exit_code, 2);
  EXPECT_NE(page.err.find("cannot read the page 'none.html'"), std::string::npos) << page.err;
  EXPECT_FALSE(w.exists("r.html"));
}

TEST(PlotCommand, WritesSvgAndPng) {
  Workspace w;
  ASSERT_EQ(run_gelenk(w, "run " + examples + "Pendulum.mo --output p.csv --quiet").exit_code, 0);
  Outcome o =
      run_gelenk(w, "plot p.csv --signals 'hinge.phi,hinge.w,gelenk.energy.*' --output p.svg");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const std::string svg = w.read("p.svg");
  for (const char* text :
       {">hinge.phi<", ">in rad<", ">in rad/s<", ">in J<", ">time in s<", ">gelenk.energy.total<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  o = run_gelenk(w, "plot p.csv --signals hinge.phi --signals hinge.w,hinge.phi --output p.png");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(w.read("p.png").substr(1, 3), "PNG");
}

TEST(PlotCommand, FaultsAreToldWithAHint) {
  Workspace w;
  w.write("a.csv", "time,a.phi,b\n0,1,2\n1,2,x\n");
  w.write("b.csv", "time,hinge.phi\n0,1\n1,2\n");
  EXPECT_EQ(run_gelenk(w, "plot a.csv --output p.svg").err,
            "error: 'a.csv' has 'x' in line 3, which is no number [csv]\n  hint: name a file that "
            "gelenk run --output or gelenk sweep --output wrote\n");
  const Outcome o = run_gelenk(w, "plot b.csv --signals hinge.ph --output p.svg");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("hinge.phi"), std::string::npos) << o.err;
  EXPECT_NE(run_gelenk(w, "plot b.csv --output p.pdf").err.find("end in .svg or .png"),
            std::string::npos);
  EXPECT_FALSE(w.exists("p.svg"));
}

TEST(ViewCommand, ServesUntilItIsInterrupted) {
  Workspace w;
  w.write("page.html", stand_in);
  const Outcome o = run_gelenk(w, "view " + examples + "Pendulum.mo --page page.html",
                               "timeout --foreground --preserve-status -s INT 2");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_TRUE(o.out.starts_with("http://127.0.0.1:")) << o.out;
}

// What the user wrote is never written over, nor one result by another.
TEST(ResultFiles, NeverReplaceAModelOrEachOther) {
  const Workspace workspace;
  workspace.write("Swing.mo", "model Swing end Swing;");
  for (const char* options :
       {"--output Swing.mo", "--report ./Swing.mo --page page.html", "--summary Other.mo",
        "--output a.csv --summary a.csv", "--output - --summary -"}) {
    SCOPED_TRACE(options);
    workspace.write("page.html", stand_in);
    const Outcome run =
        run_gelenk(workspace, "run " + examples + "Pendulum.mo --t-end 0.1 " + options);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("[option]"), std::string::npos) << run.err;
  }
  EXPECT_EQ(workspace.read("Swing.mo"), "model Swing end Swing;");
}

}  // namespace
}  // namespace gelenk
