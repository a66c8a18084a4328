// A first model to begin with: gelenk/view.h.

#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "gelenk/view.h"

namespace gelenk {

namespace {

namespace fs = std::filesystem;

// MODEL stands for its name.
const std::string first_text = R"(model MODEL "A rod swings about a horizontal axis"
  import Modelica.Mechanics.MultiBody.{Joints, Parts, Forces};
  inner Modelica.Mechanics.MultiBody.World world "Gravity acts along -y";
  parameter Modelica.Units.SI.Length l = 0.5 "Length of the rod";
  Joints.Revolute hinge(phi(start = 0, fixed = true), w(start = 0, fixed = true)) "Turns about z";
  Parts.BodyBox rod(r = {l, 0, 0}, width = 0.05) "Mass and inertia follow from its measures";
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, rod.frame_a);
  annotation(experiment(StopTime = 5));
end MODEL;
)";

bool is_name(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  for (const unsigned char c : text) {
    if (c != '_' && (c > 127 || !std::isalnum(c))) return false;
  }
  return true;
}

[[noreturn]] void reject(const std::string& message, const std::string& hint) {
  throw UserError({"file", {}, "", message, hint});
}

}  // namespace

void write_new_model(const std::string& path) {
  const fs::path file(path);
  const std::string name = file.stem().string();
  if (fs::exists(file)) reject("'" + path + "' is there already", "leave out --new, or name another file");
  if (file.extension() != ".mo" || !is_name(name))
    reject("'" + path + "' cannot be the file of a model",
           "name it after the model, of letters, digits and '_', as Crane.mo");
  std::string text = first_text;
  for (std::size_t at; (at = text.find("MODEL")) != std::string::npos;) text.replace(at, 5, name);
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) reject("'" + path + "' cannot be written", "check the folder and its rights");
}

}  // namespace gelenk
