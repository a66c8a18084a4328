#include "modelica/classes/model_choice.h"

#include <algorithm>

#include "modelica/failure.h"

namespace gelenk::modelica {

namespace {

bool is_model(const ClassNode& node, bool or_partial = false) {
  const ClassDef* d = node.definition();
  return d != nullptr && (or_partial || !d->partial) &&
         (d->restriction == Restriction::model || d->restriction == Restriction::block ||
          d->restriction == Restriction::class_);
}

// All models in the classes, outermost first, in the order written.
void list_models(ClassNode& node, Lookup& lookup, std::vector<ClassNode*>& models, int depth,
                 bool or_partial = false) {
  if (depth > 50 || models.size() > 100'000) return;
  if (is_model(node, or_partial)) models.push_back(&node);
  lookup.tree().load_all(node);
  for (std::size_t i = 0; i < node.nested.size(); ++i)
    list_models(*node.nested[i], lookup, models, depth + 1, or_partial);
}

std::vector<ClassNode*> find_matching(const std::vector<ClassNode*>& models,
                                      const std::string& name) {
  std::vector<ClassNode*> matching;
  for (ClassNode* model : models) {
    if (model->name == name || model->full_name.ends_with("." + name)) matching.push_back(model);
  }
  return matching;
}

std::vector<std::string> list_names(const std::vector<ClassNode*>& models) {
  std::vector<std::string> names;
  for (const ClassNode* model : models) names.push_back(model->full_name);
  return names;
}

ClassNode& find_named(const std::vector<ClassNode*>& classes, const std::string& name,
                      Lookup& lookup, const SourceLocation& where) {
  // A full name may also be that of a class outside the file.
  ClassNode* at = &lookup.tree().root();
  std::size_t begin = 0;
  while (at != nullptr && begin <= name.size()) {
    const std::size_t dot = std::min(name.find('.', begin), name.size());
    at = lookup.tree().find_nested(*at, name.substr(begin, dot - begin));
    begin = dot + 1;
  }
  if (at != nullptr && at->definition() != nullptr && !at->is_package()) return *at;
  std::vector<ClassNode*> models;
  for (ClassNode* c : classes) list_models(*c, lookup, models, 0);
  const std::vector<ClassNode*> matching = find_matching(models, name);
  if (matching.size() == 1) return *matching[0];
  if (matching.size() > 1) {
    fail("no-model", where, "several models are named '" + name + "'",
         suggest("", list_names(matching)));
  }
  // A partial one is refused with its name, where it would be instantiated.
  std::vector<ClassNode*> with_partial;
  for (ClassNode* c : classes) list_models(*c, lookup, with_partial, 0, true);
  const std::vector<ClassNode*> partial = find_matching(with_partial, name);
  if (!partial.empty()) return *partial[0];
  std::vector<std::string> names = list_names(models);
  std::vector<std::string> last_names;
  for (const ClassNode* model : models) last_names.push_back(model->name);
  const std::vector<std::string> near = find_near_names(name, last_names);
  fail("no-model", where, "there is no model '" + name + "'",
       near.empty() ? suggest(name, names) : suggest(name, near));
}

}  // namespace

const Modification* find_experiment(const ClassNode& node) {
  const ClassDef* d = node.definition();
  if (d == nullptr || !d->annotation) return nullptr;
  for (const Argument& argument : d->annotation->arguments) {
    if (argument.name.parts == std::vector<std::string>{"experiment"})
      return argument.modification.get();
  }
  return nullptr;
}

ClassNode& choose_model(const std::vector<ClassNode*>& classes, const std::string& name,
                        Lookup& lookup, const std::shared_ptr<const SourceFile>& file) {
  const SourceLocation where{file, 0, 0};
  if (!name.empty()) return find_named(classes, name, lookup, where);
  for (auto c = classes.rbegin(); c != classes.rend(); ++c) {
    if (is_model(**c)) return **c;
  }
  for (auto c = classes.rbegin(); c != classes.rend(); ++c) {
    if (!(*c)->is_package()) continue;
    lookup.tree().load_all(**c);
    ClassNode* last = nullptr;
    ClassNode* last_with_experiment = nullptr;
    for (ClassNode* nested : (*c)->nested) {
      if (!is_model(*nested)) continue;
      last = nested;
      if (find_experiment(*nested) != nullptr) last_with_experiment = nested;
    }
    if (last_with_experiment != nullptr) return *last_with_experiment;
    if (last != nullptr) return *last;
  }
  std::vector<ClassNode*> models;
  for (ClassNode* c : classes) list_models(*c, lookup, models, 0);
  if (!models.empty()) {
    fail("no-model", where, "which model is meant is not clear: none stands directly in the file",
         "name one: " + suggest("", list_names(models)));
  }
  fail("no-model", where,
       classes.empty() ? "the file is empty" : "the file declares no model that could be simulated",
       "write: model Name … end Name;");
}

}  // namespace gelenk::modelica
