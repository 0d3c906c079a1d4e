// How every fuzz target ends on a wrong answer.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "harness/answer_json.hpp"
#include "harness/scene_json.hpp"
#include "harness/verdict.hpp"

namespace touchstone {

/// Prints the scene (ready for `touchstone replay`), the answer and the signature to stderr, then aborts.
[[noreturn]] inline void fail_assertion(Scene scene, Query query, const SubjectInfo& subject,
                                        const Answer& answer, const Verdict& verdict) {
  scene.query = query;
  const std::string name = signature(query, verdict.fault, subject.name, scene.a.type, scene.b.type);
  std::fprintf(stderr, "%s\n%s\nASSERTION FAILED: %s\n", to_json(scene).c_str(),
               to_json(answer, scene.dimension()).dump().c_str(), name.c_str());
  std::abort();
}

}  // namespace touchstone
