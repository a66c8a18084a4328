#include "modelica/classes/class_tree.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

#include "modelica/classes/library_path.h"
#include "modelica/classes/standard_library.h"
#include "modelica/failure.h"
#include "modelica/syntax/parser.h"

namespace gelenk::modelica {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_file = 100'000'000;

bool is_package_definition(const ClassDef& definition) {
  return definition.restriction == Restriction::package && definition.form == ClassDef::Form::long_;
}

// Every name below Modelica.Icons is a class without contents: icons are drawings only.
bool is_icon_scope(const ClassNode& node) {
  return node.full_name == "Modelica.Icons" || node.full_name.starts_with("Modelica.Icons.");
}

const char* predefined_text =
    "type StateSelect = enumeration(never, avoid, default, prefer, always);\n"
    "type AssertionLevel = enumeration(warning, error);\n";

// Files a definition under a package that has others already.
using AddRest = std::function<void(ClassNode& into, const ClassPtr& definition)>;

// Whether the package has no import yet under a name that this one brings in.
bool is_new_import(const ClassNode& into, const Import& import) {
  if (import.all || !import.selected.empty())
    return into.imports.empty() && into.whole_imports.empty();
  return !into.imports.count(import.alias.empty() ? import.name.parts.back() : import.alias);
}

// Adds what a package that is there already does not have. A class of it stays whole, with what is inside it: only
// packages are looked into. What the second text extends is left out, since the first one stands for it.
void merge(ClassNode& into, const ClassDef& definition, const AddRest& add) {
  auto rest = std::make_shared<ClassDef>(definition);
  rest->elements.clear();
  for (const Element& element : definition.elements) {
    if (element.class_) {
      const ClassPtr& c = element.class_->definition;
      const auto found = into.nested_by_name.find(c->name);
      if (found == into.nested_by_name.end()) {
        if (!into.components.count(c->name)) rest->elements.push_back(element);
        continue;
      }
      ClassNode& own = *found->second;
      const bool is_package = own.is_package() && own.is_library() && is_package_definition(*c) &&
                              (own.definitions.empty() || is_package_definition(*own.definition()));
      if (is_package && !own.flattening && !own.folder_sought && !is_icon_scope(own)) {
        own.folder_sought = true;
        merge(own, *c, add);
      }
    } else if (element.component) {
      const auto& names = element.component->declarations;
      const bool is_known = std::any_of(names.begin(), names.end(), [&](const ComponentDecl& d) {
        return into.components.count(d.name) || into.nested_by_name.count(d.name);
      });
      if (!is_known) rest->elements.push_back(element);
    } else if (element.import && is_new_import(into, *element.import)) {
      rest->elements.push_back(element);
    }
  }
  if (rest->elements.empty()) return;
  if (into.definitions.empty()) {  // named by texts inside it only: it stays built in
    auto own = std::make_shared<ClassDef>();
    own->restriction = Restriction::package;
    own->name = into.name;
    own->where.file = std::make_shared<SourceFile>(SourceFile{into.full_name, "", true});
    into.definitions.push_back(own);
  }
  into.flat.reset();
  add(into, rest);
}

// The text of the package of that name on disk; empty without such.
fs::path find_package_text(const ClassNode& parent, const ClassNode& node) {
  std::error_code ignored;
  for (const fs::path& file :
       {parent.folder / node.name / "package.mo", parent.folder / (node.name + ".mo")}) {
    if (fs::is_regular_file(file, ignored)) return file;
  }
  return {};
}

// Names of what is stored in a package's folder, those of package.order first. None without a folder.
std::vector<std::string> list_files(const fs::path& folder) {
  std::vector<std::string> names, unordered;
  if (folder.empty()) return names;
  if (std::ifstream order(folder / "package.order"); order) {
    for (std::string line; names.size() < 100'000 && std::getline(order, line);) {
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
      if (!line.empty()) names.push_back(line);
    }
  }
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".mo" && entry.path().stem() != "package") {
      unordered.push_back(entry.path().stem().string());
    } else if (fs::is_regular_file(entry.path() / "package.mo", ignored)) {
      unordered.push_back(entry.path().filename().string());
    }
  }
  std::sort(unordered.begin(), unordered.end());
  names.insert(names.end(), unordered.begin(), unordered.end());
  return names;
}

}  // namespace

bool ClassNode::is_package() const {
  return definitions.empty() ? !builtin.has_value()
                             : definitions[0]->restriction == Restriction::package;
}

bool ClassNode::is_function() const {
  return !definitions.empty() && (definitions[0]->restriction == Restriction::function ||
                                  definitions[0]->restriction == Restriction::operator_function);
}

bool ClassNode::is_encapsulated() const {
  return std::any_of(definitions.begin(), definitions.end(),
                     [](const ClassPtr& d) { return d->encapsulated; });
}

bool ClassNode::is_library() const {
  if (definitions.empty()) return true;
  const auto& file = definitions[0]->where.file;
  return file && file->library;
}

SourceLocation ClassNode::where() const {
  return definitions.empty() ? SourceLocation{} : definitions[0]->where;
}

ClassTree::ClassTree() {
  root_ = &make_node(nullptr, "");
  const std::pair<const char*, BasicType> basics[] = {{"Real", BasicType::real},
                                                      {"Integer", BasicType::integer},
                                                      {"Boolean", BasicType::boolean},
                                                      {"String", BasicType::string}};
  for (const auto& [name, type] : basics) make_node(root_, name).builtin = type;
  ClassNode& object = make_node(root_, "ExternalObject");
  object.builtin = BasicType::string;
  object.is_external_object = true;
  auto file = std::make_shared<SourceFile>(SourceFile{"predefined", predefined_text, true});
  add(parse(file));
}

ClassNode& ClassTree::make_node(ClassNode* parent, const std::string& name) {
  ClassNode& node = nodes_.emplace_back();
  node.name = name;
  node.parent = parent;
  if (parent == nullptr) return node;
  node.full_name = parent->full_name.empty() ? name : parent->full_name + "." + name;
  parent->nested.push_back(&node);
  parent->nested_by_name.emplace(name, &node);
  return node;
}

std::vector<ClassNode*> ClassTree::add(const StoredDefinition& definition) {
  ClassNode& package = definition.within ? find_or_add_package(definition.within->parts) : *root_;
  std::vector<ClassNode*> added;
  for (const ClassPtr& c : definition.classes) added.push_back(&add_class(package, c, nullptr));
  return added;
}

ClassNode& ClassTree::find_or_add_package(const std::vector<std::string>& parts) {
  ClassNode* node = root_;
  for (const std::string& part : parts) {
    ClassNode* next = find_loaded(*node, part);
    node = next != nullptr ? next : &make_node(node, part);
  }
  return *node;
}

ClassNode& ClassTree::add_class(ClassNode& parent, const ClassPtr& definition,
                                const NestedClass* clause) {
  kept_.push_back(definition);
  const auto existing = parent.nested_by_name.find(definition->name);
  ClassNode* node = existing == parent.nested_by_name.end() ? nullptr : existing->second;
  if (node == nullptr) {
    node = &make_node(&parent, definition->name);
  } else if (node->builtin) {
    fail("duplicate", definition->where, "'" + definition->name + "' is a predefined type",
         "give the class another name");
  } else if (!node->definitions.empty() &&
             !(is_package_definition(*node->definition()) && is_package_definition(*definition))) {
    fail("duplicate", definition->where, "class '" + node->full_name + "' is declared twice",
         "the other declaration is at " + describe_place(node->where()));
  }
  node->nested_clause = clause;
  node->definitions.push_back(definition);
  node->flat.reset();
  fill(*node, *definition);
  return *node;
}

// Files the elements of a definition under its node: nested classes, components, imports.
void ClassTree::fill(ClassNode& node, const ClassDef& definition) {
  if (definition.form == ClassDef::Form::short_ || definition.class_extends)
    node.may_inherit = true;
  for (const Element& element : definition.elements) {
    if (element.class_) {
      add_class(node, element.class_->definition, element.class_.get());
    } else if (element.component) {
      for (const ComponentDecl& decl : element.component->declarations) {
        const auto [at, is_new] =
            node.components.emplace(decl.name, OwnComponent{element.component.get(), &decl});
        if (!is_new) {
          fail("duplicate", decl.where,
               "'" + decl.name + "' is declared twice in " + node.full_name,
               "the other declaration is at " + describe_place(at->second.decl->where));
        }
      }
    } else if (element.extends) {
      node.may_inherit = true;
    } else if (element.import) {
      const Import& import = *element.import;
      if (import.all) {
        node.whole_imports.push_back(&import);
      } else if (!import.selected.empty()) {
        for (const std::string& name : import.selected) {
          Name target = import.name;
          target.parts.push_back(name);
          node.imports[name] = target;
        }
      } else if (!import.name.parts.empty()) {
        const std::string& alias = import.alias.empty() ? import.name.parts.back() : import.alias;
        node.imports[alias] = import.name;
      }
    }
  }
  for (const auto& [name, component] : node.components) {
    if (node.nested_by_name.count(name)) {
      fail("duplicate", component.decl->where,
           "'" + name + "' is declared twice in " + node.full_name +
               ": as a class and as a component");
    }
  }
}

ClassNode& ClassTree::add_redeclared(const ClassPtr& definition, ClassNode& parent) {
  ClassNode*& node = redeclared_[{definition.get(), &parent}];
  if (node == nullptr) {
    kept_.push_back(definition);
    node = &nodes_.emplace_back();
    node->name = definition->name;
    node->parent = &parent;
    node->full_name =
        parent.full_name.empty() ? definition->name : parent.full_name + "." + definition->name;
    node->definitions.push_back(definition);
    fill(*node, *definition);
  }
  return *node;
}

ClassNode& ClassTree::add_inherited(ClassNode& inherited, ClassNode& heir) {
  ClassNode*& node = redeclared_[{inherited.definition(), &heir}];
  if (node == nullptr) {
    node = &nodes_.emplace_back();
    node->name = inherited.name;
    node->parent = inherited.parent;
    node->heir = &heir;
    node->full_name = heir.full_name + "." + inherited.name;
    node->nested_clause = inherited.nested_clause;
    node->definitions = inherited.definitions;
    for (const ClassPtr& definition : node->definitions) fill(*node, *definition);
  }
  return *node;
}

ClassNode* ClassTree::find_nested(ClassNode& node, const std::string& name) {
  if (ClassNode* found = find_loaded(node, name)) return found;
  if (read_part(node, name, false) || read_own_text(node, &name)) {
    const auto read = node.nested_by_name.find(name);
    if (read != node.nested_by_name.end()) return read->second;
  }
  if (is_icon_scope(node)) {
    auto icon = std::make_shared<ClassDef>();
    icon->name = name;
    icon->where.file = std::make_shared<SourceFile>(SourceFile{"Modelica.Icons", "", true});
    return &add_class(node, icon, nullptr);
  }
  return nullptr;
}

// What comes before our own texts: classes that were read, what native classes are declared with, what is on disk.
ClassNode* ClassTree::find_loaded(ClassNode& node, const std::string& name) {
  if (ClassNode* found = find_read(node, name)) return found;
  if (read_part(node, name, true)) return find_read(node, name);
  if (const LibraryPackage* own = find_embedded(node); own != nullptr && own->comes_first) {
    if (read_own_text(node, &name)) return find_read(node, name);
  }
  if (!node.folder.empty()) {
    std::error_code ignored;
    if (const fs::path file = node.folder / (name + ".mo"); fs::is_regular_file(file, ignored)) {
      add_file(node, file);
    } else if (const fs::path sub = node.folder / name;
               fs::is_regular_file(sub / "package.mo", ignored)) {
      add_folder(node, sub);
    }
  } else if (&node == root_) {
    load_library(name);
  }
  const auto loaded = node.nested_by_name.find(name);
  return loaded == node.nested_by_name.end() ? nullptr : loaded->second;
}

// Among the classes that were read. What a library on disk has beside a package that is built in is read now.
ClassNode* ClassTree::find_read(ClassNode& node, const std::string& name) {
  const auto found = node.nested_by_name.find(name);
  if (found == node.nested_by_name.end()) return nullptr;
  ClassNode& own = *found->second;
  if (own.folder_sought || is_icon_scope(own)) return &own;
  seek_folder(node, own);
  const fs::path text = own.folder_sought ? find_package_text(node, own) : fs::path();
  if (!text.empty()) add_missing(own, parse(read_source(text)));
  return &own;
}

// Of a text that declares the package a second time what the first lacks.
void ClassTree::add_missing(ClassNode& package, const StoredDefinition& stored) {
  for (const ClassPtr& c : stored.classes) {
    if (c->name != package.name || !is_package_definition(*c)) continue;
    merge(package, *c, [this](ClassNode& into, const ClassPtr& rest) {
      kept_.push_back(rest);
      into.definitions.push_back(rest);
      fill(into, *rest);
    });
  }
}

// The package of library/ that has this one's name; null without such.
const LibraryPackage* ClassTree::find_embedded(ClassNode& node) {
  if (!node.embedded_sought && (node.is_package() || &node == root_)) {
    node.embedded_sought = true;
    node.embedded = find_library_package(node.full_name);
  }
  return node.embedded;
}

StoredDefinition ClassTree::read_embedded(const LibraryPackage& package) {
  ++embedded_texts_read_;
  return parse(std::make_shared<SourceFile>(
      SourceFile{package.full_name, std::string(package.text), package.is_native}));
}

// Reads the package `name` of library/ that stands in `node`, if there is one; `first`: only if it comes before what is
// on disk.
bool ClassTree::read_part(ClassNode& node, const std::string& name, bool first) {
  const LibraryPackage* around = find_embedded(node);
  if (around == nullptr) return false;
  if (std::find(around->parts.begin(), around->parts.end(), name) == around->parts.end())
    return false;
  const LibraryPackage* part =
      find_library_package(node.full_name.empty() ? name : node.full_name + "." + name);
  if (first && !part->comes_first) return false;
  read_own_text(node, nullptr);  // the names that the part sees around it
  if (part->text.empty()) {
    make_node(&node, name);
  } else {
    for (const ClassPtr& c : read_embedded(*part).classes)
      add_class(node, c, nullptr).embedded_read = true;
  }
  return true;
}

// Adds what the text of library/ declares in a package that others declare too; given a `name`, only if it may be there.
bool ClassTree::read_own_text(ClassNode& node, const std::string* name) {
  const LibraryPackage* own = find_embedded(node);
  if (own == nullptr || own->text.empty() || node.embedded_read || node.flattening) return false;
  if (name != nullptr && !may_declare(*own, *name)) return false;
  node.embedded_read = true;
  add_missing(node, read_embedded(*own));
  return true;
}

// A library on disk may have packages of the same names as the built-in one. What is built in takes the place of its
// classes; those that are not are its own, whether they have files of their own or stand in that of the package.
void ClassTree::seek_folder(const ClassNode& parent, ClassNode& node) const {
  const bool is_top = &parent == root_;
  if (is_top ? library_places_.empty() : parent.folder.empty()) return;
  if (node.folder_sought || !node.folder.empty() || node.flattening || !node.is_package() ||
      !node.is_library())
    return;
  node.folder_sought = true;
  std::error_code ignored;
  const fs::path folder =
      is_top ? find_in_libraries(library_places_, node.name) : parent.folder / node.name;
  if (fs::is_regular_file(folder / "package.mo", ignored)) node.folder = folder;
}

void ClassTree::set_library_places(std::vector<fs::path> places) {
  library_places_ = std::move(places);
}

// Adds the package of that name, if some place has it.
void ClassTree::load_library(const std::string& name) {
  const fs::path found = find_in_libraries(library_places_, name);
  if (found.empty()) return;
  std::error_code ignored;
  if (fs::is_directory(found, ignored)) {
    add_folder(*root_, found);
  } else {
    add_file(*root_, found);
  }
}

void ClassTree::add_file(ClassNode& package, const fs::path& file) {
  const StoredDefinition stored = parse(read_source(file));
  for (const ClassPtr& c : stored.classes) {
    if (!package.nested_by_name.count(c->name)) add_class(package, c, nullptr);
  }
}

ClassNode& ClassTree::add_folder(ClassNode& parent, const fs::path& folder) {
  auto source = read_source(folder / "package.mo");
  const StoredDefinition stored = parse(source);
  if (stored.classes.size() != 1 || stored.classes[0]->restriction != Restriction::package) {
    fail("file", SourceLocation{source, 1, 1}, "package.mo must declare exactly one package",
         "write: package " + folder.filename().string() + " … end " + folder.filename().string() +
             ";");
  }
  ClassNode& node = add_class(parent, stored.classes[0], nullptr);
  node.folder = folder;
  return node;
}

void ClassTree::load_all(ClassNode& node) {
  for (const std::string& name : list_files(node.folder)) find_nested(node, name);
  if (const LibraryPackage* own = find_embedded(node)) {
    for (const std::string& part : own->parts) find_nested(node, part);
    read_own_text(node, nullptr);
  }
}

std::vector<std::string> ClassTree::find_full_names(const std::string& name) {
  // Texts of library/ that nothing asked for may have the class.
  for (const LibraryPackage* package : list_library_packages()) {
    if (!may_declare(*package, name)) continue;
    ClassNode* node = root_;
    for (std::size_t begin = 0; node != nullptr && begin < package->full_name.size();) {
      const std::size_t end =
          std::min(package->full_name.find('.', begin), package->full_name.size());
      node = find_nested(*node, package->full_name.substr(begin, end - begin));
      begin = end + 1;
    }
    if (node != nullptr) find_nested(*node, name);
  }
  std::vector<std::string> names;
  for (const ClassNode& node : nodes_) {
    if (node.name == name && node.full_name != name) names.push_back(node.full_name);
  }
  return names;
}

std::shared_ptr<const SourceFile> read_source(const fs::path& file) {
  auto source = std::make_shared<SourceFile>();
  source->name = file.string();
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    fail("file", SourceLocation{source, 0, 0},
         fs::exists(file, error) ? "this is not a file" : "there is no such file",
         "check the path");
  }
  const std::uintmax_t size = fs::file_size(file, error);
  if (!error && size > largest_file) {
    fail("file", SourceLocation{source, 0, 0},
         "the file has " + std::to_string(size / 1'000'000) + " MB; at most 100 MB are read");
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || (text.fail() && size > 0)) {
    fail("file", SourceLocation{source, 0, 0}, "the file cannot be read", "check its permissions");
  }
  source->text = text.str();
  return source;
}

}  // namespace gelenk::modelica
