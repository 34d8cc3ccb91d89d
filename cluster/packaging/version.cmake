# The version, from the last tag vX.Y.Z:
#   TENGEN_VERSION       X.Y.Z
#   TENGEN_FULL_VERSION  the same on the tag; X.Y.Z+14.g3fd2a4c fourteen commits after it; before the first tag
#                        X.Y.Z~g3fd2a4c, which sorts before X.Y.Z. Names packages.
# Asked of git, or in a tarball that git made of version.txt; where both know no tag it is the first version below.
# `cmake -P version.cmake` prints TENGEN_FULL_VERSION on stderr.
set(TENGEN_VERSION 0.1.0)
set(TENGEN_FULL_VERSION ${TENGEN_VERSION})
set(tengen_git git -C ${CMAKE_CURRENT_LIST_DIR})

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/version.txt tengen_described LIMIT_COUNT 1)
if(tengen_described MATCHES "^.Format")  # a checkout
  execute_process(COMMAND ${tengen_git} describe --tags --match v[0-9]*
    OUTPUT_VARIABLE tengen_described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(tengen_described MATCHES "^v([0-9]+\\.[0-9]+\\.[0-9]+)$")
  set(TENGEN_VERSION ${CMAKE_MATCH_1})
  set(TENGEN_FULL_VERSION ${TENGEN_VERSION})
elseif(tengen_described MATCHES "^v([0-9]+\\.[0-9]+\\.[0-9]+)-([0-9]+)-(g[0-9a-f]+)$")
  set(TENGEN_VERSION ${CMAKE_MATCH_1})
  set(TENGEN_FULL_VERSION ${TENGEN_VERSION}+${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
else()
  execute_process(COMMAND ${tengen_git} rev-parse --short HEAD
    OUTPUT_VARIABLE tengen_commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(tengen_commit)
    string(APPEND TENGEN_FULL_VERSION ~g${tengen_commit})
  endif()
endif()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  message("${TENGEN_FULL_VERSION}")
endif()
