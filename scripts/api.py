#!/usr/bin/env python3
"""Writes the public declarations of the library products to docs/api, a page for each module.

A change of the public interface is then visible in review. The package must have been built; the
declarations are read from the built modules.

    scripts/api.py            write docs/api
    scripts/api.py --check    fail if docs/api differs from the built modules
"""

import argparse
import difflib
import json
import sys
import tempfile

import symbolgraphs
from symbolgraphs import ROOT

PAGES = ROOT / "docs" / "api"
# The number of lines of a difference that `--check` prints.
DIFFERENCE_MAX = 40


def declarations(module, options, target, folder):
    """Returns the lines of one module, sorted by the path of the declaration."""
    lines = set()
    try:
        graphs = symbolgraphs.extract(module, options, target, folder)
    except symbolgraphs.SymbolGraphError as error:
        sys.exit(f"api: {error}")
    for graph in graphs:
        for symbol in json.loads(graph.read_text())["symbols"]:
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            path = ".".join(symbol["pathComponents"])
            lines.add(f"{path}: {' '.join(text.split())}")
    return sorted(lines)


def pages():
    """Yields a page for each module of a product, and the list of products."""
    target = symbolgraphs.target_triple()
    options = symbolgraphs.import_options(symbolgraphs.build_folder())
    products = sorted(symbolgraphs.products().items())
    counts = {}
    for module in sorted({module for _, modules in products for module in modules}):
        with tempfile.TemporaryDirectory() as folder:
            lines = declarations(module, options, target, folder)
        counts[module] = len(lines)
        yield PAGES / f"{module}.txt", "\n".join(lines) + "\n"
    lines = ["# Public interface", "", "The public declarations of the modules of each library product, written by `make api`.", ""]
    for product, modules in products:
        links = ", ".join(f"[{module}]({module}.txt) ({counts[module]})" for module in modules)
        lines.append(f"- **{product}**: {links}")
    yield PAGES / "README.md", "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if docs/api is not current")
    arguments = parser.parse_args()
    outdated = 0
    for page, text in pages():
        old = page.read_text() if page.exists() else ""
        if old == text:
            continue
        if not arguments.check:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text)
            print(f"api: wrote {page.relative_to(ROOT)}")
            continue
        outdated += 1
        difference = list(difflib.unified_diff(
            old.splitlines(), text.splitlines(), str(page.relative_to(ROOT)), "the built module", "", "", 0, ""))
        print("\n".join(difference[:DIFFERENCE_MAX]))
        if len(difference) > DIFFERENCE_MAX:
            print(f"… {len(difference) - DIFFERENCE_MAX} more lines")
    if outdated:
        sys.exit(f"api: {outdated} pages of docs/api are not current. Run `make api` and commit the result.")


if __name__ == "__main__":
    main()
