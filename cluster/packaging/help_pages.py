#!/usr/bin/env python3
"""Makes the man pages and the bash completion from what `tengen --help` says.

    help_pages.py TENGEN DIRECTORY VERSION      man1/tengen.1.gz, man1/tengen-COMMAND.1.gz, bash/tengen
"""

import gzip
import re
import subprocess
import sys
from pathlib import Path

COLUMN = 26  # where the descriptions begin, as main.cpp sets it

# What cannot be told from --help: the words that an option's value may be.
WORDS = {
    "--goal": "black white",
    "--replies": "all stored",
    "--coordinates": "gomocup yixin",
    "export --format": "proof lib sgf json html",
    "import --format": "proof lib sgf yxdb",
}
FILES = ("FILE", "DIR", "PATH", "OTHER", "TARGET", "A", "B")
OPENINGS = " ".join(f"{kind}{number}" for kind in "DI" for number in range(1, 14))


class Help:
    """The help of the program or of one command, taken apart."""

    def __init__(self, tengen, *command):
        said = subprocess.run([tengen, *command, "--help"], check=True, capture_output=True, text=True)
        lines = said.stdout.splitlines()
        usage = next(i for i, line in enumerate(lines) if line.startswith("Usage: "))
        self.summary = " ".join(lines[:usage])
        self.usage = lines[usage].removeprefix("Usage: ")
        self.sections = {}  # title -> [(entry, description)]
        self.footer = []
        section = None
        for line in lines[usage + 1:]:
            title = re.fullmatch(r"([A-Z][a-z]+):", line)
            if title and not self.footer:
                section = self.sections.setdefault(title[1], [])
            elif section is not None and line.startswith(" " * COLUMN):
                entry, text = section[-1]
                section[-1] = (entry, (text + " " + line.strip()).strip())
            elif section is not None and line.startswith("  "):
                split = COLUMN if line[COLUMN - 1:COLUMN] == " " else len(line)
                section.append((line[:split].strip(), line[split:].strip()))
            elif line or self.footer:
                section = None
                self.footer.append(line)

    def entries(self, title):
        return self.sections.get(title, [])


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def bold_usage(usage):
    return " ".join(roff(word) if word.isupper() or word[0] in "[." else f"\\fB{roff(word)}\\fR"
                    for word in usage.split())


def entry_text(entry):
    """`--book DIR REQUIRED` with its names bold; CLI11's remarks in words."""
    entry = re.sub(r"\bREQUIRED\b", "(required)", entry)
    entry = re.sub(r"Excludes: (.*)", r"(not with \1)", entry)
    return re.sub(r"(?<!\S)(\\-\\-?[a-z\\-]+)", r"\\fB\1\\fR", roff(entry))


def write_man_page(directory, name, page, version, see_also):
    lines = [f'.TH {name.upper()} 1 "" "tengen {version}" "User Commands"', ".SH NAME",
             f"{roff(name)} \\- {roff(page.summary.rstrip('.'))}", ".SH SYNOPSIS", bold_usage(page.usage)]
    for title in ("Positionals", "Options", "Subcommands"):
        if not page.entries(title):
            continue
        lines.append(".SH " + {"Positionals": "ARGUMENTS", "Subcommands": "COMMANDS"}.get(title, title.upper()))
        for entry, text in page.entries(title):
            shown = f"\\fBtengen\\-{entry}\\fR(1)" if title == "Subcommands" else entry_text(entry)
            lines += [".TP", shown, roff(text)]
    if page.footer:
        lines += [".SH NOTES", ".nf", *map(roff, page.footer), ".fi"]
    lines += [".SH SEE ALSO", see_also]
    text = "\n".join(lines) + "\n"
    (directory / f"{name}.1.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def option_names(page):
    """[(--name, what its value is: None, "" or a word such as FILE)]"""
    names = []
    for entry, _ in page.entries("Options"):
        options, _, rest = entry.partition(" ")
        value = rest.split()[0] if rest and rest.split()[0].isupper() else ""
        value = None if not value or value == "REQUIRED" else value
        names += [(option, value) for option in options.split(",")]
    return names


def completed(command, option, value):
    """How a value is completed: words, or files and directories."""
    words = WORDS.get(f"{command} {option}", WORDS.get(option))
    if words:
        return f'words="{words}"'
    return "files=1" if value in FILES else None


def completion(program, commands):
    lines = ["# bash completion for tengen, made from its --help by help_pages.py.", "_tengen() {",
             "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words='' files=''",
             "  if ((COMP_CWORD == 1)); then",
             f'    words="{" ".join([*commands, *(name for name, _ in option_names(program))])}"',
             "  else", '    case "${COMP_WORDS[1]} $previous" in']
    for command, page in commands.items():
        for option, value in option_names(page):
            how = completed(command, option, value)
            if how:
                lines.append(f'      "{command} {option}") {how} ;;')
            elif value:
                lines.append(f'      "{command} {option}") return ;;')
    lines += ["      *)", '        case "${COMP_WORDS[1]} $current" in']
    for command, page in commands.items():
        options = " ".join(name for name, _ in option_names(page))
        lines.append(f'          "{command} -"*) words="{options}" ;;')
        positional = [entry.split()[0] for entry, _ in page.entries("Positionals")]
        if positional:
            how = f'words="{OPENINGS}"' if positional[0] == "POSITION" else "files=1"
            lines.append(f'          "{command} "*) {how} ;;')
    lines += ["        esac", "        ;;", "    esac", "  fi",
              '  if [[ $files ]]; then',
              "    compopt -o filenames",
              '    mapfile -t COMPREPLY < <(compgen -f -- "$current")',
              "  else",
              '    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")',
              "  fi", "}", "complete -F _tengen tengen"]
    return "\n".join(lines) + "\n"


def main():
    tengen, directory, version = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    program = Help(tengen)
    commands = {name: Help(tengen, name) for name, _ in program.entries("Subcommands")}
    (directory / "man1").mkdir(parents=True, exist_ok=True)
    (directory / "bash").mkdir(parents=True, exist_ok=True)
    others = ",\n".join(f".BR tengen\\-{name} (1)" for name in commands).replace(",\n", " ,\n")
    write_man_page(directory / "man1", "tengen", program, version, others)
    for name, page in commands.items():
        write_man_page(directory / "man1", f"tengen-{name}", page, version, ".BR tengen (1)")
    (directory / "bash/tengen").write_text(completion(program, commands))


main()
