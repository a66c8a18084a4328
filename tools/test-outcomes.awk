# Sorts the outcomes of one run of a GoogleTest executable. Reads the file of the cases that were to
# run (one name per line), then the run's output. Variables: unit, the path that result files begin
# with; how, a phrase for how the process ended.
#
# Appends names to UNIT.passed, UNIT.failed and UNIT.skipped, and the output of failed cases to
# UNIT.report. Writes the cases that were not reached to UNIT.left. Prints one word: "lost" if a
# case began but has no outcome (it took the process down, and counts as failed), else "failed" or
# "fine".

# The case named behind the marker, if it is one that we wait for.
function name_after(marker,    at, name) {
  at = index($0, marker)
  if (!at) return ""
  name = substr($0, at + length(marker))
  sub(/[ ,].*/, "", name)
  return (name in pending) ? name : ""
}

function finish(name, kind) {
  print name >> (unit "." kind)
  if (kind == "failed") {
    printf "%s", text >> (unit ".report")
    verdict = "failed"
  }
  delete pending[name]
  running = ""
}

BEGIN { verdict = "fine" }

FILENAME == ARGV[1] {
  pending[$0]
  order[++count] = $0
  next
}

(name = name_after("[ RUN      ] ")) != "" {
  running = name
  text = ""
}

running != "" { text = text $0 "\n" }

# A case may have printed something without ending the line, so the marker may stand anywhere.
(name = name_after("[       OK ] ")) != "" { finish(name, "passed") }
(name = name_after("[  SKIPPED ] ")) != "" { finish(name, "skipped") }
(name = name_after("[  FAILED  ] ")) != "" { finish(name, "failed") }

END {
  if (running != "") {
    text = text running " " how "\n"
    finish(running, "failed")
    verdict = "lost"
  }
  printf "" > (unit ".left")
  for (i = 1; i <= count; ++i)
    if (order[i] in pending) print order[i] > (unit ".left")
  print verdict
}
