#include "compiled/payload.h"

#include <algorithm>

#include "base/bytes.h"
#include "compiled/component_file.h"
#include "model/stored_model.h"

namespace gelenk {

namespace {

int read_levels(ByteReader& in) {
  const std::size_t levels = in.count();
  if (levels > most_levels) throw DamagedBytes("components stand in components too deep");
  return static_cast<int>(levels);
}

}  // namespace

int count_levels(const ComponentPayload& payload) {
  int levels = 0;
  for (std::size_t i = 0; i < payload.files.size(); ++i) {
    const std::string inside =
        check_component_file(payload.files[i], "number " + std::to_string(i + 1) + " inside");
    ByteReader in(inside);
    levels = std::max(levels, 1 + (inside.empty() ? 0 : read_levels(in)));
  }
  return levels;
}

std::string store_payload(const ComponentPayload& payload) {
  ByteWriter out;
  out.count(static_cast<std::size_t>(count_levels(payload)));
  out.count(payload.files.size());
  for (const std::string& file : payload.files) out.text(file);
  out.count(payload.exports.size());
  for (const ComponentPayload::Export& e : payload.exports) {
    out.text(e.name);
    out.text(e.signal);
    out.text(e.unit);
    out.byte(e.of_state);
  }
  out.count(payload.inputs.size());
  for (const ComponentPayload::Input& input : payload.inputs) {
    out.text(input.name);
    out.text(input.variable);
    out.text(input.unit);
    out.number(input.start);
  }
  out.text(store_model(payload.model));
  return out.bytes();
}

ComponentPayload read_payload(std::string_view bytes) {
  ByteReader in(bytes);
  ComponentPayload payload;
  const int levels = read_levels(in);
  for (std::size_t n = in.size(); n > 0; --n) {
    payload.files.emplace_back(in.text());
  }
  if (count_levels(payload) != levels)
    throw DamagedBytes("components inside have other levels than it says");
  for (std::size_t n = in.size(); n > 0; --n) {
    ComponentPayload::Export e;
    e.name = in.text();
    e.signal = in.text();
    e.unit = in.text();
    e.of_state = in.flag();
    payload.exports.push_back(std::move(e));
  }
  for (std::size_t n = in.size(); n > 0; --n) {
    ComponentPayload::Input input;
    input.name = in.text();
    input.variable = in.text();
    input.unit = in.text();
    input.start = in.number();
    payload.inputs.push_back(std::move(input));
  }
  payload.model = read_stored_model(in.text());
  if (!in.at_end()) throw DamagedBytes("something follows its end");
  return payload;
}

}  // namespace gelenk
