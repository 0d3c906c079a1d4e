// Two polygons from bytes: every subject of the core against the truth. A wrong answer prints the scene, the
// answer and its signature, and aborts.
#include <cstdio>
#include <cstdlib>

#include <touchstone/validity.hpp>

#include "harness/answer_json.hpp"
#include "harness/examine.hpp"
#include "harness/scene_bytes.hpp"
#include "harness/scene_json.hpp"
#include "harness/subjects/subjects.hpp"

using namespace touchstone;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const Subjects subjects = core_subjects();
  static const std::vector<Subject*> on_doubles = [] {
    std::vector<Subject*> chosen;
    for (const auto& subject : subjects)
      if (subject->info().scalar == Scalar::float64) chosen.push_back(subject.get());
    return chosen;
  }();
  static Examiner examiner{on_doubles, kAllQueries};
  static Scene scene;
  scene_from_bytes({data, size}, scene);
  for (const OwnedShape* shape : {&scene.a, &scene.b})  // beyond its range the core promises nothing
    if (checked(ShapeView(*shape).get()).status == Status::out_of_range) return -1;
  examiner.examine(scene, [](std::size_t i, Query query, const Answer& answer, const Verdict& verdict) {
    if (!is_failure(verdict.outcome)) return;
    scene.query = query;
    const std::string name =
        signature(query, verdict.fault, on_doubles[i]->info().name, scene.a.type, scene.b.type);
    std::fprintf(stderr, "%s\n%s\nASSERTION FAILED: %s\n", to_json(scene).c_str(),
                 to_json(answer).dump().c_str(), name.c_str());
    std::abort();
  });
  return 0;
}
