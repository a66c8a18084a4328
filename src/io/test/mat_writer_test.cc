#include "io/mat_writer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.h"

namespace gelenk {
namespace {

// One matrix of a MAT-file of level 4, column by column.
struct Matrix4 {
  std::int32_t type, rows, columns;
  std::vector<double> numbers;
  std::vector<std::string> texts;  // by column
};

std::map<std::string, Matrix4> read_mat(const std::string& path) {
  std::ostringstream stream;
  stream << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string bytes = stream.str();
  std::map<std::string, Matrix4> matrices;
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::int32_t head[5];
    EXPECT_LE(at + sizeof head, bytes.size());
    std::memcpy(head, bytes.data() + at, sizeof head);
    at += sizeof head;
    EXPECT_EQ(head[3], 0) << "no imaginary part";
    const std::string name(bytes.data() + at);
    EXPECT_EQ(static_cast<std::int32_t>(name.size()) + 1, head[4]);
    at += head[4];
    Matrix4 matrix{head[0], head[1], head[2], {}, {}};
    const std::size_t size = head[0] == 51 ? 1 : head[0] == 20 ? 4 : 8;
    EXPECT_LE(at + size * head[1] * head[2], bytes.size()) << name;
    if (at + size * head[1] * head[2] > bytes.size()) break;
    for (std::int32_t column = 0; column < head[2]; ++column) {
      if (size == 1) matrix.texts.push_back(bytes.substr(at + column * head[1], head[1]));
      for (std::int32_t row = 0; size > 1 && row < head[1]; ++row) {
        const char* entry = bytes.data() + at + size * (column * head[1] + row);
        std::int32_t integer;
        double number;
        std::memcpy(&integer, entry, sizeof integer);
        if (size == 8) std::memcpy(&number, entry, sizeof number);
        matrix.numbers.push_back(size == 8 ? number : integer);
      }
    }
    at += size * head[1] * head[2];
    matrices[name] = std::move(matrix);
  }
  return matrices;
}

TEST(MatWriter, IsATrajectoryOfModelicaTools) {
  const std::string path = ::testing::TempDir() + "gelenk_mat_writer_test.mat";
  {
    const auto writer = make_row_writer(path, {{"hinge.phi", "rad"}, {"x.R.T[1,2]", ""}}, false);
    writer->write(0.5, {1.0 / 3, -2});
    writer->write(0.75, {4, 5});
    writer->write(0.75, {6, 7});
    writer->close();
  }
  const auto m = read_mat(path);
  ASSERT_EQ(m.size(), 6u);
  const Matrix4& aclass = m.at("Aclass");
  EXPECT_EQ(aclass.rows, 4);
  std::string lines[4];
  for (const std::string& column : aclass.texts) {
    for (int i = 0; i < 4; ++i) lines[i] += column[i];
  }
  EXPECT_EQ(lines[0], "Atrajectory");
  EXPECT_EQ(lines[1].substr(0, 4), "1.1 ");
  EXPECT_EQ(lines[3].substr(0, 9), "binTrans ");
  EXPECT_EQ(m.at("name").texts,
            (std::vector<std::string>{"time      ", "hinge.phi ", "x.R.T[1,2]"}));
  EXPECT_EQ(m.at("description").texts, (std::vector<std::string>{"[s]  ", "[rad]", "     "}));
  EXPECT_EQ(m.at("dataInfo").numbers, (std::vector<double>{0, 1, 0, -1, 2, 2, 0, -1, 2, 3, 0, -1}));
  EXPECT_EQ(m.at("data_1").numbers, (std::vector<double>{0.5, 0.75}));
  EXPECT_EQ(m.at("data_2").rows, 3);
  EXPECT_EQ(m.at("data_2").numbers,
            (std::vector<double>{0.5, 1.0 / 3, -2, 0.75, 4, 5, 0.75, 6, 7}));
  std::remove(path.c_str());
}

// What is on the disk can be read while the run goes on.
TEST(MatWriter, CountsItsRowsAsItGoes) {
  const std::string path = ::testing::TempDir() + "gelenk_mat_writer_long.mat";
  MatWriter writer(path, {{"a", ""}});
  for (int i = 0; i < 5000; ++i) writer.write(i, {2.0 * i});
  EXPECT_EQ(read_mat(path).at("data_2").columns, 5000);
  for (int i = 5000; i < 5010; ++i) writer.write(i, {2.0 * i});
  writer.close();
  const Matrix4 data = read_mat(path).at("data_2");
  EXPECT_EQ(data.columns, 5010);
  EXPECT_EQ(data.numbers.back(), 2.0 * 5009);
  std::remove(path.c_str());
}

TEST(MatWriter, SaysWhenItCannotWrite) {
  EXPECT_THROW(MatWriter("/nowhere/at/all.mat", {}), UserError);
  MatWriter full("/dev/full", {{"a", ""}});
  EXPECT_THROW(
      {
        for (int i = 0; i < 100000; ++i) full.write(i, {1.0 / 3});
      },
      UserError);
}

std::string read_bytes(const std::string& path) {
  std::ostringstream stream;
  stream << std::ifstream(path, std::ios::binary).rdbuf();
  return stream.str();
}

// Both formats, cut back to what was on the disk at some row and written on from there.
TEST(RowWriter, GoesOnBehindWhatWasKept) {
  const std::vector<Column> columns = {{"a", "m"}, {"b", ""}};
  for (const std::string ending : {".csv", ".mat"}) {
    const std::string whole = ::testing::TempDir() + "gelenk_rows_whole" + ending,
                      cut = ::testing::TempDir() + "gelenk_rows_cut" + ending;
    const auto write = [](RowWriter& writer, int from, int to) {
      for (int i = from; i < to; ++i) writer.write(0.1 * i, {1.0 / (i + 1), -i * 1e-7});
    };
    const auto all = make_row_writer(whole, columns, true);
    write(*all, 0, 2500);
    all->close();
    for (int at : {0, 1, 700, 2500}) {
      KeptRows kept;
      {
        const auto first = make_row_writer(cut, columns, true);
        write(*first, 0, at);
        kept = first->sync();
        EXPECT_EQ(std::filesystem::file_size(cut), kept.bytes);
        write(*first, at, std::min(at + 900, 2500));
      }
      const auto second = make_row_writer(cut, columns, true, kept);
      write(*second, at, 2500);
      second->close();
      EXPECT_TRUE(read_bytes(cut) == read_bytes(whole)) << ending << at;
      // Nothing is cut off a file that is another one.
      KeptRows other = kept;
      other.tail[0] = other.tail[0] == '0' ? '1' : '0';
      EXPECT_THROW(make_row_writer(cut, columns, true, other), UserError);
      other = {kept.bytes + 10000000, kept.tail};
      EXPECT_THROW(make_row_writer(cut, columns, true, other), UserError);
      EXPECT_TRUE(read_bytes(cut) == read_bytes(whole)) << ending << at;
    }
    std::remove(whole.c_str());
    std::remove(cut.c_str());
  }
}

}  // namespace
}  // namespace gelenk
