#include "book/web/script.h"

#include "book/web/assets.h"

namespace tengen::book {

std::string script_of(std::initializer_list<std::string_view> paths) {
  constexpr std::string_view kImport = "import ";
  constexpr std::string_view kExport = "export ";
  std::string script;
  for (const std::string_view path : paths) {
    std::string_view text = asset_text(path);
    while (!text.empty()) {
      const std::size_t length = text.find('\n') + 1;
      std::string_view line = text.substr(0, length == 0 ? text.size() : length);
      text.remove_prefix(line.size());
      if (line.starts_with(kImport)) continue;
      if (line.starts_with(kExport)) line.remove_prefix(kExport.size());
      script += line;
    }
  }
  return script;
}

}  // namespace tengen::book
