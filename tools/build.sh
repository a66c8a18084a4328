# Preparing a build: packages, configuration, compilation. Sourced by ./gelenk, ./test,
# tools/package and bench/run, which set root to the folder of the checkout. Everything said here
# goes to stderr; stdout is the caller's.
#
#   is_current PRESET GOAL   true if nothing changed since the last build; only looks, in a few ms
#   prepare PRESET GOAL      installs what is missing, configures, builds; returns 3 when it cannot
#
# PRESET is one of CMakePresets.json. GOAL is program (build/PRESET/gelenk), tests (everything),
# package (what is installed), or bench (build/PRESET/bench, the measurements beside other
# libraries).
#
# Environment: GELENK_NO_INSTALL=1 installs nothing and says what is missing; GELENK_JOBS=N compiles
# N files at once.

program_packages=(g++ cmake ninja-build libeigen3-dev libfmt-dev libcli11-dev nlohmann-json3-dev
  libsundials-dev libsuitesparse-dev libtbb-dev zlib1g-dev libcairo2-dev fonts-dejavu-core
  libcpp-httplib-dev pkg-config)
python_packages=(python3-dev pybind11-dev python3-numpy)
test_packages=(libgtest-dev librapidcheck-dev "${python_packages[@]}")
package_packages=(dpkg-dev file gzip "${python_packages[@]}")
bench_packages=(libsimbody-dev libmujoco-dev libdart-dev liborocos-kdl-dev valgrind python3)
# Installed together with the others, but never missed.
optional_packages=(ccache)
# For the page of reports, where there is no node yet, and for its tests: without them everything else is built.
page_packages=(nodejs npm)
browser_packages=(chromium)

say() { printf 'gelenk: %s\n' "$*" >&2; }

# A terminal that can rewrite its last line.
on_terminal() { [[ -t 2 && ${TERM:-dumb} != dumb ]]; }
rewrite_line() { printf '\r\033[K%s' "$*" >&2; }
clear_line() { on_terminal && printf '\r\033[K' >&2; }

# ---- is there anything to do? -------------------------------------------------------------------

# Sets inputs: what the goal is made from, as far as it exists.
list_inputs() {
  local goal=$1 path
  local paths=(CMakeLists.txt CMakePresets.json tools/build.sh tools/build-page cmake include src
    apps page)
  [[ $goal == tests ]] && paths+=(tests bindings CONTRIBUTING.md tools/extract-examples.awk)
  [[ $goal == python ]] && paths+=(bindings)
  [[ $goal == bench ]] && paths+=(bench)
  inputs=()
  for path in "${paths[@]}"; do
    [[ -e $root/$path ]] && inputs+=("$root/$path")
  done
}

# The stamp is as old as the start of the last good build. Its lines: where the checkout was, and
# which inputs there were. Files added, deleted or renamed show in the age of their folder.
is_current() {
  local preset=$1 goal=$2 built_in built_from changed executable
  local build=$root/build/$preset
  local stamp=$build/.built-$goal
  # Packages are made seldom: there ninja looks.
  [[ $goal != package && -e $stamp ]] || return 1
  { IFS= read -r built_in && IFS= read -r built_from; } <"$stamp" || return 1

  list_inputs "$goal"
  [[ $built_from == "${inputs[*]#"$root/"}" ]] || return 1
  local skip=(-name '*.md')
  if [[ $goal == program ]]; then
    [[ -x $build/gelenk ]] || return 1
    skip=(-name '*.md' -o -type d -name test -prune)
  elif [[ $goal == python ]]; then
    compgen -G "$build/python/gelenk/_core*.so" >/dev/null || return 1
    skip=(-name '*.md' -o -name '*.py' -o -type d -name test -prune)
  elif [[ $goal == bench ]]; then
    [[ -x $build/bench/gelenk_bench ]] || return 1
    skip=(-name '*.md' -o -type d \( -name test -o -name results \) -prune)
  else
    # Its examples are compiled.
    skip=(-name '*.md' ! -name CONTRIBUTING.md)
    # The tests know by absolute path where their files are.
    [[ $built_in == "$root" && -e $build/tests/list ]] || return 1
    while IFS= read -r executable; do
      [[ -z $executable || -x $build/tests/$executable ]] || return 1
    done <"$build/tests/list"
  fi
  changed=$(find "${inputs[@]}" \( "${skip[@]}" \) -o -newer "$stamp" -print -quit 2>&1)
  [[ -z $changed ]]
}

# ---- packages -----------------------------------------------------------------------------------

# Sets missing to those of the given packages that are not installed.
find_missing() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null)
  missing=()
  for package in "$@"; do
    [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
  done
}

install_packages() {
  local goal=$1 log=$root/build/install.log
  local wanted=("${program_packages[@]}")
  [[ $goal == tests ]] && wanted+=("${test_packages[@]}")
  [[ $goal == python ]] && wanted+=("${python_packages[@]}")
  [[ $goal == package ]] && wanted+=("${package_packages[@]}")
  [[ $goal == bench ]] && wanted+=("${bench_packages[@]}")
  # Not a Debian system: CMake will say what it does not find.
  command -v dpkg-query >/dev/null || return 0
  find_missing "${wanted[@]}"
  ((${#missing[@]})) || return 0

  local needed="${missing[*]}"
  local by_hand="apt-get install $needed"
  if [[ -n ${GELENK_NO_INSTALL:-} && ${GELENK_NO_INSTALL:-} != 0 ]]; then
    say "these Debian packages are missing (as root: $by_hand): $needed"
    return 3
  fi
  if ! find_apt; then
    say "these Debian packages are missing and only root can install them" \
      "(as root: $by_hand): $needed"
    return 3
  fi

  find_missing "${wanted[@]}" "${optional_packages[@]}"
  say "installing Debian packages: ${missing[*]}"
  : >"$log"
  local updated=
  if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
    run_apt "$log" "${apt[@]}" update
    updated=yes
  fi
  if ! run_apt "$log" "${apt[@]}" install --no-install-recommends "${missing[@]}"; then
    if [[ -z $updated ]]; then
      run_apt "$log" "${apt[@]}" update &&
        run_apt "$log" "${apt[@]}" install --no-install-recommends "${missing[@]}"
    fi
  fi
  find_missing "${wanted[@]}"
  ((${#missing[@]})) || return 0
  say "installing the Debian packages ${missing[*]} failed; the whole log is in $log"
  grep '^E: ' "$log" | tail -n 5 >&2
  return 3
}

# install_extras PACKAGE...: installs what is missing where that needs no question. Nothing fails for it.
install_extras() {
  [[ ${GELENK_NO_INSTALL:-0} == 0 ]] && command -v dpkg-query >/dev/null || return 0
  find_missing "$@"
  ((${#missing[@]})) && find_apt || return 0
  say "installing Debian packages: ${missing[*]}"
  run_apt "$root/build/install.log" "${apt[@]}" install --no-install-recommends "${missing[@]}"
  return 0
}

# Sets apt: the command that installs without asking. False where only root could.
find_apt() {
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n)
  fi
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300)
}

# run_apt LOG COMMAND...
run_apt() {
  local log=$1
  shift
  LC_ALL=C "$@" </dev/null 2>&1 | tee -a "$log" |
    while IFS= read -r line; do
      on_terminal && [[ $line =~ ^(Get:|Unpacking|Setting) ]] &&
        rewrite_line "installing: ${line:0:60}"
    done
  local status=${PIPESTATUS[0]}
  clear_line
  return "$status"
}

# ---- the page of reports ------------------------------------------------------------------------

# Makes build/page/page.html when its sources are newer. A build never fails for it.
make_page() {
  local page=$root/build/page/page.html log=$root/build/page.log
  [[ -x $root/tools/build-page ]] || return 0
  [[ -e $page && -z $(find "$root/page" "$root/tools/build-page" -newer "$page" -print -quit) ]] &&
    return 0
  { command -v node && command -v npm; } >/dev/null 2>&1 || install_extras "${page_packages[@]}"
  if on_terminal; then rewrite_line "making the page of reports"; fi
  if ! "$root/tools/build-page" </dev/null >"$log" 2>&1; then
    clear_line
    say "the page of reports could not be made, see $log; --report and view will need --page"
  fi
  clear_line
  return 0
}

# ---- building -----------------------------------------------------------------------------------

# Files compiled at once: one per core, but no more than there is memory for (1.5 GB each).
count_jobs() {
  local jobs by_memory
  if [[ -n ${GELENK_JOBS:-} ]]; then
    printf '%s' "$GELENK_JOBS"
    return
  fi
  jobs=$(nproc 2>/dev/null || printf 2)
  by_memory=$(awk '/^MemAvailable:/ {print int($2 / 1500000)}' /proc/meminfo 2>/dev/null)
  [[ -n $by_memory ]] && ((by_memory < jobs)) && jobs=$((by_memory > 0 ? by_memory : 1))
  printf '%s' "$jobs"
}

# Shows ninja's "[37/120] ..." lines from stdin: one changing line on a terminal, each quarter in a
# pipe.
show_progress() {
  local label=$1 line quarter shown=0
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  && $line != *\ Re-* ]] || continue
    if on_terminal; then
      rewrite_line "$label [${BASH_REMATCH[1]}/${BASH_REMATCH[2]}]"
    else
      quarter=$((4 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      if ((quarter > shown)); then
        shown=$quarter
        printf '%s [%s/%s]\n' "$label" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
      fi
    fi
  done
  clear_line
}

# After a failed build: one sentence with what failed and where the log is, then the first error.
explain_failure() {
  local build=$1 log=$1/build.log
  ROOT=$root/ VIEW=$build/include/ LOG=$log awk '
    # Paths as in the sources: without the folder of the checkout and the include view.
    function shorten(text,    at, rest, folder) {
      while (at = index(text, ENVIRON["VIEW"])) {
        rest = substr(text, at + length(ENVIRON["VIEW"]))
        folder = rest
        sub(/\/.*/, "", folder)
        sub(/^[^\/]*\//, "", rest)
        text = substr(text, 1, at - 1) "src/" rest
      }
      while (at = index(text, ENVIRON["ROOT"]))
        text = substr(text, 1, at - 1) substr(text, at + length(ENVIRON["ROOT"]))
      return text
    }
    /^FAILED: / && what == "" {
      what = $2
      if (sub(/^CMakeFiles\/[^\/]*\.dir\//, "", what) && sub(/\.o$/, "", what))
        what = what " does not compile"
      else
        what = what " could not be linked"
    }
    /^CMake Error/ && what == "" { what = "the build could not be configured" }
    !lines && /(^|[: ])(error|fatal error): |^CMake Error|undefined reference|multiple definition|No space left/ {
      lines = 1
      kept[1] = shorten($0)
      next
    }
    lines && !ended {
      if (lines >= 12 || /error: |^ninja: |^\[[0-9]+\/[0-9]+\] |^-- |^FAILED: |^compilation terminated|^cc1plus: |^collect2: /)
        ended = 1
      else if ($0 != "")
        kept[++lines] = shorten($0)
    }
    END {
      if (what == "") what = "the build failed"
      print "gelenk: " what "; the whole log is in " ENVIRON["LOG"]
      for (i = 1; i <= lines; ++i) print kept[i]
    }' "$log" >&2

  # The usual puzzle of a new author: the header is there, but the order of the folders forbids it.
  local header
  header=$(sed -n 's/.*fatal error: \([a-z]*\/[^:]*\): No such file.*/\1/p' "$log" | head -n 1)
  if [[ -n $header && -e $root/src/$header ]]; then
    printf '%s\n' "src/$header exists, but a folder may include only itself and the folders before \
it (GELENK_FOLDERS in CMakeLists.txt)" >&2
  fi
}

# CMake keeps absolute paths: a build directory that was moved or copied is of no use.
discard_if_moved() {
  local build=$1 home place
  [[ -e $build/CMakeCache.txt ]] || return 0
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
  place=$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$build/CMakeCache.txt")
  [[ $home -ef $root && $place -ef $build ]] && return 0
  say "the checkout was moved, building from scratch"
  rm -rf -- "$build"
}

# Ninja starts CMake by itself when CMakeLists.txt changes or sources come and go, but it knows
# neither the presets nor that GoogleTest was installed later.
must_configure() {
  local build=$1 goal=$2
  [[ -e $build/build.ninja && -e $build/CMakeCache.txt && -e $build/.configured ]] || return 0
  [[ $root/CMakePresets.json -nt $build/.configured ]] && return 0
  [[ $goal == tests ]] && grep -q '^GTest_DIR:.*NOTFOUND$' "$build/CMakeCache.txt" && return 0
  [[ $goal == tests || $goal == python ]] &&
    grep -q '^pybind11_DIR:.*NOTFOUND$' "$build/CMakeCache.txt"
}

build_goal() {
  local preset=$1 goal=$2
  local build=$root/build/$preset targets=(gelenk) label="building gelenk"
  [[ $goal == tests ]] && targets=(all) label="building gelenk and its tests"
  [[ $goal == python ]] && targets=(gelenk gelenk_python) label="building gelenk and its Python package"
  [[ $goal == bench ]] && targets=(bench/all) label="building the measurements"
  if [[ $preset == package-v3 ]]; then
    targets=(gelenk_library gelenk_component) label="building the library for x86-64-v3"
  elif [[ $goal == package ]]; then
    targets=(gelenk gelenk_documents gelenk_python) label="building gelenk for any processor"
  fi
  local log=$build/build.log

  local started=$build/.started
  discard_if_moved "$build"
  if ! { mkdir -p -- "$build" && : >"$started" && : >"$log"; } 2>/dev/null; then
    say "the program is not up to date, and $build cannot be written to"
    return 3
  fi
  # A compiler cache needs a place to write to.
  [[ -n ${CCACHE_DIR:-} || -w ${HOME:-/nonexistent} ]] || export CCACHE_DIR=$root/build/.ccache
  export LC_ALL=C

  if must_configure "$build" "$goal"; then
    rm -f -- "$build/.configured"
    if on_terminal; then rewrite_line "configuring gelenk"; fi
    if ! (cd -- "$root" && cmake --preset "$preset") </dev/null >>"$log" 2>&1; then
      clear_line
      explain_failure "$build"
      return 3
    fi
    touch -r "$started" "$build/.configured"
    clear_line
  fi
  NINJA_STATUS='[%f/%t] ' ninja -C "$build" -j "$(count_jobs)" "${targets[@]}" </dev/null 2>&1 |
    tee -a "$log" | show_progress "$label"
  if ((PIPESTATUS[0] != 0)); then
    explain_failure "$build"
    return 3
  fi

  local stamp stamps=(program)
  [[ $goal == tests ]] && stamps+=(tests)
  [[ $goal == python ]] && stamps+=(python)
  [[ $goal == bench || $goal == package ]] && stamps=("$goal")
  for stamp in "${stamps[@]}"; do
    list_inputs "$stamp"
    stamp=$build/.built-$stamp
    printf '%s\n' "$root" "${inputs[*]#"$root/"}" >"$stamp.new"
    touch -r "$started" "$stamp.new"
    mv -f -- "$stamp.new" "$stamp"
  done
}

prepare() {
  local preset=$1 goal=$2
  if ! { mkdir -p -- "$root/build" && : >>"$root/build/.lock"; } 2>/dev/null; then
    say "the program is not up to date, and $root/build cannot be written to"
    return 3
  fi
  # One build at a time; whoever waited may find the work done.
  (
    trap 'clear_line; exit 130' INT TERM
    if ! flock -n 9; then
      say "waiting for another build of this checkout to end"
      flock 9
      is_current "$preset" "$goal" && exit 0
    fi
    install_packages "$goal" || exit
    if [[ $goal == tests && ! -x ${CHROMIUM:-/usr/bin/chromium} ]]; then
      install_extras "${browser_packages[@]}"
    fi
    make_page && build_goal "$preset" "$goal"
  ) 9>"$root/build/.lock"
}
