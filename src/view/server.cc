#include "view/server.h"

#include <sys/random.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "report/page.h"
#include "view/diagnostics_json.h"
#include "view/file_watch.h"
#include "view/model_json.h"
#include "view/run_session.h"
#include "view/variant.h"
// Last: system headers of it define _res, which Eigen has as a name.
#include <httplib.h>

namespace gelenk {

namespace {

using Json = nlohmann::json;
using httplib::Request, httplib::Response;

constexpr int most_listeners = 16;
// Threads: listeners, and as many again for requests.
constexpr std::size_t thread_count = 64;
// Whoever connects and says nothing is let go soon: others wait for the thread.
constexpr int patience = 1;  // s

// A page that brings all it needs inside it may ask this server, and nothing else.
constexpr const char* page_policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src "
    "'self'; "
    "img-src 'self' data: blob:; media-src blob:; font-src data:; base-uri 'none'; form-action "
    "'none'; frame-ancestors 'none'";

void refuse(Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(why + "\n", "text/plain; charset=utf-8");
  // What came with the request is not read.
  response.set_header("Connection", "close");
}

void answer(Response& response, const std::string& json, int status = 200) {
  response.status = status;
  response.set_content(json, "application/json");
}

// A number of digits only, such as 120.
template <typename Number>
std::optional<Number> read_number(const Request& request, const char* name) {
  const std::string text = request.get_param_value(name);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// 128 bits that nobody can guess, as letters of an address.
std::string make_secret() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    throw UserError({"listen", {}, "", "the system gives no random numbers", ""});
  std::string text;
  for (unsigned char byte : bytes) {
    for (int half : {byte >> 4, byte & 15}) text += "0123456789abcdef"[half];
  }
  return text;
}

// Takes as long for a wrong beginning as for a wrong end.
bool begins_with_secret(const std::string& path, const std::string& root) {
  if (path.size() < root.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < root.size(); ++i)
    difference |= static_cast<unsigned char>(path[i] ^ root[i]);
  return difference == 0;
}

[[noreturn]] void reject(const std::string& message) {
  throw UserError({"request", {}, "", message, ""});
}

RunRequest read_run_request(const std::string& body) {
  RunRequest request;
  const Json json = Json::parse(body.empty() ? "{}" : body, nullptr, false);
  if (!json.is_object()) reject("the request is no JSON object");
  if (const auto set = json.find("set"); set != json.end()) {
    if (!set->is_object()) reject("'set' has to be an object of paths and values");
    for (const auto& [path, value] : set->items()) {
      if (value.is_string())
        request.settings.emplace_back(path, value.get<std::string>());
      else if (value.is_number() || value.is_boolean())
        request.settings.emplace_back(path, value.dump());
      else
        reject("the value of '" + path + "' has to be a string or a number");
    }
  }
  if (const auto t_end = json.find("t_end"); t_end != json.end() && !t_end->is_null()) {
    if (!t_end->is_number() || !(t_end->get<double>() > 0) || !(t_end->get<double>() < 1e12))
      reject("'t_end' has to be a positive number of seconds");
    request.t_end = t_end->get<double>();
  }
  return request;
}

}  // namespace

struct ViewServer::Impl {
  explicit Impl(const ViewOptions& view_options)
      : options(view_options),
        root("/" + make_secret() + "/"),
        page(fill_live_page(load_page(options.run.page))),
        session(options.run),
        files(options.run.file) {}

  // Names by which this server may be called: another name in Host means that some page has given its own name our
  // address.
  bool is_own_host(const std::string& host) const {
    const std::string end = ":" + std::to_string(port);
    if (host == options.host + end) return true;
    const bool is_open = options.host == "0.0.0.0";
    if (host == "localhost" + end) return is_open || options.host == "127.0.0.1";
    // At all addresses of the machine: any that is a number. Names are what others can give.
    return is_open && host.ends_with(end) &&
           host.substr(0, host.size() - end.size()).find_first_not_of("0123456789.") ==
               std::string::npos;
  }

  bool is_foreign(const Request& request) const {
    if (request.get_header_value_count("Host") != 1 ||
        !is_own_host(request.get_header_value("Host")))
      return true;
    // Pages from elsewhere may send requests here, but not without saying where they are from.
    if (!request.has_header("Origin")) return false;
    const std::string origin = request.get_header_value("Origin");
    return !origin.starts_with("http://") || !is_own_host(origin.substr(7));
  }

  void route() {
    server.set_payload_max_length(largest_body);
    server.set_tcp_nodelay(true);
    server.set_read_timeout(patience);
    server.set_keep_alive_timeout(patience);
    // Nobody else may listen at the same port, as the default would allow.
    server.set_socket_options([](int socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server.new_task_queue = [] { return new httplib::ThreadPool(thread_count); };
    server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                                {"Cache-Control", "no-store"},
                                {"Referrer-Policy", "no-referrer"},
                                {"Content-Security-Policy", page_policy}});
    server.set_pre_routing_handler([this](const Request& request, Response& response) {
      // Answers are given whole: a thousand parts that overlap would take a thousand times the memory.
      const_cast<Request&>(request).ranges.clear();
      if (is_foreign(request)) {
        refuse(response, 403, "this server answers requests of its own page only");
        return httplib::Server::HandlerResponse::Handled;
      }
      if (!begins_with_secret(request.path, root)) {
        refuse(response, 403, "open the whole address that gelenk view has printed");
        return httplib::Server::HandlerResponse::Handled;
      }
      // The size of a body in pieces is not known before it is there.
      if (request.has_header("Transfer-Encoding")) {
        refuse(response, 411, "the length of the request is missing");
        return httplib::Server::HandlerResponse::Handled;
      }
      if (request.has_header("Content-Length") &&
          request.get_header_value<std::uint64_t>("Content-Length") > largest_body) {
        refuse(response, 413, "the request is larger than 1 MB");
        return httplib::Server::HandlerResponse::Handled;
      }
      return httplib::Server::HandlerResponse::Unhandled;
    });
    server.Get(root, [this](const Request&, Response& response) {
      response.set_content(page, "text/html; charset=utf-8");
    });
    server.Get(root + "api/model", [this](const Request&, Response& response) {
      answer(response, write_model(options.run));
    });
    server.Post(root + "api/run", [this](const Request& request, Response& response) {
      try {
        const int run = session.start(read_run_request(request.body));
        answer(response, write_text({{"run", run}}));
      } catch (const UserError& error) {
        answer(response, write_text({{"diagnostics", write_diagnostics(error.diagnostics())}}),
               400);
      }
    });
    server.Post(root + "api/variant", [this](const Request& request, Response& response) {
      try {
        const Variant variant = write_variant(
            add_request(options.run, read_run_request(request.body)));
        answer(response, write_text({{"name", variant.file}, {"text", variant.text}}));
      } catch (const UserError& error) {
        answer(response, write_text({{"diagnostics", write_diagnostics(error.diagnostics())}}),
               400);
      }
    });
    server.Post(root + "api/stop", [this](const Request&, Response& response) {
      session.stop();
      answer(response, "{}");
    });
    server.Get(root + "api/scene", [this](const Request& request, Response& response) {
      const auto run = read_number<int>(request, "run");
      const auto scene = run ? session.get_scene(*run) : std::nullopt;
      if (!scene) return refuse(response, 404, "there is no such run");
      answer(response, *scene);
    });
    server.Get(root + "api/data", [this](const Request& request, Response& response) {
      const auto run = read_number<int>(request, "run");
      const auto from = read_number<std::size_t>(request, "from");
      const auto rows = run && from ? session.write_rows(*run, *from) : std::nullopt;
      if (!rows) return refuse(response, 404, "there are no such rows");
      response.set_content(*rows, "application/octet-stream");
    });
    server.Get(root + "api/events",
               [this](const Request&, Response& response) { listen(response); });
  }

  // A stream of events, until the page or the server goes.
  void listen(Response& response) {
    if (++listeners > most_listeners) {
      --listeners;
      return refuse(response, 503, "too many pages are open");
    }
    auto listener = std::make_shared<RunSession::Listener>(session);
    response.set_chunked_content_provider(
        "text/event-stream",
        [listener](std::size_t, httplib::DataSink& sink) {
          std::string text = listener->wait(1.0);
          if (listener->is_over()) {
            sink.done();
            return true;
          }
          // A comment finds out whether the page is still there.
          if (text.empty()) text = ": \n\n";
          return sink.write(text.data(), text.size());
        },
        [this](bool) { --listeners; });
  }

  void start() {
    route();
    if (options.port == 0) {
      port = server.bind_to_any_port(options.host);
    } else if (server.bind_to_port(options.host, options.port)) {
      port = options.port;
    }
    if (port <= 0) {
      throw UserError({"listen",
                       {},
                       "",
                       options.port == 0 ? "cannot listen at " + options.host
                                         : "cannot listen at " + options.host + ", port " +
                                               std::to_string(options.port),
                       "choose another --http-port, or leave it out for one that is free"});
    }
    thread = std::thread([this] { server.listen_after_bind(); });
    while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  ViewOptions options;
  const std::string root;  // of all addresses: who has not been told it gets nothing
  std::string page;
  RunSession session;
  FileWatch files;
  std::atomic<int> listeners{0};
  httplib::Server server;
  std::thread thread;
  int port = -1;
};

ViewServer::ViewServer(const ViewOptions& options) : impl_(std::make_unique<Impl>(options)) {
  impl_->start();
}

ViewServer::~ViewServer() {
  impl_->session.close();
  impl_->server.stop();
  if (impl_->thread.joinable()) impl_->thread.join();
}

int ViewServer::port() const { return impl_->port; }

std::string ViewServer::url() const {
  return "http://" + impl_->options.host + ":" + std::to_string(impl_->port) + impl_->root;
}

void ViewServer::watch() {
  if (impl_->files.has_changed()) impl_->session.tell("changed", "{}");
}

void view(const ViewOptions& options, const std::atomic<bool>& stop,
          const std::function<void(const std::string& url)>& ready) {
  if (!std::filesystem::exists(options.run.file)) {
    throw UserError({"file",
                     {},
                     "",
                     "there is no such file or folder: '" + options.run.file + "'",
                     "check the path; with --new a small model to begin with is written there"});
  }
  ViewServer server(options);
  if (ready) ready(server.url());
  for (int tick = 0; !stop; ++tick) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (tick % 8 == 0) server.watch();
  }
}

}  // namespace gelenk
