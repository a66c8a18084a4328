#include "view/run_session.h"

#include <chrono>

#include "io/summary_writer.h"
#include "view/diagnostics_json.h"

namespace gelenk {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr auto progress_interval = std::chrono::milliseconds(100);
constexpr std::size_t most_events = 1000;

std::string format_event(const std::string& event, const std::string& json) {
  return "event: " + event + "\ndata: " + json + "\n\n";
}

// With what it was asked for, so that whoever joins later knows what is shown.
std::string write_begin(int run, const RunRequest& request) {
  Json set = Json::object();
  for (const auto& [path, value] : request.settings) set[path] = value;
  Json json = {{"run", run}, {"set", set}};
  if (request.t_end) json["t_end"] = *request.t_end;
  return write_text(json);
}

// How a run that got as far as to a summary ended.
std::pair<std::string, std::string> write_end(int run, const RunSummary& summary) {
  Json json = {{"run", run}, {"summary", Json::parse(summary_text(summary))}};
  if (summary.status == "failed") {
    json["diagnostics"] = Json::array({{{"severity", "error"}, {"message", summary.message}}});
    return {"failed", write_text(json)};
  }
  json["messages"] = Json::array();
  if (!summary.succeeded())
    json["messages"].push_back({{"severity", "warning"}, {"text", summary.message}});
  for (const std::string& warning : summary.warnings)
    json["messages"].push_back({{"severity", "warning"}, {"text", warning}});
  return {"done", write_text(json)};
}

}  // namespace

RunOptions add_request(RunOptions options, const RunRequest& request) {
  options.guest_settings = request.settings;
  if (request.t_end) options.t_end = request.t_end;
  return options;
}

int RunSession::start(const RunRequest& request) {
  const std::lock_guard<std::mutex> one_at_a_time(starting_);
  stop_ = true;
  if (worker_.joinable()) worker_.join();
  RunOptions options = add_request(options_, request);
  options.output = options.summary = options.report = "";

  std::unique_lock<std::mutex> lock(mutex_);
  if (closed_) throw UserError({"run", {}, "", "the server is about to end", ""});
  stop_ = false;
  is_refused_ = false;
  faults_.clear();
  const int run = ++run_;
  worker_ = std::thread([this, options, request, run] { work(options, request, run); });
  changed_.wait(lock, [&] { return shown_ == run || is_refused_; });
  if (is_refused_) throw UserError(faults_);
  return run;
}

void RunSession::stop() { stop_ = true; }

void RunSession::close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  stop_ = true;
  changed_.notify_all();
  const std::lock_guard<std::mutex> one_at_a_time(starting_);
  if (worker_.joinable()) worker_.join();
}

// The thread of one run.
void RunSession::work(RunOptions options, RunRequest request, int run) {
  Clock::time_point last_told = Clock::now() - progress_interval;
  double last_time = 0.0, t_end = 0.0;
  std::size_t last_rows = 0;
  RunObserver observer;
  observer.stop = &stop_;
  observer.scene = [&](const std::string& json, std::size_t columns) {
    const std::lock_guard<std::mutex> lock(mutex_);
    shown_ = run;
    scene_ = json;
    record_ = MotionRecord(columns);
    const std::string begin = write_begin(run, request);
    last_begin_ = format_event("run", begin);
    last_progress_ = last_end_ = "";
    append_event("run", begin);
  };
  observer.scene_row = [&](double time, const std::vector<float>& values) {
    const std::lock_guard<std::mutex> lock(mutex_);
    record_.add(time, values);
    last_rows = record_.rows();
  };
  observer.progress = [&](double time, double, double end) {
    last_time = time;
    t_end = end;
    const Clock::time_point now = Clock::now();
    if (now - last_told < progress_interval) return;
    last_told = now;
    const std::string json =
        write_text({{"run", run}, {"t", last_time}, {"t_end", t_end}, {"rows", last_rows}});
    const std::lock_guard<std::mutex> lock(mutex_);
    last_progress_ = format_event("progress", json);
    append_event("progress", json);
  };
  observer.final_scene = [&](const std::string& json) {
    const std::lock_guard<std::mutex> lock(mutex_);
    scene_ = json;
  };
  try {
    const auto [event, json] = write_end(run, gelenk::run(options, observer));
    finish(run, event, json);
  } catch (const UserError& error) {
    bool has_scene;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      has_scene = shown_ == run;
      faults_ = error.diagnostics();
      is_refused_ = !has_scene;
      changed_.notify_all();
    }
    // A fault that shows only when the motion begins, as loops that do not close.
    if (has_scene) {
      finish(run, "failed",
             write_text({{"run", run}, {"diagnostics", write_diagnostics(error.diagnostics())}}));
    }
  } catch (const std::exception& error) {
    const bool is_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    const std::lock_guard<std::mutex> lock(mutex_);
    faults_ = {is_memory
                   ? Diagnostic{"memory", {}, "", "the model needs more memory than there is", ""}
                   : Diagnostic{"internal",
                                {},
                                "",
                                error.what(),
                                "this is a mistake in gelenk, not in the model: tell its "
                                "makers, with the model"}};
    is_refused_ = shown_ != run;
    append_event("failed", write_text({{"run", run}, {"diagnostics", write_diagnostics(faults_)}}));
  }
}

void RunSession::finish(int run, const std::string& event, const std::string& json) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (shown_ == run) last_end_ = format_event(event, json);
  append_event(event, json);
}

void RunSession::tell(const std::string& event, const std::string& json) {
  const std::lock_guard<std::mutex> lock(mutex_);
  append_event(event, json);
}

void RunSession::append_event(const std::string& event, const std::string& json) {
  events_.push_back(format_event(event, json));
  if (events_.size() > most_events) {
    events_.pop_front();
    ++first_event_;
  }
  changed_.notify_all();
}

std::optional<std::string> RunSession::get_scene(int run) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (run != shown_ || run == 0) return std::nullopt;
  return scene_;
}

std::optional<std::string> RunSession::write_rows(int run, std::size_t from) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (run != shown_ || run == 0) return std::nullopt;
  return record_.write_chunk(from);
}

RunSession::Listener::Listener(RunSession& session) : session_(session) {
  const std::lock_guard<std::mutex> lock(session_.mutex_);
  // A run that is about to begin is told of as one that is there: nobody needs to start another.
  const int run = session_.is_refused_ ? session_.shown_ : session_.run_;
  first_ = format_event("hello", write_text({{"run", run}})) + session_.last_begin_ +
           session_.last_progress_ + session_.last_end_;
  next_ = session_.first_event_ + session_.events_.size();
}

std::string RunSession::Listener::wait(double seconds) {
  if (!first_.empty()) return std::exchange(first_, "");
  std::unique_lock<std::mutex> lock(session_.mutex_);
  session_.changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] {
    return session_.closed_ || next_ < session_.first_event_ + session_.events_.size();
  });
  std::string text;
  for (next_ = std::max(next_, session_.first_event_);
       next_ < session_.first_event_ + session_.events_.size(); ++next_)
    text += session_.events_[next_ - session_.first_event_];
  return text;
}

bool RunSession::Listener::is_over() const {
  const std::lock_guard<std::mutex> lock(session_.mutex_);
  return session_.closed_;
}

}  // namespace gelenk
