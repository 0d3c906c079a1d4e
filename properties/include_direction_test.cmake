# include_direction.cmake finds each wrong include of a small tree, and no right one.
# Run: cmake -DCHECK=<include_direction.cmake> -DTREE=<scratch folder> -P include_direction_test.cmake
cmake_minimum_required(VERSION 3.25)

set(right_core "#include <vector>\n#include <touchstone/vec.hpp>\n")
set(right_oracle "#include <gmp.h>\n#include <touchstone/answers.hpp>\n#include \"oracle/number.hpp\"\n")
set(right_cli "#include <touchstone/sat.hpp>\n#include \"reports/model.hpp\"\n")
set(wrong_core "#include <boost/geometry.hpp>\n")
set(wrong_oracle "#include <touchstone/gjk.hpp>\n")
set(wrong_harness "  #  include \"reports/model.hpp\"\n")
set(wrong_bench "#include \"fuzz/mutator.hpp\"\n")

file(REMOVE_RECURSE ${TREE})
foreach(kind right wrong)
  foreach(room core oracle harness bench cli)
    if(DEFINED ${kind}_${room})
      file(WRITE ${TREE}/${room}/${kind}.hpp "${${kind}_${room}}")
    endif()
  endforeach()
endforeach()

execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${TREE} -DLEAST=7 -P ${CHECK}
  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(status EQUAL 0)
  message(FATAL_ERROR "wrong includes were accepted")
endif()
foreach(room core oracle harness bench)
  if(NOT said MATCHES "${room}/wrong\\.hpp: ")
    message(FATAL_ERROR "the wrong include in ${room} was not named:\n${said}")
  endif()
endforeach()
if(said MATCHES "/right\\.hpp")
  message(FATAL_ERROR "a right include was refused:\n${said}")
endif()

file(GLOB_RECURSE wrong ${TREE}/wrong.hpp)
file(REMOVE ${wrong})
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${TREE} -DLEAST=3 -P ${CHECK} COMMAND_ERROR_IS_FATAL ANY)
