// The functions behind Modelica.Blocks.Tables and Modelica.Blocks.Sources.CombiTimeTable: their external objects hold curves, curves
// of time and surfaces (math/tables/), and what looks something up becomes a call of such a one in the law.
#include "math/tables/table_functions.h"
#include "modelica/failure.h"
#include "modelica/values/external_function.h"
#include "modelica/values/table_file.h"

namespace gelenk::modelica {

using symbolic::Expression;
using symbolic::FunctionPtr;
using symbolic::Op;

namespace {

// One of the three, by the kind of table.
struct Table : ExternalData {
  std::vector<std::shared_ptr<const Curve>> curves;  // a column each
  std::vector<std::shared_ptr<const TimeCurve>> time_curves;
  std::shared_ptr<const Surface> surface;
};

const Table& get_table(const ExternalCall& call) {
  const Datum* object = nullptr;
  for (const auto& [name, value] : call.inputs)
    if (value.object && object == nullptr) object = &value;
  const auto* table =
      object != nullptr ? dynamic_cast<const Table*>(object->object.get()) : nullptr;
  if (table == nullptr) fail("type", call.where, "function '" + call.name + "' needs a table");
  return *table;
}

template <typename Columns>
const auto& get_column(const ExternalCall& call, const Columns& columns) {
  const int column = call.integer("icol");
  if (column < 1 || column > static_cast<int>(columns.size())) {
    fail("range", call.where,
         "column " + std::to_string(column) + " of a table that gives " +
             std::to_string(columns.size()));
  }
  return columns[static_cast<std::size_t>(column - 1)];
}

// ---- the tables themselves -------------------------------------------------------------------------------

// The matrix that is given, or the one in a file.
Matrix get_matrix(const ExternalCall& call) {
  const std::string &table_name = call.text("tableName"), &file_name = call.text("fileName");
  if (file_name != "NoName" && !file_name.empty()) {
    TableFile file{file_name, table_name};
    if (const Datum* delimiter = call.find_input("delimiter"))
      file.delimiter = get_string(*delimiter, "delimiter", call.where);
    if (call.find_input("nHeaderLines") != nullptr)
      file.header_lines = call.integer("nHeaderLines");
    Matrix matrix = read_table(file, call.where);
    call.session.count_entries(matrix.entries.size(), call.where);
    return matrix;
  }
  if (table_name != "NoName") {
    fail("unsupported", call.where, "table '" + table_name + "' is to come from a function in C",
         "name a file with fileName, or give the table as a matrix");
  }
  const Datum& table = call.input("table");
  if (table.is_law()) fail("type", call.where, "a table cannot depend on time");
  if (table.dims.size() != 2) fail("size", call.where, "a table is a matrix");
  return {table.dims[0], table.dims[1], table.numbers};
}

Smoothness get_smoothness(const ExternalCall& call) {
  const int choice = call.integer("smoothness");
  if (choice < 1 || choice > smoothness_count)
    fail("range", call.where, "a table has no smoothness " + std::to_string(choice));
  return static_cast<Smoothness>(choice - 1);
}

Extrapolation get_extrapolation(const ExternalCall& call) {
  const int choice = call.find_input("extrapolation") ? call.integer("extrapolation") : 2;
  if (choice < 1 || choice > extrapolation_count)
    fail("range", call.where, "a table has no extrapolation " + std::to_string(choice));
  return static_cast<Extrapolation>(choice - 1);
}

void check_rising(const std::vector<double>& x, bool strictly, const char* what,
                  const SourceLocation& where) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] > x[i - 1] || (!strictly && x[i] == x[i - 1])) continue;
    fail("value", where,
         std::string("the ") + what + " of a table must rise: entry " + std::to_string(i + 1) +
             " is " + std::to_string(x[i]) + " after " + std::to_string(x[i - 1]),
         strictly && x[i] == x[i - 1] ? "two equal ones are a jump, which only linear and constant "
                                        "segments in one dimension have"
                                      : "sort the rows of the table");
  }
}

std::vector<double> get_part(const Matrix& matrix, int column) {
  std::vector<double> values;
  for (int i = 0; i < matrix.rows; ++i)
    values.push_back(
        matrix.entries[static_cast<std::size_t>(i) * static_cast<std::size_t>(matrix.columns) +
                       static_cast<std::size_t>(column)]);
  return values;
}

void set_object(ExternalCall& call, std::shared_ptr<const Table> table) {
  if (call.outputs.empty()) fail("type", call.where, "function '" + call.name + "' has no output");
  Datum& object = call.outputs[0].second;
  const std::size_t dot = call.name.rfind('.');
  object = Datum::make_string(call.name.substr(0, dot));
  object.object = std::move(table);
}

// Columns of a table in one dimension, by the numbers that `columns` has.
std::vector<Curve> make_curves(const ExternalCall& call) {
  const Matrix matrix = get_matrix(call);
  const Smoothness smoothness = get_smoothness(call);
  const Extrapolation extrapolation = get_extrapolation(call);
  if (matrix.rows < 1 || matrix.columns < 2) {
    fail("size", call.where,
         "a table needs at least one row and two columns, found " + std::to_string(matrix.rows) +
             " by " + std::to_string(matrix.columns));
  }
  const std::vector<double> x = get_part(matrix, 0);
  check_rising(x, is_cubic(smoothness), "first column", call.where);
  std::vector<Curve> curves;
  const Datum& columns = call.input("columns");
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const double column = columns.numbers[i];
    if (!(column >= 1.0 && column <= matrix.columns)) {
      fail("range", call.where,
           "a table with " + std::to_string(matrix.columns) + " columns has no column " +
               std::to_string(static_cast<int>(column)));
    }
    curves.emplace_back(x, get_part(matrix, static_cast<int>(column) - 1), smoothness,
                        extrapolation);
  }
  return curves;
}

void make_table_1d(ExternalCall& call) {
  auto table = std::make_shared<Table>();
  for (Curve& curve : make_curves(call))
    table->curves.push_back(std::make_shared<const Curve>(std::move(curve)));
  set_object(call, std::move(table));
}

void make_time_table(ExternalCall& call) {
  auto table = std::make_shared<Table>();
  const double start = call.number("startTime"),
               shift = call.find_input("shiftTime") ? call.number("shiftTime") : 0.0;
  const int events = call.find_input("timeEvents") ? call.integer("timeEvents") : 1;
  if (events < 1 || events > time_events_count)
    fail("range", call.where, "a table has no time events " + std::to_string(events));
  for (Curve& curve : make_curves(call)) {
    table->time_curves.push_back(std::make_shared<const TimeCurve>(
        std::move(curve), start, shift, static_cast<TimeEvents>(events - 1)));
  }
  set_object(call, std::move(table));
}

void make_table_2d(ExternalCall& call) {
  const Matrix matrix = get_matrix(call);
  const Smoothness smoothness = get_smoothness(call);
  if (is_cubic(smoothness) && smoothness != Smoothness::akima) {
    fail("unsupported", call.where,
         "a table in two dimensions is linear, constant or smooth by ContinuousDerivative alone",
         "choose one of these as smoothness");
  }
  if (matrix.rows < 2 || matrix.columns < 2) {
    fail("size", call.where,
         "a table in two dimensions needs at least two rows and two columns, found " +
             std::to_string(matrix.rows) + " by " + std::to_string(matrix.columns));
  }
  std::vector<double> x = get_part(matrix, 0);
  x.erase(x.begin());
  std::vector<double> y(matrix.entries.begin() + 1, matrix.entries.begin() + matrix.columns), z;
  check_rising(x, true, "first column", call.where);
  check_rising(y, true, "first row", call.where);
  for (int i = 1; i < matrix.rows; ++i) {
    const auto row = matrix.entries.begin() + static_cast<std::ptrdiff_t>(i) * matrix.columns;
    z.insert(z.end(), row + 1, row + matrix.columns);
  }
  auto table = std::make_shared<Table>();
  table->surface = std::make_shared<const Surface>(std::move(x), std::move(y), std::move(z),
                                                   smoothness, get_extrapolation(call));
  set_object(call, std::move(table));
}

// ---- lookups ---------------------------------------------------------------------------------------------

Expression multiply(const Expression& a, const Expression& b) {
  return Expression::make(Op::multiply, {a, b});
}
Expression add(const Expression& a, const Expression& b) {
  return Expression::make(Op::add, {a, b});
}

// f, f′ u̇, or f″ u̇² + f′ ü, where of(k) is the derivative of order k.
template <typename Of>
Expression differentiate(const ExternalCall& call, int order, const std::string& variable,
                         Of&& of) {
  if (order == 0) return of(0);
  const Expression rate = call.law("der_" + variable);
  if (order == 1) return multiply(of(1), rate);
  return add(multiply(of(2), multiply(rate, rate)), multiply(of(1), call.law("der2_" + variable)));
}

template <int order>
void look_up_1d(ExternalCall& call) {
  const auto& curve = get_column(call, get_table(call).curves);
  call.set_only({differentiate(call, order, "u", [&](int k) {
    return Expression::call(make_lookup(curve, k), {call.law("u")});
  })});
}

template <int order>
void look_up_time(ExternalCall& call) {
  const auto& curve = get_column(call, get_table(call).time_curves);
  call.set_only({differentiate(call, order, "timeIn", [&](int k) {
    return Expression::call(make_lookup(curve, k), {call.law("timeIn"), call.law("nextTimeEvent")});
  })});
}

const std::shared_ptr<const Surface>& get_surface(const ExternalCall& call) {
  const Table& table = get_table(call);
  if (table.surface == nullptr)
    fail("type", call.where, "function '" + call.name + "' needs a table in two dimensions");
  return table.surface;
}

template <int order>
void look_up_2d(ExternalCall& call) {
  const auto& surface = get_surface(call);
  auto of = [&](int x, int y) {
    return Expression::call(make_lookup(surface, x, y), {call.law("u1"), call.law("u2")});
  };
  if (order == 0) return call.set_only({of(0, 0)});
  const Expression a = call.law("der_u1"), b = call.law("der_u2");
  if (order == 1) return call.set_only({add(multiply(of(1, 0), a), multiply(of(0, 1), b))});
  const Expression curved =
      add(add(multiply(of(2, 0), multiply(a, a)), multiply(of(0, 2), multiply(b, b))),
          multiply(multiply(2.0, of(1, 1)), multiply(a, b)));
  const Expression straight =
      add(multiply(of(1, 0), call.law("der2_u1")), multiply(of(0, 1), call.law("der2_u2")));
  call.set_only({add(curved, straight)});
}

// ---- what else is asked of a table -----------------------------------------------------------------------

const std::vector<double>& get_points(const ExternalCall& call) {
  const Table& table = get_table(call);
  if (!table.curves.empty()) return table.curves[0]->x();
  if (!table.time_curves.empty()) return table.time_curves[0]->curve().x();
  fail("size", call.where, "a table without columns has no values");
}

void find_next_event(ExternalCall& call) {
  const auto& curves = get_table(call).time_curves;
  if (curves.empty()) fail("size", call.where, "a table without columns has no events");
  call.set_only({Expression::call(make_next_event(curves[0]), {call.law("timeIn")})});
}

ExternalFunctions make_list() {
  const std::string types = "Modelica.Blocks.Types.", internal = "Modelica.Blocks.Tables.Internal.";
  ExternalFunctions list = {
      {types + "ExternalCombiTable1D.constructor", make_table_1d},
      {types + "ExternalCombiTable2D.constructor", make_table_2d},
      {types + "ExternalCombiTimeTable.constructor", make_time_table},
      {internal + "getTable1DAbscissaUmin",
       [](ExternalCall& call) { call.set_only({get_points(call).front()}); }},
      {internal + "getTable1DAbscissaUmax",
       [](ExternalCall& call) { call.set_only({get_points(call).back()}); }},
      {internal + "getTimeTableTmin",
       [](ExternalCall& call) { call.set_only({get_points(call).front()}); }},
      {internal + "getTimeTableTmax",
       [](ExternalCall& call) { call.set_only({get_points(call).back()}); }},
      {internal + "getTable2DAbscissaUmin",
       [](ExternalCall& call) {
         call.set_only({get_surface(call)->x().front(), get_surface(call)->y().front()});
       }},
      {internal + "getTable2DAbscissaUmax",
       [](ExternalCall& call) {
         call.set_only({get_surface(call)->x().back(), get_surface(call)->y().back()});
       }},
      {internal + "getNextTimeEvent", find_next_event},
  };
  auto add_lookup = [&](const std::string& of, ExternalFunction value, ExternalFunction first,
                        ExternalFunction second) {
    for (const char* end : {"", "NoDer", "NoDer2"}) list[internal + "get" + of + end] = value;
    for (const char* end : {"", "NoDer"}) list[internal + "getDer" + of + end] = first;
    list[internal + "getDer2" + of] = second;
  };
  add_lookup("Table1DValue", look_up_1d<0>, look_up_1d<1>, look_up_1d<2>);
  add_lookup("Table2DValue", look_up_2d<0>, look_up_2d<1>, look_up_2d<2>);
  add_lookup("TimeTableValue", look_up_time<0>, look_up_time<1>, look_up_time<2>);
  return list;
}

}  // namespace

const ExternalFunctions& list_table_functions() {
  static const ExternalFunctions list = make_list();
  return list;
}

}  // namespace gelenk::modelica
