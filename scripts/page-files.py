#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Writes the C targets that embed the files of the web pages in the program.

    scripts/page-files.py [--check]

SwiftPM's `embedInCode` makes an array literal of each file, and compiling these literals takes a minute of
processor time; C's #embed takes less than a second. Run it after adding or removing a file of a page.
With --check, nothing is written, and a target that is out of date is an error.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The targets, and the folders with their files.
TARGETS = {"GatewayConsoleFiles": "GatewayConsole/Resources", "WebConsoleFiles": "WebConsole/Page"}
NOTICE = """\
// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Written by scripts/page-files.py.
"""


def symbol(path):
    return re.sub(r"[^A-Za-z0-9]", "_", path.name)


def header(target, kind, files):
    lines = [
        NOTICE, f"#ifndef {target}_h", f"#define {target}_h", "", "#include <stddef.h>", "",
        "/// A file of the pages. It is constant, so it can be used from every thread.", "typedef struct {",
        "    const unsigned char * _Nonnull start;", "    size_t count;",
        f'}} __attribute__((swift_attr("@Sendable"))) {kind};', ""]
    for path in files:
        lines.append(
            f'extern const {kind} {kind}_{symbol(path)} __attribute__((swift_name("{kind}.{symbol(path)}")));')
    return "\n".join(lines + ["", "#endif", ""])


def source(target, kind, folder, files):
    lines = [
        NOTICE, f'#include "{target}.h"', "", "// Swift 6's clang has #embed of C23 in every version of C.",
        '#pragma clang diagnostic ignored "-Wc23-extensions"']
    for path in files:
        name = f"{kind}_{symbol(path)}"
        lines += [
            "", f"static const unsigned char {name}_bytes[] = {{",
            f'#embed "../{folder}/{path.relative_to(ROOT / "Sources" / folder).as_posix()}"', "};",
            f"const {kind} {name} = {{{name}_bytes, sizeof {name}_bytes}};"]
    return "\n".join(lines + [""])


def texts():
    """The files of all targets, with their contents."""
    for target, folder in TARGETS.items():
        kind = target.removesuffix("s")
        files = sorted((path for path in (ROOT / "Sources" / folder).rglob("*") if path.is_file()), key=symbol)
        symbols = [symbol(path) for path in files]
        twice = {name for name in symbols if symbols.count(name) > 1}
        if twice:
            sys.exit(f"page-files: two files have the same name in Sources/{folder}: {', '.join(sorted(twice))}")
        base = ROOT / "Sources" / target
        yield base / "include" / f"{target}.h", header(target, kind, files)
        yield base / "files.c", source(target, kind, folder, files)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    for path, text in texts():
        if path.exists() and path.read_text() == text:
            continue
        if sys.argv[1:]:
            sys.exit(f"page-files: {path.relative_to(ROOT)} is out of date; run scripts/page-files.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(f"page-files: wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
