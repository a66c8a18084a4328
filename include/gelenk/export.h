// What the shared library shows to programs. Everything else of it is hidden, so that a name that
// stands in no public header cannot be linked to.
//
// GELENK_EXPORT marks functions, classes with functions that are not inline, and exceptions, whose
// type has to be the same one on both sides of the library. Plain data (RunOptions, RunSummary) needs
// no mark. GELENK_LOCAL marks, where it is defined, what stands inside of such a class and is the
// library's own: struct GELENK_LOCAL Model::Impl.
#pragma once

#if defined(__GNUC__)
#define GELENK_EXPORT __attribute__((visibility("default")))
#define GELENK_LOCAL __attribute__((visibility("hidden")))
#else
#define GELENK_EXPORT
#define GELENK_LOCAL
#endif
