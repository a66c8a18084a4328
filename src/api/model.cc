#include "gelenk/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>

#include "api/model_impl.h"
#include "api/read_machine.h"
#include "elements/library.h"

namespace gelenk {

namespace {

std::string write_number(const std::string& path, double value) {
  if (!std::isfinite(value)) {
    throw UserError(
        {"value",
         {},
         "",
         fmt::format("'{}' cannot become {}, which is not a finite number", path, value),
         "give it a number"});
  }
  return fmt::format("{:.17g}", value);
}

void list_components(const Component& component, const modelica::ModelTexts& texts,
                     std::vector<ModelComponent>& list) {
  const auto comment = texts.comments.find(component.path);
  ModelComponent entry{component.path,
                       component.class_name,
                       comment == texts.comments.end() ? "" : comment->second,
                       {}};
  for (const Connector& connector : component.connectors) entry.ports.push_back(connector.name);
  list.push_back(std::move(entry));
  for (const auto& part : component.parts) list_components(*part, texts, list);
}

}  // namespace

ModelTree Model::Impl::read(const Settings& more, modelica::ModelTexts* texts) const {
  modelica::ReadOptions options{name, settings, libraries};
  options.parsed = parsed;
  options.settings.insert(options.settings.end(), more.begin(), more.end());
  return read_machine([&](bool shafts_as_equations) {
    if (texts != nullptr) *texts = {};
    options.shafts_as_equations = shafts_as_equations;
    return file.empty() ? modelica::read_model_text("text", text, element_library(), options, texts)
                        : modelica::read_model(file, element_library(), options, texts);
  });
}

std::shared_ptr<Model::Impl> Model::Impl::parse() const {
  namespace fs = std::filesystem;
  auto same = std::make_shared<Impl>();
  same->file = file;
  same->text = text;
  same->name = name;
  same->settings = settings;
  same->libraries = libraries;
  same->tree = tree;
  std::error_code ignored;
  if (file.empty())
    same->parsed = modelica::parse_file_text("text", text);
  else if (fs::is_regular_file(file, ignored) && fs::path(file).filename() != "package.mo")
    same->parsed = modelica::parse_file(file);
  return same;
}

const modelica::ModelTexts& Model::Impl::texts() const {
  const std::lock_guard lock(mutex_);
  if (!texts_) {
    modelica::ModelTexts texts;
    read({}, &texts);
    texts_ = std::move(texts);
  }
  return *texts_;
}

Model::Model(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Model::Model(const Model&) = default;
Model::Model(Model&& other) noexcept : impl_(other.impl_) {}  // what is left behind stays usable
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&& other) noexcept {
  impl_ = other.impl_;
  return *this;
}
Model::~Model() = default;

Model Model::from_file(const std::string& path, const std::string& name, const Settings& settings,
                       const std::vector<std::string>& libraries) {
  auto impl = std::make_shared<Impl>();
  impl->file = path.empty() ? "." : path;
  impl->name = name;
  impl->settings = settings;
  impl->libraries = libraries;
  impl->tree = std::make_shared<const ModelTree>(impl->read());
  return Model(std::move(impl));
}

Model Model::from_text(const std::string& text, const std::string& name, const Settings& settings,
                       const std::vector<std::string>& libraries) {
  auto impl = std::make_shared<Impl>();
  impl->text = text;
  impl->name = name;
  impl->settings = settings;
  impl->libraries = libraries;
  impl->tree = std::make_shared<const ModelTree>(impl->read());
  return Model(std::move(impl));
}

const std::string& Model::name() const { return impl_->tree->root->class_name; }

std::string Model::description() const {
  const auto& comments = impl_->texts().comments;
  const auto found = comments.find("");
  return found == comments.end() ? "" : found->second;
}

std::vector<ModelComponent> Model::components() const {
  std::vector<ModelComponent> list;
  list_components(*impl_->tree->root, impl_->texts(), list);
  return list;
}

std::vector<ModelParameter> Model::parameters() const {
  const modelica::ModelTexts& texts = impl_->texts();
  std::vector<ModelParameter> list;
  for (const modelica::ModelTexts::Setting& s : texts.settings) {
    const auto comment = texts.comments.find(s.path);
    list.push_back({s.path, s.component, s.value, s.type, s.unit,
                    comment == texts.comments.end() ? "" : comment->second, s.choices});
  }
  return list;
}

ModelParameter Model::parameter(const std::string& path) const {
  std::vector<std::string> known;
  for (const ModelParameter& parameter : parameters()) {
    if (parameter.path == path) return parameter;
    known.push_back(parameter.path);
  }
  throw UserError({"unknown-parameter",
                   {},
                   "",
                   "there is no parameter '" + path + "' that could be set",
                   suggest(path, known)});
}

void Model::set(const Settings& settings) {
  auto changed = std::make_shared<Impl>();
  changed->file = impl_->file;
  changed->text = impl_->text;
  changed->name = impl_->name;
  changed->settings = impl_->settings;
  changed->libraries = impl_->libraries;
  for (const auto& setting : settings) {
    // The last one wins; what it takes the place of is forgotten, so that a loop over values does not grow.
    std::erase_if(changed->settings,
                  [&](const auto& earlier) { return earlier.first == setting.first; });
    changed->settings.push_back(setting);
  }
  changed->tree = std::make_shared<const ModelTree>(changed->read());
  impl_ = std::move(changed);
}

void Model::set(const std::string& path, const std::string& expression) {
  set(Settings{{path, expression}});
}
void Model::set(const std::string& path, const char* expression) {
  set(path, std::string(expression));
}
void Model::set(const std::string& path, double value) { set(path, write_number(path, value)); }
void Model::set(const std::string& path, bool value) {
  set(path, std::string(value ? "true" : "false"));
}
void Model::set(const std::string& path, int value) { set(path, std::to_string(value)); }
void Model::set(const std::string& path, const std::vector<double>& values) {
  std::string text = "{";
  for (double value : values) text += (text.size() > 1 ? ", " : "") + write_number(path, value);
  set(path, text + "}");
}

Model::Annotation Model::annotation() const {
  const ExperimentSettings& e = impl_->tree->experiment;
  return {e.start_time, e.stop_time, e.interval, e.tolerance};
}

std::vector<std::string> Model::warnings() const {
  std::vector<std::string> list;
  for (const Diagnostic& warning : impl_->tree->warnings)
    list.push_back(format(warning, "warning"));
  return list;
}

}  // namespace gelenk
