#include "elements/library.h"

#include "elements/composites/composites.h"
#include "elements/library_base.h"
#include "elements/registry.h"

namespace gelenk {

const modelica::Library& element_library() {
  static const modelica::Library library = [] {
    modelica::Library made;
    made.texts.emplace_back("Modelica.Mechanics.MultiBody", library_base_text);
    made.texts.emplace_back("Modelica.Mechanics.Rotational", rotational_base_text);
    made.texts.emplace_back("Modelica.Mechanics.Translational", translational_base_text);
    for (const ElementText& element : element_texts()) {
      made.texts.emplace_back(element.class_name, element.declaration);
      made.native_classes.insert(element.class_name);
    }
    made.open_classes.insert(CompiledElement::class_name);
    for (const auto& [name, text] : assembly_partials()) made.texts.emplace_back(name, text);
    for (const auto& [name, text] : composite_texts()) made.texts.emplace_back(name, text);
    return made;
  }();
  return library;
}

}  // namespace gelenk
