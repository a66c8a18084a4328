// MuJoCo: the chain as MJCF text. An evaluation is mj_forward without contacts. The parser limits how
// deep elements may stand in each other, but not how files may include each other, so a long chain is
// spread over several files. Ball joints become `connect` constraints, which are soft by design: their
// accelerations differ from those of ideal joints, and only the time can be compared.
#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "library.h"

namespace gelenk::bench {

namespace {

constexpr int links_per_file = 20;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g ", value);
  return text;
}
std::string numbers(const Triple& a) { return number(a[0]) + number(a[1]) + number(a[2]); }

std::string body_name(int link) { return link < 0 ? "world" : "link" + std::to_string(link); }
std::string file_name(int first) { return "links" + std::to_string(first) + ".xml"; }

// With principal moments and axes: those that MuJoCo finds by itself in a full tensor leave differences
// of 1e-7 in the accelerations.
std::string write_inertial(const Link& link) {
  const auto& I = link.inertia;
  Eigen::Matrix3d tensor;
  tensor << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(tensor);
  const Eigen::Vector3d moments = principal.eigenvalues();
  Eigen::Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  const Eigen::Quaterniond e(axes);
  return "<inertial mass='" + number(link.mass) + "' pos='" + numbers(link.com) + "' quat='" +
         number(e.w()) + numbers({e.x(), e.y(), e.z()}) + "' diaginertia='" +
         numbers({moments[0], moments[1], moments[2]}) + "'/>";
}

std::string open_body(const Link& link, int index) {
  const double c = std::cos(link.turn_angle / 2), s = std::sin(link.turn_angle / 2);
  const Triple& n = link.turn_axis;
  std::string text = "<body name='" + body_name(index) + "' pos='" + numbers(link.p_PF) +
                     "' quat='" + number(c) + numbers({s * n[0], s * n[1], s * n[2]}) + "'>";
  text += link.about_x ? "<joint axis='1 0 0'/>" : "<joint axis='0 0 1'/>";
  return text + write_inertial(link);
}

// Links from `first` on, as many as stand in one file, and the rest by inclusion.
std::string write_links(const Chain& chain, int first) {
  const int end = std::min(first + links_per_file, chain.size());
  std::string text;
  for (int i = first; i < end; ++i) text += open_body(chain.links[i], i);
  if (end < chain.size()) text += "<include file='" + file_name(end) + "'/>";
  for (int i = first; i < end; ++i) text += "</body>";
  return text;
}

std::string write_main(const Chain& chain) {
  std::string text = "<mujoco><compiler angle='radian'/><option gravity='0 " + number(-gravity) +
                     "0'><flag contact='disable' limit='disable' frictionloss='disable'/></option>";
  text += "<size nconmax='0' njmax='" + std::to_string(3 * chain.balls.size() + 1) + "'/>";
  text += "<worldbody>" + write_links(chain, 0) + "</worldbody><equality>";
  for (const Ball& ball : chain.balls) {
    text += "<connect body1='" + body_name(ball.tip) + "' body2='" + body_name(ball.base) +
            "' anchor='" + numbers(ball.p_tip) + "'/>";
  }
  return text + "</equality></mujoco>";
}

void add_file(mjVFS& files, const std::string& name, const std::string& text) {
  if (mj_makeEmptyFileVFS(&files, name.c_str(), static_cast<int>(text.size())) != 0) {
    throw std::runtime_error("MuJoCo takes no file " + name);
  }
  std::memcpy(files.filedata[mj_findFileVFS(&files, name.c_str())], text.data(), text.size());
}

class MujocoMechanism : public Mechanism {
 public:
  explicit MujocoMechanism(const Chain& chain) {
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    add_file(*files, "main.xml", write_main(chain));
    for (int first = links_per_file; first < chain.size(); first += links_per_file) {
      add_file(*files, file_name(first), "<mujoco>" + write_links(chain, first) + "</mujoco>");
    }
    char error[1000] = "";
    model_ = mj_loadXML("main.xml", files.get(), error, sizeof error);
    mj_deleteVFS(files.get());
    if (!model_) throw std::runtime_error(std::string("MuJoCo does not load the chain: ") + error);
    // The file states one point; the other would be where that one is at angles zero.
    for (std::size_t k = 0; k < chain.balls.size(); ++k) {
      std::copy_n(chain.balls[k].p_base.data(), 3, model_->eq_data + k * mjNEQDATA + 3);
    }
    data_ = mj_makeData(model_);
    std::copy(chain.tau.begin(), chain.tau.end(), data_->qfrc_applied);
  }
  ~MujocoMechanism() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  MujocoMechanism(const MujocoMechanism&) = delete;
  MujocoMechanism& operator=(const MujocoMechanism&) = delete;

  void eval(const State& state) override {
    std::copy(state.q.begin(), state.q.end(), data_->qpos);
    std::copy(state.v.begin(), state.v.end(), data_->qvel);
    mj_forward(model_, data_);
  }
  void get_accelerations(double* vdot) const override {
    std::copy_n(data_->qacc, model_->nv, vdot);
  }

 private:
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

class Mujoco : public Library {
 public:
  std::string name() const override { return "MuJoCo"; }
  std::string version() const override { return mj_versionString(); }
  std::string method() const override {
    return "mass matrix and its sparse factors; loops soft, by optimisation";
  }
  bool can_build(const Chain& chain) const override { return chain.size() <= 1000; }
  double tolerance(const Chain& chain) const override {
    return chain.balls.empty() ? mass_matrix_tolerance(chain)
                               : std::numeric_limits<double>::infinity();
  }
  std::unique_ptr<Mechanism> build(const Chain& chain) const override {
    return std::make_unique<MujocoMechanism>(chain);
  }
};

}  // namespace

}  // namespace gelenk::bench

GELENK_BENCH_LIBRARY(int index) {
  static const gelenk::bench::Mujoco mujoco;
  return index == 0 ? &mujoco : nullptr;
}
