// A scene of space from bytes, of the family TOUCHSTONE_FAMILY, and its query. Built once for each family.
#include "fuzz/core_examiner.hpp"
#include "harness/scene_bytes3.hpp"

using namespace touchstone;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static std::vector<CoreExaminer> examiners = [] {
    std::vector<CoreExaminer> one_a_query;
    for (int q = 0; q < kQueryCount; ++q) one_a_query.emplace_back(static_cast<Query>(q));
    return one_a_query;
  }();
  static Scene scene;
  scene_from_bytes({data, size}, SpaceFamily::TOUCHSTONE_FAMILY, scene);
  return examiners[static_cast<std::size_t>(scene.query)].examine(scene) ? 0 : -1;
}
