// One query, TOUCHSTONE_QUERY, of a scene of the plane from bytes. Built once for each query.
#include "fuzz/core_examiner.hpp"
#include "harness/scene_bytes.hpp"

using namespace touchstone;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  constexpr Query kQuery = Query::TOUCHSTONE_QUERY;
  static CoreExaminer examiner(kQuery);
  static Scene scene;
  scene_from_bytes({data, size}, kQuery, scene);
  return examiner.examine(scene) ? 0 : -1;
}
