// What the shared library shows to programs. Everything else of it is hidden, so that a name that stands
// in no public header cannot be linked to.
//
// It marks functions, classes with functions that are not inline, and exceptions, whose type has to be
// the same one on both sides of the library. Plain data (RunOptions, RunSummary) needs no mark.
#pragma once

#if defined(__GNUC__)
#define GELENK_EXPORT __attribute__((visibility("default")))
#else
#define GELENK_EXPORT
#endif
