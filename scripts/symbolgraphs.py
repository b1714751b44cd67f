"""Extracts the symbol graphs of the library products' modules from the built package.

scripts/api.py writes lists of declarations from them, scripts/docs-site.py the documentation site.
"""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


class SymbolGraphError(Exception):
    """A module cannot be read; the message says why, and what to do."""


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def package():
    """Returns what Package.swift declares."""
    return json.loads(output("swift", "package", "dump-package"))


def products(manifest=None):
    """Returns the modules of each library product."""
    return {
        product["name"]: product["targets"]
        for product in (manifest or package())["products"]
        if "library" in product["type"]
    }


def build_folder():
    """Returns the folder with the built modules."""
    return pathlib.Path(output("scripts/build.sh", "--show-bin-path").strip())


def target_triple():
    return json.loads(output("swiftc", "-print-target-info"))["target"]["triple"]


def import_options(build):
    """Returns the compiler options that find the Swift modules and the C modules of dependencies."""
    options = ["-I", str(build / "Modules")]
    # SwiftPM writes a module map for a C target that has none of its own.
    for module_map in sorted(build.glob("*.build/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={module_map}"]
    # The checkouts are next to the folder of the build, which may be outside of ROOT.
    scratch = next((folder for folder in build.resolve().parents if (folder / "checkouts").is_dir()), ROOT / ".build")
    for pattern in ("*/Sources/*/include/module.modulemap", "*/Sources/*/module.modulemap"):
        for module_map in sorted((scratch / "checkouts").glob(pattern)):
            options += ["-Xcc", f"-fmodule-map-file={module_map}"]
    # This package's own C modules, with libpq's headers where they are installed.
    for module_map in sorted(ROOT.glob("Sources/*/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={module_map}"]
    for headers in ("/usr/include/postgresql", "/opt/homebrew/opt/libpq/include", "/usr/local/opt/libpq/include"):
        if pathlib.Path(headers).is_dir():
            options += ["-Xcc", f"-I{headers}"]
    return options


def extract(module, options, target, folder, *more):
    """Writes the symbol graphs of one module into a folder and returns their files.

    `Module@Other.symbols.json` contains the extensions of other modules' types.
    """
    command = [
        "swift-symbolgraph-extract", "-module-name", module, "-target", target,
        "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members",
        "-output-dir", str(folder), *more, *options,
    ]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        raise SymbolGraphError(
            f"the declarations of {module} cannot be read. Build the package first.\n{run.stdout}")
    return [
        graph for graph in sorted(pathlib.Path(folder).glob(f"{module}*.symbols.json"))
        if graph.name.split(".")[0].split("@")[0] == module
    ]
