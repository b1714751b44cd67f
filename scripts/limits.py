#!/usr/bin/env python3
"""Writes docs/reference/limits.md: every named limit of the sources, with its value.

A limit is a stored property with a value whose name ends in `Max`, or any stored property with a
value in a type whose name ends in `Limits`. Its meaning is the first sentence of its documentation
comment.

    scripts/limits.py            write the page
    scripts/limits.py --check    fail if the page is not current
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "limits.md"

TYPE = re.compile(r"^( *)(?:[a-z@]\w*(?:\([^)]*\))? )*(struct|class|enum|actor|extension|protocol) ([\w.]+)")
PROPERTY = re.compile(r"^( *)((?:[a-z@]\w*(?:\([^)]*\))? )*)(?:let|var) (\w+)(?:: ([\w.?]+))? = (.+)$")
# Expressions that the page shows in a form that is easier to read.
SHIFT = re.compile(r"^(\d+) << (\d+)$")
PRODUCT = re.compile(r"^[\d_]+(?: \* [\d_]+)+$")
DURATION = re.compile(r"^(?:Duration)?\.(milliseconds|seconds|minutes|hours|days)\(([\d_ *]+)\)$")
UNITS = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]


def number(text):
    """Returns the value of a number or a product of numbers."""
    value = 1
    for factor in text.split("*"):
        value *= int(factor.replace("_", "").strip())
    return value


def grouped(value):
    return f"{value:,}"


def shown(name, expression):
    """Returns the value as the page shows it; `None` if the value is not a constant."""
    expression = expression.split(" //")[0].strip().rstrip("{").strip()
    duration = DURATION.match(expression)
    if duration:
        count, unit = number(duration[2]), duration[1]
        return f"{grouped(count)} {unit[:-1] if count == 1 else unit}".replace("milliseconds", "ms")
    shift = SHIFT.match(expression)
    if shift:
        value = int(shift[1]) << int(shift[2])
    elif re.fullmatch(r"[\d_]+", expression) or PRODUCT.match(expression):
        value = number(expression)
    elif re.fullmatch(r"[\d_]+\.\d+", expression):
        return expression.removesuffix(".0").replace("_", ",")
    else:
        return f"`{expression}`" if re.fullmatch(r"[\w.]+", expression) and "." in expression else None
    if "byte" in name.lower() and "megabyte" not in name.lower():
        for unit, size in UNITS:
            if value >= size and value % size == 0:
                return f"{value // size} {unit}"
        return f"{grouped(value)} bytes"
    return grouped(value)


def first_sentence(comment):
    text = " ".join(" ".join(comment).split())
    text = re.sub(r"``([^`]*)``", r"`\1`", text)
    end = re.search(r"[.:;](?= [A-Z`]|$)|; ", text)
    return (text[: end.start()] if end else text).replace("|", "\\|")


def limits(path):
    """Yields each limit of a file: the type, the name, the value and the meaning."""
    types, comment = [], []
    for line in path.read_text().splitlines():
        stripped = line.strip()
        if stripped.startswith("///"):
            comment.append(stripped[3:].strip())
            continue
        opening = TYPE.match(line)
        if opening:
            depth = len(opening[1])
            types = [entry for entry in types if entry[0] < depth]
            types.append((depth, opening[3]))
        found = PROPERTY.match(line)
        if found:
            owner = [name for depth, name in types if depth < len(found[1])]
            is_limit = found[3].endswith("Max") or (owner and owner[-1].split(".")[-1].endswith("Limits"))
            # A variable of a function is deeper than its type's members.
            is_member = owner and len(found[1]) == [d for d, _ in types if d < len(found[1])][-1] + 4
            value = shown(found[3], found[5])
            if is_limit and is_member and value:
                yield ".".join(owner), found[3], value, first_sentence(comment)
        if not stripped.startswith("@"):
            comment = []


def page():
    lines = [
        "# Limits",
        "",
        "Every named limit: what is larger, longer or more is refused with a clear error, or dropped as",
        "the documentation of the limit says. Generated from the sources by `make docs`.",
    ]
    modules = {}
    for path in sorted((ROOT / "Sources").glob("*/**/*.swift")):
        module = path.relative_to(ROOT / "Sources").parts[0]
        for owner, name, value, meaning in limits(path):
            link = f"../../{path.relative_to(ROOT)}".replace(" ", "%20")
            modules.setdefault(module, []).append((owner, name, value, meaning, link))
    lines += ["", "Modules: " + ", ".join(f"[{name}](#{name.lower()})" for name in modules) + "."]
    for module, rows in modules.items():
        lines += ["", f"## {module}", "", "| limit | value | meaning |", "| --- | --- | --- |"]
        for owner, name, value, meaning, link in sorted(rows):
            lines.append(f"| [`{owner}.{name}`]({link}) | {value} | {meaning} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if the page is not current")
    text = page()
    if parser.parse_args().check:
        if not PAGE.exists() or PAGE.read_text() != text:
            sys.exit(f"limits: {PAGE.relative_to(ROOT)} is not current. Run `make docs` and commit the result.")
    else:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
