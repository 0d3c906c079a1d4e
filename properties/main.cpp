// Fixed seed unless RC_PARAMS says otherwise.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  setenv("RC_PARAMS", "seed=1 max_success=1000", 0);
  std::printf("RC_PARAMS=\"%s\"\n", std::getenv("RC_PARAMS"));
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
