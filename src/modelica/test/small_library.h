// A small class library for the tests of this folder: a world, a few joints, bodies and a
// composite, with the names of the real one.
#pragma once

#include <string>
#include <vector>

#include "modelica/reader.h"

namespace gelenk::modelica {

inline const char* small_library_text = R"modelica(
within Modelica.Mechanics;
package MultiBody
  import SI = Modelica.Units.SI;
  import Modelica.Mechanics.MultiBody.Interfaces;
  type GravityTypes = enumeration(NoGravity, UniformGravity, PointGravity);
  model World
    Interfaces.Frame_b frame_b;
    parameter GravityTypes gravityType = GravityTypes.UniformGravity;
    parameter SI.Acceleration g = Modelica.Constants.g_n;
    parameter Real n[3] = {0, -1, 0};
    parameter SI.Length defaultWidth = 0.05;
    parameter Real defaultWidthFraction = 20;
  end World;
  package Interfaces
    connector Frame
      SI.Position r_0[3];
      flow SI.Force f[3];
    end Frame;
    connector Frame_a
      extends Frame;
    end Frame_a;
    connector Frame_b
      extends Frame;
    end Frame_b;
    connector Flange_a
      SI.Angle phi;
      flow SI.Torque tau;
    end Flange_a;
    connector Flange_b = Flange_a;
    partial model PartialTwoFrames
      Frame_a frame_a;
      Frame_b frame_b;
      outer MultiBody.World world;
    end PartialTwoFrames;
  end Interfaces;
  package Joints
    model Revolute
      extends Interfaces.PartialTwoFrames;
      parameter Boolean useAxisFlange = false;
      Interfaces.Flange_a axis if useAxisFlange;
      parameter Real n[3] = {0, 0, 1};
      parameter Real d(min = 0) = 0;
      final parameter Real e[3] = Modelica.Math.Vectors.normalize(n);
      parameter StateSelect stateSelect = StateSelect.prefer;
      SI.Angle phi(start = 0);
      SI.AngularVelocity w(start = 0);
    end Revolute;
    model Prismatic
      extends Interfaces.PartialTwoFrames;
      parameter Real n[3] = {1, 0, 0};
      SI.Position s(start = 0);
    end Prismatic;
  end Joints;
  package Parts
    model Body
      Interfaces.Frame_a frame_a;
      outer MultiBody.World world;
      parameter SI.Position r_CM[3](start = {0, 0, 0});
      parameter SI.Mass m(min = 0, start = 1);
      parameter SI.Inertia I_11 = 0.001;
      final parameter SI.Inertia I[3, 3] = [I_11, 0, 0; 0, 0.001, 0; 0, 0, 0.001];
      SI.Position r_0[3](start = {0, 0, 0});
      SI.Velocity v_0[3](each start = 0);
    end Body;
    model FixedTranslation
      extends Interfaces.PartialTwoFrames;
      parameter SI.Position r[3](start = {0, 0, 0});
      parameter SI.Length width = Modelica.Math.Vectors.length(r)/world.defaultWidthFraction;
    end FixedTranslation;
    model BodyBox
      Interfaces.Frame_a frame_a;
      Interfaces.Frame_b frame_b;
      parameter SI.Position r[3](start = {1, 0, 0});
      parameter SI.Position r_shape[3] = {0, 0, 0};
      parameter SI.Length length = Modelica.Math.Vectors.length(r - r_shape);
      parameter SI.Distance width = length/world.defaultWidthFraction;
      parameter SI.Density density = 7700;
      final parameter SI.Mass m = density*length*width*width;
      Body body(final m = m, r_CM = r/2);
      FixedTranslation frameTranslation(r = r);
    protected
      outer MultiBody.World world;
    equation
      connect(frame_a, body.frame_a);
      connect(frame_a, frameTranslation.frame_a);
      connect(frameTranslation.frame_b, frame_b);
    end BodyBox;
  end Parts;
  package Forces
    model Torque
      extends Interfaces.PartialTwoFrames;
      input SI.Torque torque[3] = {0, 0, 0};
    end Torque;
  end Forces;
end MultiBody;
)modelica";

inline Library make_small_library() {
  Library library;
  library.texts.emplace_back("small library", small_library_text);
  for (const char* name : {"World", "Joints.Revolute", "Joints.Prismatic", "Parts.Body",
                           "Parts.FixedTranslation", "Forces.Torque"}) {
    library.native_classes.insert(std::string("Modelica.Mechanics.MultiBody.") + name);
  }
  return library;
}

inline ModelTree read_text(const std::string& text, const ReadOptions& options = {}) {
  return read_model_text("test.mo", text, make_small_library(), options);
}

// The findings of a text that cannot be read; empty when it can.
inline std::vector<Diagnostic> find_errors(const std::string& text,
                                           const ReadOptions& options = {}) {
  try {
    read_text(text, options);
  } catch (const UserError& error) {
    return error.diagnostics();
  }
  return {};
}

// Code and message of the first finding: "type: …"; "" without findings.
inline std::string first_error(const std::string& text, const ReadOptions& options = {}) {
  const std::vector<Diagnostic> errors = find_errors(text, options);
  return errors.empty() ? "" : errors[0].code + ": " + errors[0].message;
}

inline std::string first_hint(const std::string& text, const ReadOptions& options = {}) {
  const std::vector<Diagnostic> errors = find_errors(text, options);
  return errors.empty() ? "" : errors[0].hint;
}

}  // namespace gelenk::modelica
