#include "view/server.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
// Last, as in server.cc.
#include <httplib.h>

#include "tests/support/workspace.h"

namespace gelenk {
namespace {

using Json = nlohmann::json;

const std::string stand_in =
    "<html><script id=\"gelenk-scene\" type=\"application/json\"></script>"
    "<script id=\"gelenk-data\" type=\"application/octet-stream\"></script></html>";

const std::string model_text = R"(model Swing "</script><script>alert(1)</script>"
  inner Modelica.Mechanics.MultiBody.World world;
  parameter Modelica.Units.SI.Mass m = 2 "How heavy";
  final parameter Real fixed = 3;
  Modelica.Mechanics.MultiBody.Joints.Revolute hinge "Where it hangs";
  Modelica.Mechanics.MultiBody.Parts.Body body(m = m, r_CM = {0, -0.5, 0});
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, body.frame_a);
  annotation(experiment(StopTime = 2));
end Swing;
)";

class ViewServerTest : public ::testing::Test {
 protected:
  ViewServerTest() {
    std::ofstream(folder_ / "page.html") << stand_in;
    std::ofstream(folder_ / "Swing.mo") << model_text;
    options_.run.file = (folder_ / "Swing.mo").string();
    options_.run.page = (folder_ / "page.html").string();
    options_.run.interval = 0.01;
    server_ = std::make_unique<ViewServer>(options_);
  }
  ~ViewServerTest() override { server_.reset(); }

  httplib::Client client() const { return httplib::Client("127.0.0.1", server_->port()); }
  // What every address begins with: "/…/", of which only the user is told.
  std::string root() const {
    const std::string url = server_->url();
    return url.substr(url.find('/', url.find("//") + 2));
  }
  std::string address(const std::string& path) const { return root() + path.substr(1); }
  Json post(const std::string& path, const std::string& body, int status) const {
    auto c = client();
    const auto response = c.Post(address(path), body, "application/json");
    EXPECT_TRUE(response);
    if (!response) return {};
    EXPECT_EQ(response->status, status) << response->body;
    return Json::parse(response->body, nullptr, false);
  }
  std::string get(const std::string& path, int status = 200) const {
    auto c = client();
    const auto response = c.Get(address(path));
    EXPECT_TRUE(response);
    if (!response) return {};
    EXPECT_EQ(response->status, status) << path;
    return response->body;
  }
  // Events of the stream until the one with that name, whose data is returned.
  Json wait_for(const std::string& event) const {
    auto c = client();
    c.set_read_timeout(30);
    std::string stream, data;
    c.Get(address("/api/events"), [&](const char* bytes, std::size_t size) {
      stream.append(bytes, size);
      const std::size_t at = stream.find("event: " + event + "\ndata: ");
      if (at == std::string::npos) return true;
      const std::size_t begin = stream.find("data: ", at) + 6, end = stream.find("\n\n", begin);
      if (end == std::string::npos) return true;
      data = stream.substr(begin, end - begin);
      return false;
    });
    return Json::parse(data, nullptr, false);
  }
  int connect_to_server() const {
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(server_->port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return s;
  }
  // A request as bytes, for what a client library would not send; the status of the answer.
  int send_raw(const std::string& request) const {
    const int s = connect_to_server();
    EXPECT_EQ(send(s, request.data(), request.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(request.size()));
    char answer[13] = {};
    const ssize_t got = recv(s, answer, 12, MSG_WAITALL);
    close(s);
    return got == 12 ? std::atoi(answer + 9) : -1;
  }
  std::string host() const { return "127.0.0.1:" + std::to_string(server_->port()); }

  testing::Workspace workspace_;
  const std::filesystem::path& folder_ = workspace_.folder();
  ViewOptions options_;
  std::unique_ptr<ViewServer> server_;
};

TEST_F(ViewServerTest, APortIsNotShared) {
  ViewOptions second = options_;
  second.port = server_->port();
  EXPECT_THROW(ViewServer{second}, UserError);
}

TEST_F(ViewServerTest, TimesThatNoRunCanReachAreRefused) {
  for (const char* t_end : {"-1", "0", "1e300", "\"soon\""})
    post("/api/run", std::string("{\"t_end\": ") + t_end + "}", 400);
}

// Threads that wait for silent connections are let go.
TEST_F(ViewServerTest, SilentConnectionsDoNotKeepOthersOut) {
  std::vector<int> silent;
  for (int i = 0; i < 100; ++i) silent.push_back(connect_to_server());
  EXPECT_NE(get("/api/model").find("Swing"), std::string::npos);
  for (int s : silent) close(s);
}

TEST_F(ViewServerTest, ServesThePageAndTheModel) {
  EXPECT_NE(get("/").find("{\"live\": true}"), std::string::npos);
  const Json model = Json::parse(get("/api/model"));
  EXPECT_EQ(model["title"], "Swing");
  EXPECT_EQ(model["description"], "</script><script>alert(1)</script>");
  EXPECT_EQ(model["settings"]["t_end"], 2.0);
  EXPECT_TRUE(model["diagnostics"].empty());
  bool has_mass = false;
  for (const Json& p : model["parameters"]) {
    EXPECT_NE(p["path"], "fixed") << "final ones cannot be set";
    EXPECT_NE(p["path"], "body.sphereDiameter") << "nor is drawing of interest";
    if (p["path"] != "m") continue;
    has_mass = true;
    EXPECT_EQ(p["value"], "2");
    EXPECT_EQ(p["default"], "2");
    EXPECT_EQ(p["type"], "Real");
    EXPECT_EQ(p["unit"], "kg");
    EXPECT_EQ(p["description"], "How heavy");
    EXPECT_EQ(p["component"], 0);
  }
  EXPECT_TRUE(has_mass);
}

TEST_F(ViewServerTest, RunsWithChangedParameters) {
  const Json answer = post("/api/run", R"({"set": {"m": "4"}, "t_end": 0.5})", 200);
  ASSERT_EQ(answer["run"], 1);
  const Json done = wait_for("done");
  EXPECT_EQ(done["run"], 1);
  EXPECT_EQ(done["summary"]["status"], "done");
  EXPECT_EQ(done["summary"]["end_time"], 0.5);
  const Json scene = Json::parse(get("/api/scene?run=1"));
  // The body, and the connector of the joint where its load is drawn.
  EXPECT_EQ(scene["movers"].size(), 2u);
  EXPECT_EQ(scene["summary"]["status"], "done");
  const std::string all = get("/api/data?run=1&from=0"), tail = get("/api/data?run=1&from=50");
  std::uint32_t rows = 0, columns = 0;
  std::memcpy(&rows, all.data(), 4);
  std::memcpy(&columns, all.data() + 4, 4);
  EXPECT_EQ(rows, 51u);
  EXPECT_EQ(columns, 7 * scene["movers"].size() + scene["signals"].size());
  EXPECT_EQ(all.size(), 8 + rows * (8 + 4 * columns));
  EXPECT_EQ(tail.size(), 8 + 8 + 4 * columns);
  get("/api/scene?run=2", 404);
  get("/api/scene?run=0", 404);
  get("/api/data?run=1&from=-1", 404);
  get("/api/data?run=1", 404);
  // At rest below the hinge: E = −m g/2, with the mass that was set.
  EXPECT_NEAR(done["summary"]["energy"]["start"].get<double>(), -4 * 9.80665 / 2, 1e-12);
  EXPECT_EQ(post("/api/run", R"({"t_end": 0.1})", 200)["run"], 2);
  get("/api/scene?run=1", 404);
}

// Whoever joins later, or loads the page again, is told what the run that is shown was asked for.
TEST_F(ViewServerTest, TellsWhatTheRunWasAskedFor) {
  EXPECT_EQ(wait_for("hello")["run"], 0);
  post("/api/run", R"({"set": {"m": "4"}, "t_end": 0.5})", 200);
  EXPECT_EQ(wait_for("hello")["run"], 1);
  const Json begin = wait_for("run");
  EXPECT_EQ(begin["run"], 1);
  EXPECT_EQ(begin["set"], Json({{"m", "4"}}));
  EXPECT_EQ(begin["t_end"], 0.5);
  // Values that follow from what was set are in the scene.
  std::map<std::string, std::string> values;
  const Json scene = Json::parse(get("/api/scene?run=1"));
  for (const Json& p : scene["parameters"]) {
    const std::string owner = scene["components"][p[0].get<int>()]["path"];
    const std::string name = scene["parameterKinds"][p[1].get<int>()]["name"];
    values[owner.empty() ? name : owner + "." + name] = p[2];
  }
  EXPECT_EQ(values.at("m"), "4");
  EXPECT_EQ(values.at("body.m"), "4");
  // A refused run changes nothing.
  post("/api/run", R"({"set": {"m": "oops"}})", 400);
  EXPECT_EQ(wait_for("hello")["run"], 1);
  EXPECT_EQ(wait_for("run")["set"], Json({{"m", "4"}}));
  post("/api/run", R"({"t_end": 0.5})", 200);
  EXPECT_EQ(wait_for("run")["set"], Json::object());
}

TEST_F(ViewServerTest, ABadValueIsToldByItsParameter) {
  const Json answer = post("/api/run", R"({"set": {"m": "4 +"}})", 400);
  const Json& fault = answer["diagnostics"][0];
  EXPECT_EQ(fault["parameter"], "m");
  EXPECT_FALSE(fault.contains("file"));
  EXPECT_EQ(fault["source"], "4 +");
  EXPECT_EQ(post("/api/run", R"({"set": {"m": "true"}})", 400)["diagnostics"][0]["parameter"], "m");
}

TEST_F(ViewServerTest, StartValuesAndChoicesAreParameters) {
  std::map<std::string, Json> parameters;
  const Json model = Json::parse(get("/api/model"));
  for (const Json& p : model["parameters"]) parameters[p["path"]] = p;
  EXPECT_EQ(parameters.at("hinge.phi.start")["value"], "0");
  EXPECT_EQ(parameters.at("hinge.phi.start")["unit"], "rad");
  EXPECT_EQ(parameters.at("world.gravityType")["choices"].size(), 3u);
  EXPECT_FALSE(parameters.at("m").contains("choices"));
  post("/api/run", R"({"set": {"hinge.phi.start": "0.3"}, "t_end": 0.1})", 200);
  // E = −m g/2 cos φ
  EXPECT_NEAR(wait_for("done")["summary"]["energy"]["start"].get<double>(),
              -2 * 9.80665 / 2 * std::cos(0.3), 1e-12);
}

TEST_F(ViewServerTest, AVariantOfTheModelIsText) {
  const Json variant =
      post("/api/variant", R"({"set": {"m": "4", "hinge.phi.start": "0.3"}, "t_end": 3})", 200);
  EXPECT_EQ(variant["name"], "Swing_changed.mo");
  std::ofstream(folder_ / "Changed.mo") << variant["text"].get<std::string>();
  ViewOptions options = options_;
  options.run.file = (folder_ / "Changed.mo").string();
  server_ = std::make_unique<ViewServer>(options);
  const Json model = Json::parse(get("/api/model"));
  EXPECT_TRUE(model["diagnostics"].empty()) << model["diagnostics"];
  EXPECT_EQ(model["title"], "Swing_changed");
  EXPECT_EQ(model["settings"]["t_end"], 3.0);
  std::map<std::string, std::string> values;
  for (const Json& p : model["parameters"]) values[p["path"]] = p["value"];
  EXPECT_EQ(values.at("m"), "4");
  EXPECT_EQ(values.at("body.m"), "4");
  EXPECT_EQ(values.at("hinge.phi.start"), "0.3");
  // A second one does not take the name of the first.
  EXPECT_EQ(post("/api/variant", "{}", 200)["name"], "Swing_changed_changed.mo");
  EXPECT_EQ(post("/api/variant", R"({"set": {"m": "oops"}})", 400)["diagnostics"][0]["parameter"],
            "m");
}

TEST_F(ViewServerTest, ARunIsStopped) {
  ASSERT_EQ(post("/api/run", R"({"t_end": 1e7})", 200)["run"], 1);
  post("/api/stop", "", 200);
  const Json done = wait_for("done");
  EXPECT_EQ(done["summary"]["status"], "interrupted");
  // A new run stops the one before.
  ASSERT_EQ(post("/api/run", R"({"t_end": 1e7})", 200)["run"], 2);
  ASSERT_EQ(post("/api/run", R"({"t_end": 0.1})", 200)["run"], 3);
  EXPECT_EQ(wait_for("done")["run"], 3);
}

TEST_F(ViewServerTest, FaultsComeWithTheirLine) {
  const Json answer = post("/api/run", R"({"set": {"mm": "4"}})", 400);
  ASSERT_EQ(answer["diagnostics"].size(), 1u);
  EXPECT_EQ(answer["diagnostics"][0]["severity"], "error");
  std::ofstream(folder_ / "Swing.mo") << "model Swing\n  Real x = ;\nend Swing;\n";
  const Json broken = post("/api/run", "{}", 400);
  EXPECT_EQ(broken["diagnostics"][0]["line"], 2);
  EXPECT_EQ(broken["diagnostics"][0]["source"], "  Real x = ;");
  EXPECT_EQ(Json::parse(get("/api/model"))["diagnostics"][0]["line"], 2);
}

TEST_F(ViewServerTest, AChangedFileIsTold) {
  std::atomic<bool> told{false};
  // Each time a longer file, since a page hears only what is told after it began to listen.
  std::thread writer([&] {
    for (std::string text = model_text; !told; text += "// more\n") {
      std::ofstream(folder_ / "Swing.mo") << text;
      for (int look = 0; look < 3; ++look) server_->watch();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  EXPECT_EQ(wait_for("changed"), Json::object());
  told = true;
  writer.join();
}

TEST_F(ViewServerTest, NothingOnDiskIsServed) {
  for (const char* path :
       {"/Swing.mo", "/page.html", "/../Swing.mo", "/..%2fSwing.mo", "/%2e%2e/Swing.mo",
        "//etc/passwd", "/api/../../Swing.mo", "/api/model/../../Swing.mo"})
    get(path, 404);
  EXPECT_EQ(
      send_raw("GET " + root() + "../../../../etc/passwd HTTP/1.1\r\nHost: " + host() + "\r\n\r\n"),
      404);
}

TEST_F(ViewServerTest, ForeignHostsAndPagesAreRefused) {
  const std::string port = std::to_string(server_->port());
  auto status = [&](const std::string& headers) {
    return send_raw("GET " + address("/api/model") + " HTTP/1.1\r\n" + headers +
                    "Connection: close\r\n\r\n");
  };
  EXPECT_EQ(status("Host: " + host() + "\r\n"), 200);
  EXPECT_EQ(status("Host: localhost:" + port + "\r\n"), 200);
  EXPECT_EQ(status("Host: evil.example:" + port + "\r\n"), 403);
  EXPECT_EQ(status("Host: 127.0.0.1\r\n"), 403);
  EXPECT_EQ(status("Host: 127.0.0.1:" + port + ".evil.example\r\n"), 403);
  EXPECT_EQ(status(""), 403);
  EXPECT_EQ(status("Host: " + host() + "\r\nHost: evil.example\r\n"), 403);
  EXPECT_EQ(status("Host: " + host() + "\r\nOrigin: http://evil.example\r\n"), 403);
  EXPECT_EQ(status("Host: " + host() + "\r\nOrigin: null\r\n"), 403);
  EXPECT_EQ(status("Host: " + host() + "\r\nOrigin: http://" + host() + "\r\n"), 200);
}

TEST_F(ViewServerTest, NothingIsSaidToWhoDoesNotKnowTheAddress) {
  EXPECT_EQ(root().size(), 34u);
  std::string guess = root();
  guess[20] = guess[20] == '0' ? '1' : '0';
  auto c = client();
  for (const std::string& path :
       {std::string("/"), std::string("/api/model"), guess, guess + "api/model",
        root().substr(0, root().size() - 1), root().substr(0, 10), std::string("/api/events")}) {
    const auto response = c.Get(path);
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 403) << path;
    EXPECT_EQ(response->body, "open the whole address that gelenk view has printed\n");
  }
  const auto run = c.Post("/api/run", "{}", "application/json");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->status, 403);
  EXPECT_NE(ViewServer(options_).url().substr(server_->url().size() - 33),
            server_->url().substr(server_->url().size() - 33))
      << "each server has an address of its own";
}

// 1300 times the whole page would be asked for in one line.
TEST_F(ViewServerTest, PartsOfAnswersAreNotMade) {
  std::string ranges = "bytes=0-";
  for (int i = 0; i < 1300; ++i) ranges += ",0-";
  auto c = client();
  for (const std::string& path : {root(), std::string("/"), address("/api/model")}) {
    const auto whole = c.Get(path), parts = c.Get(path, httplib::Headers{{"Range", ranges}});
    ASSERT_TRUE(whole && parts);
    EXPECT_EQ(parts->status, whole->status);
    EXPECT_EQ(parts->body, whole->body);
  }
}

// The file of a compiled component is a program. Neither is it loaded, nor does the answer tell whether it exists.
TEST_F(ViewServerTest, RequestsChangeNothingOfCompiledComponents) {
  std::ofstream(folder_ / "Swing.mo") << R"(model Swing
  inner Modelica.Mechanics.MultiBody.World world;
  model Drive
    extends Gelenk.CompiledComponent;
    parameter Real size = 1;
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a;
  end Drive;
  parameter String which = "drive.gkc";
  parameter Boolean has_more = false;
  parameter Real m = 1;
  Drive drive(file = which), more(file = "more.gkc") if has_more;
end Swing;
)";
  const std::string there = (folder_ / "page.html").string(), nowhere = "/nowhere/x.gkc";
  for (const std::string& file : {there, nowhere}) {
    const std::string value = "\"\\\"" + file + "\\\"\"";
    EXPECT_EQ(post("/api/run", R"({"set": {"drive.file": )" + value + "}}",
                   400)["diagnostics"][0]["message"],
              "'drive.file' belongs to a compiled component and cannot be changed here");
    EXPECT_EQ(
        post("/api/run", R"({"set": {"which": )" + value + "}}", 400)["diagnostics"][0]["message"],
        "these settings would load another compiled component, which cannot be done here");
  }
  EXPECT_EQ(post("/api/run", R"({"set": {"drive.size": 2}})", 400)["diagnostics"][0]["message"],
            "'drive.size' belongs to a compiled component and cannot be changed here");
  EXPECT_EQ(post("/api/run", R"({"set": {"has_more": true}})", 400)["diagnostics"][0]["message"],
            "these settings would load another compiled component, which cannot be done here");
  // What is none of it goes as far as to the file that the text names.
  const std::string reason =
      post("/api/run", R"({"set": {"m": 2}})", 400)["diagnostics"][0]["message"];
  EXPECT_NE(reason.find("drive.gkc': there is no such file"), std::string::npos) << reason;
  const Json model = Json::parse(get("/api/model"));
  for (const Json& p : model["parameters"])
    EXPECT_FALSE(p["path"].get<std::string>().starts_with("drive.")) << p["path"];
}

TEST_F(ViewServerTest, LargeAndShapelessBodiesAreRefused) {
  const std::string head = "POST " + address("/api/run") + " HTTP/1.1\r\nHost: " + host() + "\r\n";
  EXPECT_EQ(send_raw(head + "Content-Length: 1000001\r\n\r\n"), 413);
  EXPECT_EQ(send_raw(head + "Content-Length: 99999999999999999999\r\n\r\n"), 413);
  EXPECT_EQ(send_raw(head + "Transfer-Encoding: chunked\r\n\r\n"), 411);
  post("/api/run", "no json", 400);
  post("/api/run", "[]", 400);
  post("/api/run", R"({"set": []})", 400);
  post("/api/run", R"({"set": {"m": null}})", 400);
  post("/api/run", R"({"t_end": "soon"})", 400);
  post("/api/run", std::string(900000, '['), 400);
  post("/api/run", R"({"set": {"m": "</script>"}})", 400);
  get("/api/model");
}

TEST(ViewServer, ATakenPortIsAnError) {
  const testing::Workspace workspace;
  ViewOptions options;
  options.run.file = "none.mo";
  options.run.page = workspace.write("page.html", stand_in);
  options.host = "192.0.2.1";  // of no machine
  EXPECT_THROW(ViewServer server(options), UserError);
}

}  // namespace
}  // namespace gelenk
