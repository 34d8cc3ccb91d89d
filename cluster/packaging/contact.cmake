# Who answers for a package: whoever builds it, as DEBFULLNAME and DEBEMAIL name him to all of Debian's tools. Without
# them an address that nobody can take for one. `cmake -P contact.cmake` says it.
set(TENGEN_CONTACT "The Tengen authors <tengen@localhost>")
if(NOT "$ENV{DEBEMAIL}" STREQUAL "")
  set(name "$ENV{DEBFULLNAME}")
  if(name STREQUAL "")
    set(name "The Tengen authors")
  endif()
  set(TENGEN_CONTACT "${name} <$ENV{DEBEMAIL}>")
endif()
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  message("${TENGEN_CONTACT}")
endif()
