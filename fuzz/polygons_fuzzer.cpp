// Two polygons from bytes: every subject of the core against the truth. A wrong answer prints the scene and
// its signature, and aborts.
#include <cstdio>
#include <cstdlib>

#include "harness/answer_json.hpp"
#include "harness/examine.hpp"
#include "harness/scene_bytes.hpp"
#include "harness/scene_json.hpp"
#include "harness/subjects/subjects.hpp"

namespace {

using namespace touchstone;

struct Target {
  Subjects subjects = core_subjects();
  std::vector<Subject*> pointers;
  Scene scene;
  Examiner examiner{(fill(), pointers), kAllQueries};

  void fill() {
    for (const auto& subject : subjects)
      if (subject->info().scalar == Scalar::float64) pointers.push_back(subject.get());
  }
  void judge(std::size_t subject, Query query, const Answer& answer, const Verdict& verdict) {
    const bool out_of_range = verdict.outcome == Outcome::gave_up;  // raw bits reach every exponent
    if (!is_failure(verdict.outcome) || out_of_range) return;
    scene.query = query;
    const std::string name =
        signature(query, verdict.fault, pointers[subject]->info().name, scene.a.type, scene.b.type);
    std::fprintf(stderr, "%s\n%s\nASSERTION FAILED: %s\n", to_json(scene).c_str(),
                 to_json(answer).dump().c_str(), name.c_str());
    std::abort();
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static Target target;
  scene_from_bytes({data, size}, target.scene);
  target.examiner.examine(target.scene, [](auto... of) { target.judge(of...); });
  return 0;
}
