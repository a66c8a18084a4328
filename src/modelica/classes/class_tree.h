// The tree of all declared classes: packages, the classes in them, classes in classes. Texts add to
// it; several texts may contribute to one package, and packages that only a `within` names are
// created. A package stored as a folder is read class by class when a name is asked for, and so are
// the texts of our own library (standard_library.h). What native classes are declared with comes first, then what the user
// or a library on disk has, then our own texts. Nothing here knows of instances.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/value.h"
#include "modelica/syntax/ast.h"

namespace gelenk::modelica {

struct FlatClass;
struct LibraryPackage;

struct OwnComponent {
  const ComponentClause* clause = nullptr;
  const ComponentDecl* decl = nullptr;
};

struct ClassNode {
  std::string name, full_name;
  ClassNode* parent = nullptr;                 // null at the root
  ClassNode* heir = nullptr;  // seen as inherited by this package: its names come before those of the parent
  const NestedClass* nested_clause = nullptr;  // how the parent declares it; null at the top
  std::vector<ClassPtr> definitions;           // more than one only for merged packages
  std::vector<ClassNode*> nested;              // in the order written
  std::unordered_map<std::string, ClassNode*> nested_by_name;
  std::unordered_map<std::string, OwnComponent> components;
  // By the name that is seen here: import X = A.B.C; import A.B.C; import A.B.{C, D};
  std::unordered_map<std::string, Name> imports;
  std::vector<const Import*> whole_imports;  // import A.B.*;
  bool may_inherit = false;                  // has an extends clause or is a short definition
  std::optional<BasicType> builtin;          // Real, Integer, Boolean, String
  bool is_external_object = false;           // ExternalObject itself; its values stand as texts
  std::filesystem::path folder;              // of a package stored as a folder; else empty
  bool folder_sought = false;  // of a built-in package: looked for beside that of its parent
  const LibraryPackage* embedded = nullptr;  // of this name in library/, once it was sought
  bool embedded_sought = false, embedded_read = false;
  std::shared_ptr<FlatClass> flat;  // see flat_class.h; null until asked for
  bool flattening = false;          // flat is being made just now

  const ClassDef* definition() const {
    return definitions.empty() ? nullptr : definitions[0].get();
  }
  bool is_package() const;
  bool is_function() const;
  bool is_encapsulated() const;
  bool is_library() const;  // declared by the built-in library
  SourceLocation where() const;
};

class ClassTree {
 public:
  ClassTree();
  ClassTree(const ClassTree&) = delete;
  ClassTree& operator=(const ClassTree&) = delete;

  ClassNode& root() { return *root_; }
  // Where packages are looked for that nothing else at the top has (library_path.h), and what a
  // built-in package lacks. To be given once the built-in classes are there.
  void set_library_places(std::vector<std::filesystem::path> places);
  // Adds the classes of one text; the nodes of its outermost classes are returned.
  std::vector<ClassNode*> add(const StoredDefinition& definition);
  // Adds the package stored in `folder` under `parent`; its classes are read when asked for.
  ClassNode& add_folder(ClassNode& parent, const std::filesystem::path& folder);
  // The package with that full name, created with the ones around it when missing.
  ClassNode& find_or_add_package(const std::vector<std::string>& parts);
  // A class declared in `node` itself, not inherited; null when there is none.
  ClassNode* find_nested(ClassNode& node, const std::string& name);
  // Reads all classes of a package that are read when asked for, for listing them in their order.
  void load_all(ClassNode& node);
  // The node of a class that stands in a modification: redeclare model M = B(…). `parent` is the
  // class in whose text it stands. One node per definition and parent.
  ClassNode& add_redeclared(const ClassPtr& definition, ClassNode& parent);
  // A class that package `heir` inherits, as one of its own: names in it mean what they mean there.
  ClassNode& add_inherited(ClassNode& inherited, ClassNode& heir);
  // Full names of all classes whose last name is `name`, for hints.
  std::vector<std::string> find_full_names(const std::string& name);
  // How many texts of library/ were read.
  std::size_t embedded_texts_read() const { return embedded_texts_read_; }

 private:
  ClassNode& add_class(ClassNode& parent, const ClassPtr& definition, const NestedClass* clause);
  ClassNode& make_node(ClassNode* parent, const std::string& name);
  void fill(ClassNode& node, const ClassDef& definition);
  void add_file(ClassNode& package, const std::filesystem::path& file);
  void seek_folder(const ClassNode& parent, ClassNode& node) const;
  void load_library(const std::string& name);
  ClassNode* find_loaded(ClassNode& node, const std::string& name);
  ClassNode* find_read(ClassNode& node, const std::string& name);
  void add_missing(ClassNode& package, const StoredDefinition& stored);
  const LibraryPackage* find_embedded(ClassNode& node);
  StoredDefinition read_embedded(const LibraryPackage& package);
  bool read_part(ClassNode& node, const std::string& name, bool first);
  bool read_own_text(ClassNode& node, const std::string* name);

  std::deque<ClassNode> nodes_;
  std::map<std::pair<const ClassDef*, const ClassNode*>, ClassNode*> redeclared_;
  std::vector<ClassPtr> kept_;  // definitions whose nodes hold plain pointers into them
  std::vector<std::filesystem::path> library_places_;
  std::size_t embedded_texts_read_ = 0;
  ClassNode* root_ = nullptr;
};

// The file's contents as a source; throws UserError "file" when it cannot be read or is too large.
std::shared_ptr<const SourceFile> read_source(const std::filesystem::path& file);

}  // namespace gelenk::modelica
