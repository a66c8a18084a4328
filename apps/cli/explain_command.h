// gelenk explain: what a model is made of, in sentences.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_explain_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
