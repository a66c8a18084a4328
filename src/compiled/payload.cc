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
    payload.exports.push_back(std::move(e));
  }
  payload.model = read_stored_model(in.text());
  if (!in.at_end()) throw DamagedBytes("something follows its end");
  return payload;
}

}  // namespace gelenk
