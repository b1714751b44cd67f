#!/usr/bin/env python3
"""Writes the public declarations of each library product to docs/api/PRODUCT.txt.

A change of the public interface is then visible in review. The package must have been built; the
declarations are read from the built modules.

    scripts/api.py            write docs/api
    scripts/api.py --check    fail if docs/api differs from the built modules
"""

import argparse
import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "api"
# The number of lines of a difference that `--check` prints.
DIFFERENCE_MAX = 40


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def products():
    """Returns the modules of each library product."""
    package = json.loads(output("swift", "package", "dump-package"))
    return {
        product["name"]: product["targets"]
        for product in package["products"]
        if "library" in product["type"]
    }


def import_options(build):
    """Returns the compiler options that find the Swift modules and the C modules of dependencies."""
    options = ["-I", str(build / "Modules")]
    # SwiftPM writes a module map for a C target that has none of its own.
    for module_map in sorted(build.glob("*.build/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={module_map}"]
    checkouts = ROOT / ".build" / "checkouts"
    for place in ("*/Sources/*/include/module.modulemap", "*/Sources/*/module.modulemap"):
        for module_map in sorted(checkouts.glob(place)):
            options += ["-Xcc", f"-fmodule-map-file={module_map}"]
    return options


def declarations(module, options, target, folder):
    """Returns the lines of one module, sorted by the path of the declaration."""
    command = [
        "swift-symbolgraph-extract", "-module-name", module, "-target", target,
        "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members",
        "-output-dir", folder, *options,
    ]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        sys.exit(f"api: the declarations of {module} cannot be read. Build the package first.\n{run.stdout}")
    lines = set()
    # `Module@Other.symbols.json` contains the extensions of other modules' types.
    for graph in sorted(pathlib.Path(folder).glob(f"{module}*.symbols.json")):
        if graph.name.split(".")[0].split("@")[0] != module:
            continue
        for symbol in json.loads(graph.read_text())["symbols"]:
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            path = ".".join(symbol["pathComponents"])
            lines.add(f"{path}: {' '.join(text.split())}")
    return sorted(lines)


def pages():
    build = pathlib.Path(output("swift", "build", "--show-bin-path").strip())
    target = json.loads(output("swiftc", "-print-target-info"))["target"]["triple"]
    options = import_options(build)
    read = {}
    for product, modules in sorted(products().items()):
        text = []
        for module in modules:
            if module not in read:
                with tempfile.TemporaryDirectory() as folder:
                    read[module] = declarations(module, options, target, folder)
            text += [f"# {module}: {len(read[module])} declarations", "", *read[module], ""]
        yield PAGES / f"{product}.txt", "\n".join(text)


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
