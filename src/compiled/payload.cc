#include "compiled/payload.h"

#include "base/bytes.h"
#include "model/stored_model.h"

namespace gelenk {

std::string store_payload(const ComponentPayload& payload) {
  ByteWriter out;
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
