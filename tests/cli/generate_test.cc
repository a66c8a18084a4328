// `gelenk generate`: files, costs, and what it says of models that it does not cover.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

TEST(GenerateCommand, WritesFilesAndSaysWhatTheyCost) {
  const Workspace w;
  const Outcome o =
      run_gelenk(w, "generate " + examples + "Pendulum.mo --functions fd,id -o code/pendulum");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_EQ(o.out,
            "Pendulum\n"
            "\n"
            "function    *, /    +, -  sin, cos  others  method\n"
            "fd             2       1         1       0  mass matrix, factored as L' D L\n"
            "id             2       1         1       0\n"
            "\n"
            "wrote code/pendulum/Pendulum.h\n"
            "wrote code/pendulum/Pendulum.c\n");
  EXPECT_TRUE(w.exists("code/pendulum/Pendulum.h"));
  EXPECT_TRUE(w.exists("code/pendulum/Pendulum.c"));
}

TEST(GenerateCommand, AnswersInJson) {
  const Workspace w;
  const Outcome o = run_gelenk(
      w, "generate " + examples + "Pendulum.mo --target python --functions id --json - -o .");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  const nlohmann::json json = nlohmann::json::parse(o.out);
  EXPECT_EQ(json["name"], "Pendulum");
  EXPECT_EQ(json["target"], "python");
  EXPECT_EQ(json["files"], nlohmann::json({"Pendulum.py"}));
  EXPECT_EQ(json["functions"][0]["name"], "id");
  EXPECT_EQ(json["functions"][0]["signature"], "t, q[1], v[1], vdot[1] -> tau[1]");
  EXPECT_EQ(json["functions"][0]["multiplications"], 2);
}

TEST(GenerateCommand, TakesParametersAsTheyAreSet) {
  const Workspace w;
  ASSERT_EQ(
      run_gelenk(w, "generate " + examples + "Pendulum.mo --set world.g=0 --functions id -o .")
          .exit_code,
      0);
  EXPECT_EQ(w.read("Pendulum.c").find("cos("), std::string::npos);
}

// Names of models and of joints that are no identifiers, or words of a language.
TEST(GenerateCommand, RenamesWhatIsNoIdentifier) {
  const Workspace w;
  w.write("M.mo", R"(
model 'class'
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute 'a*/b', 'a.b'(n = {1, 0, 0}), double(n = {0, 1, 0});
  Modelica.Mechanics.MultiBody.Parts.BodyBox rod(r = {0.5, 0, 0}, width = 0.06);
equation
  connect(world.frame_b, 'a*/b'.frame_a);
  connect('a*/b'.frame_b, 'a.b'.frame_a);
  connect('a.b'.frame_b, double.frame_a);
  connect(double.frame_b, rod.frame_a);
end 'class';
)");
  for (const char* target : {"c", "cpp", "python"}) {
    const Outcome o = run_gelenk(w, std::string("generate M.mo -o . --target ") + target);
    ASSERT_EQ(o.exit_code, 0) << o.err;
  }
  const std::string compile =
      "cd '" + w.folder().string() +
      "' && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -c class_model.c -o c.o 2>log && "
      "c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -c -x c++ -o cpp.o -include "
      "class_model.hpp /dev/null 2>>log && /usr/bin/python3 -m py_compile class_model.py 2>>log";
  EXPECT_EQ(std::system(compile.c_str()), 0) << w.read("log");
}

TEST(GenerateCommand, NamesWhatThereIsWhereAWordIsUnknown) {
  const Workspace w;
  const std::string pendulum = "generate " + examples + "Pendulum.mo -o . ";
  Outcome o = run_gelenk(w, pendulum + "--target fortran");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err,
            "error: there is no target language 'fortran' [option]\n"
            "  hint: targets are c, cpp, python, julia, matlab\n");
  o = run_gelenk(w, pendulum + "--functions id,accelerations");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err,
            "error: there is no function 'accelerations' to generate [option]\n"
            "  hint: functions are fd, id, mass, bias, constraints, frames, energy\n");
  o = run_gelenk(w, pendulum + "--functions id,id");
  EXPECT_EQ(o.err,
            "error: function 'id' is named twice [option]\n"
            "  hint: name each function once\n");
  o = run_gelenk(w, pendulum + "--functions frames --frames rod.frame_c");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err.find("error: the model has no frame 'rod.frame_c' [unknown-name]\n"
                       "  hint: did you mean"),
            0U)
      << o.err;
  o = run_gelenk(w, pendulum + "--functions frames");
  EXPECT_EQ(o.err,
            "error: no frame is named for the function frames [option]\n"
            "  hint: name connectors of the model, such as arm.frame_b\n");
  EXPECT_FALSE(w.exists("Pendulum.c"));
}

TEST(GenerateCommand, SaysWhatItDoesNotCoverAndWhatToDo) {
  const Workspace w;
  const auto refuse = [&](const std::string& arguments) {
    const Outcome o = run_gelenk(w, "generate " + examples + arguments + " -o .");
    EXPECT_EQ(o.exit_code, 2);
    return o.err;
  };
  EXPECT_EQ(
      refuse("FourBar.mo --functions fd"),
      "error: this closes a loop: accelerations would need multipliers, which generated code "
      "does not have yet [unsupported]\n"
      "  in component rockerPin\n"
      "  hint: generate mass, bias and constraints, and solve M vdot + h - G' lambda = tau, G "
      "vdot + b = 0 with them\n");
  EXPECT_EQ(refuse("Pendulum.mo --functions constraints"),
            "error: the joints of the model close no loop: there are no constraints to generate "
            "[unsupported]\n"
            "  hint: leave out the function constraints\n");
  EXPECT_NE(refuse("FrictionArm.mo --functions id")
                .find("error: friction, stops and locks hold what they act on at times, which "
                      "generated code does not have yet [unsupported]\n"),
            std::string::npos);
  EXPECT_EQ(
      refuse("DcMotor.mo --functions id"),
      "error: the model has states of equations of its own, which generated code does not "
      "have yet [unsupported]\n"
      "  in component motor.inductor.i\n"
      "  hint: generate the mechanism alone, with inputs of the model in the place of what the "
      "equations give\n");
  EXPECT_NE(refuse("Bushing.mo --functions id")
                .find("a law of this component reads 'bushing.frame_a.R.T[1,1]', which generated "
                      "code does not have yet [unsupported]"),
            std::string::npos);
}

TEST(GenerateCommand, HasNothingToSayOfAModelWithoutMotion) {
  const Workspace w;
  w.write("Still.mo",
          "model Still\n  inner Modelica.Mechanics.MultiBody.World world;\nend Still;\n");
  const Outcome o = run_gelenk(w, "generate Still.mo -o .");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err,
            "error: nothing in the model moves: there are no equations to generate [unsupported]\n"
            "  hint: give the model bodies on joints\n");
}

TEST(GenerateCommand, SaysWhereItCannotWrite) {
  const Workspace w;
  w.write("taken", "a file");
  const Outcome o = run_gelenk(w, "generate " + examples + "Pendulum.mo -o taken");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err,
            "error: the folder 'taken' cannot be made [file]\n"
            "  hint: name a folder that may be written, or one that exists\n");
}

}  // namespace
}  // namespace gelenk
