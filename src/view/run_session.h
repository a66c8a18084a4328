// Runs of one model, one at a time, in a thread of its own: what the page asks for while they compute. A new run stops the one
// under way; of a run that is over, scene and rows stay until the next begins. All functions may be called from any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gelenk/run.h"
#include "report/motion_record.h"

namespace gelenk {

// What a run is asked for beyond the options that the program was started with.
struct RunRequest {
  std::vector<std::pair<std::string, std::string>> settings;
  std::optional<double> t_end;
};

// The options with what was asked for.
RunOptions add_request(RunOptions options, const RunRequest& request);

class RunSession {
 public:
  explicit RunSession(RunOptions options) : options_(std::move(options)) {}
  ~RunSession() { close(); }
  RunSession(const RunSession&) = delete;

  // Begins a run and returns its number as soon as it has a scene. Throws UserError when the model or what was asked for is
  // at fault.
  int start(const RunRequest& request);
  void stop();
  // Ends the run under way and every wait for events.
  void close();

  // Of the run with that number; empty where that is not the last one.
  std::optional<std::string> get_scene(int run) const;
  std::optional<std::string> write_rows(int run, std::size_t from) const;

  // Tells all listeners.
  void tell(const std::string& event, const std::string& json);

  // Events for one listener: first whether there is a run ("hello") and what became of it, then everything that is told.
  class Listener {
   public:
    explicit Listener(RunSession& session);
    // Waits for at most that time; empty: nothing was told. As text of an event stream.
    std::string wait(double seconds);
    bool is_over() const;

   private:
    RunSession& session_;
    std::string first_;
    std::size_t next_;
  };

 private:
  void work(RunOptions options, RunRequest request, int run);
  void finish(int run, const std::string& event, const std::string& json);
  void append_event(const std::string& event, const std::string& json);

  const RunOptions options_;
  std::mutex starting_;  // held by whoever begins or ends a run

  mutable std::mutex mutex_;  // of everything below
  std::condition_variable changed_;
  std::thread worker_;
  std::atomic<bool> stop_{false};
  bool closed_ = false;
  int run_ = 0;                     // of the last run begun
  int shown_ = 0;                   // of the last run with a scene: of scene_ and record_
  std::vector<Diagnostic> faults_;  // of the run begun, where it found some before it had a scene
  bool is_refused_ = false;
  std::string scene_;
  MotionRecord record_;
  std::string last_begin_, last_progress_, last_end_;  // events of the run shown
  // Events told; older ones are forgotten.
  std::deque<std::string> events_;
  std::size_t first_event_ = 0;
};

}  // namespace gelenk
