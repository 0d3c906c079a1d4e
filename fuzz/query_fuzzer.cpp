// One query, TOUCHSTONE_QUERY, of a scene from bytes: every subject of the core against the truth. A wrong
// answer prints the scene, the answer and its signature, and aborts. Built once for each query.
#include <touchstone/validity.hpp>

#include "fuzz/assertion.hpp"
#include "harness/examine.hpp"
#include "harness/magnitudes.hpp"
#include "harness/scene_bytes.hpp"
#include "harness/subjects/subjects.hpp"

using namespace touchstone;

constexpr Query kQuery = Query::TOUCHSTONE_QUERY;
constexpr bool kIsCheap = kQuery == Query::relation || kQuery == Query::kind || kQuery == Query::contains;
/// Beyond this the oracle takes rationals for numbers, up to milliseconds: then only signs are asked for.
constexpr double kMostMixed = 0x1p+60;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const Subjects subjects = core_subjects();
  static const std::vector<Subject*> on_doubles = [] {
    std::vector<Subject*> chosen;
    for (const auto& subject : subjects)
      if (subject->info().scalar == Scalar::float64) chosen.push_back(subject.get());
    return chosen;
  }();
  static Examiner examiner{on_doubles, bit(kQuery)};
  static Scene scene;
  scene_from_bytes({data, size}, kQuery, scene);
  for (const OwnedShape* shape : {&scene.a, &scene.b})  // beyond its range the core promises nothing
    if (checked(ShapeView(*shape).get()).status == Status::out_of_range) return -1;
  if (!kIsCheap && magnitude_spread(scene) > kMostMixed) return -1;
  examiner.examine(scene, [](std::size_t i, Query query, const Answer& answer, const Verdict& verdict) {
    if (verdict.outcome == Outcome::gave_up) return;  // out of range together
    if (is_failure(verdict.outcome)) fail_assertion(scene, query, on_doubles[i]->info(), answer, verdict);
  });
  return 0;
}
