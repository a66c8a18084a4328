// A small program that runs a model, reads its results as they come, and catches what the library
// throws. Its only argument is the model.
#include <gelenk/compile.h>
#include <gelenk/error.h>
#include <gelenk/experiment.h>
#include <gelenk/library.h>
#include <gelenk/message.h>
#include <gelenk/model.h>
#include <gelenk/plot.h>
#include <gelenk/results.h>
#include <gelenk/run.h>
#include <gelenk/suggest.h>
#include <gelenk/version.h>
#include <gelenk/view.h>

#include <cstdio>

int main(int, char** arguments) {
  gelenk::RunOptions options;
  options.file = arguments[1];
  options.signals = "hinge.phi";
  options.t_end = 1.0;
  gelenk::RunObserver observer;
  double last = 0.0;
  observer.row = [&](double, const std::vector<double>& values) { last = values.at(0); };
  const gelenk::Model model = gelenk::Model::from_file(options.file);
  const gelenk::RunSummary summary = gelenk::run(options, observer);
  std::printf("gelenk %s: %s is %s, hinge.phi = %.6f\n", gelenk::version(), model.name().c_str(),
              summary.status.c_str(), last);
  try {
    options.settings = {{"hinge.nothing", "1"}};
    gelenk::check(options);
  } catch (const gelenk::InputError& error) {
    std::printf("caught %s\n", gelenk::list_messages(error).at(0).code.c_str());
    return summary.succeeded() ? 0 : 1;
  }
  return 1;
}
