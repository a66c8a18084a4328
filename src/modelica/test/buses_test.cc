// Expandable connectors: which members they get, and what connections through them mean.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "modelica/test/small_library.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {
namespace {

const std::string classes = R"(
  connector RealInput = input Real;
  connector RealOutput = output Real;
  connector BooleanOutput = output Boolean;
  connector Pin Real v; flow Real i; end Pin;
  expandable connector Bus end Bus;
  expandable connector Declared
    Real shown;
    Real idle(min = 0);
    Real three[3];
    Bus sub;
  end Declared;
  block Source RealOutput y; equation y = time; end Source;
  block Sources RealOutput y[2]; equation y = {time, 2*time}; end Sources;
  block Sink RealInput u; Real x; equation x = u; end Sink;
  block Switch BooleanOutput y; equation y = time > 1; end Switch;
)";

std::string write(const std::string& body) { return "model M\n" + classes + body + "\nend M;"; }
std::string error(const std::string& body) { return first_error(write(body)); }
std::string hint(const std::string& body) { return first_hint(write(body)); }

std::set<std::string> list_variables(const Component& component) {
  std::set<std::string> names;
  for (const Variable& variable : component.variables) names.insert(variable.name);
  return names;
}

// Pairs of names that the component's equations make equal.
std::set<std::string> list_equalities(const Component& component) {
  std::set<std::string> pairs;
  for (const Residual& residual : component.residuals) {
    std::vector<std::string> names = symbolic::list_variables(residual.value);
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " = ") + name;
    pairs.insert(text);
  }
  return pairs;
}

ModelTree read(const std::string& body) { return read_text(write(body)); }

using Names = std::set<std::string>;

TEST(Buses, ConnectionsGiveMembers) {
  const ModelTree model = read(R"(
    Bus bus; Source source; Sink sink;
  equation
    connect(source.y, bus.speed);
    connect(bus.speed, sink.u);)");
  EXPECT_EQ(list_variables(*model.root), Names({"bus.speed"}));
  EXPECT_EQ(list_equalities(*model.root), Names({"bus.speed = source.y", "bus.speed = sink.u"}));
}

TEST(Buses, ConnectedBusesHaveTheMembersOfAll) {
  const ModelTree model = read(R"(
    block Sender Bus bus; Source source; equation connect(source.y, bus.a); end Sender;
    block Receiver Bus bus; Sink sink; equation connect(bus.a, sink.u); end Receiver;
    Sender sender; Receiver receiver; Bus bus;
  equation
    connect(sender.bus, bus);
    connect(bus, receiver.bus);)");
  EXPECT_EQ(list_variables(*model.root), Names({"bus.a"}));
  EXPECT_EQ(list_equalities(*model.root),
            Names({"bus.a = sender.bus.a", "receiver.bus.a = sender.bus.a"}));
  EXPECT_EQ(list_variables(*model.root->find_part("sender")), Names({"bus.a"}));
  EXPECT_EQ(list_equalities(*model.root->find_part("receiver")),
            Names({"receiver.bus.a = receiver.sink.u"}));
}

TEST(Buses, BusesInBusesAndArrays) {
  const ModelTree model = read(R"(
    Bus bus, axis, other; Sources sources; Sink sink[2], first; Bus many[2];
  equation
    connect(bus.axis, axis);
    connect(axis.values, sources.y);
    connect(bus.axis.values, sink.u);
    connect(other, bus);
    connect(other.axis.values[1], first.u);
    connect(many[2], other.axis);)");
  EXPECT_EQ(list_variables(*model.root),
            Names({"bus.axis.values[1]", "bus.axis.values[2]", "axis.values[1]", "axis.values[2]",
                   "other.axis.values[1]", "other.axis.values[2]", "many[2].values[1]",
                   "many[2].values[2]"}));
  // All of them with sources and sinks: two sets of one tree each.
  EXPECT_EQ(model.root->residuals.size(), 2u * 5 + 1);
}

// A redundant way from one place to another is no second equation.
TEST(Buses, OneEquationForEachMember) {
  const ModelTree model = read(R"(
    Bus bus; Source source; Sink sink;
  equation
    connect(source.y, sink.u);
    connect(source.y, bus.x);
    connect(bus.x, sink.u);)");
  EXPECT_EQ(model.root->residuals.size(), 2u);
}

TEST(Buses, WhatIsDeclaredIsThereWhereItIsUsed) {
  const ModelTree model = read(R"(
    Declared a, b; Real x; Source source;
  equation
    connect(a, b);
    connect(source.y, a.sub.deep);
    b.shown = 3*time;
    x = a.shown;)");
  EXPECT_EQ(list_variables(*model.root),
            Names({"a.shown", "b.shown", "a.sub.deep", "b.sub.deep", "x"}));
  EXPECT_EQ(list_equalities(*model.root),
            Names({"a.shown = b.shown", "a.sub.deep = b.sub.deep", "a.sub.deep = source.y",
                   "b.shown"}));           // the last one is the user's
  EXPECT_TRUE(model.root->whens.empty());  // no limit of what is not there
}

TEST(Buses, OuterBus) {
  const ModelTree model = read(R"(
    block Sender outer Bus bus; Source source; equation connect(source.y, bus.a); end Sender;
    inner Bus bus; Sender sender; Sink sink;
  equation
    connect(bus.a, sink.u);)");
  EXPECT_EQ(list_variables(*model.root), Names({"bus.a"}));
  EXPECT_EQ(list_equalities(*model.root->find_part("sender")), Names({"bus.a = sender.source.y"}));
}

TEST(Buses, ConnectorsInConnectors) {
  const ModelTree model = read(R"(
    connector Plug Pin pin[2]; end Plug;
    model R Pin p, n; equation p.v - n.v = p.i; p.i + n.i = 0; end R;
    model Both Plug plug; R r; equation connect(plug.pin[1], r.p); connect(plug.pin[2], r.n); end Both;
    Both both; R s;
  equation
    connect(both.plug.pin[1], s.p);
    connect(both.plug.pin[2], s.n);)");
  EXPECT_EQ(list_equalities(*model.root),
            Names({"both.plug.pin[1].v = s.p.v", "both.plug.pin[1].i = s.p.i",
                   "both.plug.pin[2].v = s.n.v", "both.plug.pin[2].i = s.n.i"}));
  EXPECT_EQ(model.root->find_part("both")->residuals.size(), 4u);
}

TEST(Buses, WhatIsWrong) {
  EXPECT_EQ(error("Bus bus; Sink sink; equation connect(bus.a, sink.u);"),
            "connect: nothing gives the signal 'bus.a' that 'sink.u' reads from a bus");
  EXPECT_EQ(hint("Bus bus; Sink sink; equation connect(bus.a, sink.u);"),
            "connect an output to the bus under that name");
  EXPECT_EQ(error("Bus bus; Source a, b; equation connect(bus.x, a.y); connect(bus.x, b.y);"),
            "connect: 'a.y' and 'b.y' both give the same signal of a bus");
  EXPECT_EQ(error("Bus bus; Source a; equation connect(bus, a.y);"),
            "connect: connect joins the bus 'bus' with 'a.y', which is none");
  EXPECT_EQ(hint("Bus bus; Source a; equation connect(bus, a.y);"),
            "connect a member of the bus: bus.y");
  EXPECT_EQ(error("Bus bus; Pin p; equation connect(bus.p, p);"),
            "unsupported: 'p' has the flow variable 'i': it cannot be connected to a bus");
  EXPECT_EQ(error("Bus bus; Switch s; Sink k; equation connect(bus.x, s.y); connect(bus.x, k.u);"),
            "connect: 'k.u' is Real, but 's.y', which it is connected to through a bus, is "
            "Boolean");
  EXPECT_EQ(error("Bus bus; equation connect(bus, bus.inside);"),
            "connect: the bus 'bus' is connected to something inside itself");
  EXPECT_EQ(error("Bus bus; Source s; Real x; equation connect(s.y, bus.a); x = bus.a;"),
            "unknown-name: 'bus' of class M.Bus has no 'a'");
  EXPECT_EQ(error("Bus bus; Source s; equation connect(s.y, bus.a[:]);"),
            "size: 'a' is not declared in the bus: its size is open");
  EXPECT_EQ(first_error("model M\n" + classes +
                        "import Modelica.Mechanics.MultiBody.*; inner World world; Bus bus; "
                        "equation connect(bus.frame, world.frame_b);\nend M;"),
            "unsupported: 'world.frame_b' is a Frame_b: it cannot be connected to a bus");
}

}  // namespace
}  // namespace gelenk::modelica
