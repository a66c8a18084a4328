#include "modelica/instances/connector_leaves.h"

#include "modelica/failure.h"

namespace gelenk::modelica {

std::string describe_index(std::size_t entry, const std::vector<int>& dims) {
  if (dims.empty()) return "";
  std::vector<std::size_t> index(dims.size());
  for (std::size_t k = dims.size(); k-- > 0;) {
    index[k] = entry % static_cast<std::size_t>(dims[k]) + 1;
    entry /= static_cast<std::size_t>(dims[k]);
  }
  std::string text = "[";
  for (std::size_t k = 0; k < index.size(); ++k)
    text += (k > 0 ? "," : "") + std::to_string(index[k]);
  return text + "]";
}

namespace {

class LeafList {
 public:
  LeafList(bool is_outside, Instantiator& instantiator)
      : is_outside_(is_outside), instantiator_(instantiator) {}

  void add_slot(Instance& at, int index, std::size_t entry, const std::string& full, bool is_flow) {
    Slot& slot = at.slot(index);
    if (slot.kind != SlotKind::simple) {
      instantiator_.expand(at, index);
      add_members(*slot.children[entry], full, is_flow);
      return;
    }
    const TypePrefix& prefix = slot.clause->type_prefix;
    ConnectorLeaf leaf{full, way_, is_flow, is_outside_};
    leaf.type = slot.type->enumeration ? BasicType::enumeration : *slot.type->builtin;
    leaf.causality = prefix.input || slot.type->is_input     ? Causality::input
                     : prefix.output || slot.type->is_output ? Causality::output
                                                             : Causality::none;
    leaves_.push_back(std::move(leaf));
  }
  std::vector<ConnectorLeaf> take() { return std::move(leaves_); }

 private:
  void add_members(Instance& connector, const std::string& path, bool is_flow) {
    for (int i = 0; i < static_cast<int>(connector.type->elements.size()); ++i) {
      if (connector.element(i).is_class()) continue;
      Slot& slot = instantiator_.prepare(connector, i);
      if (slot.removed || slot.is_parameter) continue;
      const TypePrefix& prefix = slot.clause->type_prefix;
      if (prefix.stream) {
        fail("unsupported", slot.decl->where, "a stream variable in a connector",
             "stream connectors are not supported");
      }
      const std::string& name = connector.element(i).name;
      const std::vector<int>& dims = instantiator_.get_dims(connector, i);
      const std::size_t count = calc_count(dims, slot.decl->where);
      instantiator_.session().count_members(count, slot.decl->where);
      way_.push_back(name);
      for (std::size_t entry = 0; entry < count; ++entry) {
        const std::string subscript = describe_index(entry, dims);
        if (!subscript.empty()) way_.push_back(subscript);
        add_slot(connector, i, entry, path + "." + name + subscript, is_flow || prefix.flow);
        if (!subscript.empty()) way_.pop_back();
      }
      way_.pop_back();
    }
  }

  bool is_outside_;
  Instantiator& instantiator_;
  std::vector<std::string> way_;
  std::vector<ConnectorLeaf> leaves_;
};

}  // namespace

std::vector<ConnectorLeaf> list_leaves(Instance& at, int index, std::size_t entry,
                                       const std::string& full, bool is_outside,
                                       Instantiator& instantiator) {
  LeafList list(is_outside, instantiator);
  instantiator.prepare(at, index);
  list.add_slot(at, index, entry, full, false);
  return list.take();
}

}  // namespace gelenk::modelica
