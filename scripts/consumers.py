#!/usr/bin/env python3
"""Compares what each kind of user resolves and builds with scripts/consumers.json.

See scripts/check-consumer.sh, which runs this.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "scripts" / "consumers.json"
SWIFT = os.environ.get("SWIFT", "swift")
SCRATCH = pathlib.Path(os.environ.get("CONSUMER_SCRATCH", ROOT / ".build" / "consumers"))
# All kinds are planned in one folder, so that each package is checked out once. A kind that is built from scratch has a
# folder of its own.
SHARED = SCRATCH / "shared"


def manifest(kind, row):
    """Returns a package manifest with the row's products and traits, as in its guide."""
    products = ", ".join(f'.product(name: "{name}", package: "bellhop")' for name in row["products"])
    traits = ", ".join(f'"{trait}"' for trait in row["traits"])
    return f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "{kind}",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "bellhop", path: {json.dumps(str(ROOT), ensure_ascii=False)}, traits: [{traits}])],
    targets: [
        .executableTarget(name: "Consumer", dependencies: [{products}]),
        // Building this one target plans the whole build and compiles one line.
        .target(name: "Nothing"),
    ])
"""


def write(path, text):
    """Writes a file unless its text is the same, so that nothing is built again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def make(kind, row):
    folder = SCRATCH / kind
    write(folder / "Package.swift", manifest(kind, row))
    imports = "".join(f"import {module}\n" for module in row["imports"])
    program = imports + "\n@main enum Consumer { static func main() {} }\n"
    write(folder / "Sources" / "Consumer" / "Consumer.swift", program)
    write(folder / "Sources" / "Nothing" / "Nothing.swift", "let nothing = 0\n")
    return folder


def run(folder, scratch, *arguments):
    result = subprocess.run([SWIFT, *arguments, "--package-path", str(folder), "--scratch-path", str(scratch)],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit(f"error: swift {' '.join(arguments)} failed in {folder}\n{result.stdout[-4000:]}")


def resolved(folder):
    file = folder / "Package.resolved"
    if not file.exists():
        return []
    return sorted(pin["identity"] for pin in json.loads(file.read_text())["pins"])


def planned(scratch):
    """Returns the Swift and C modules of the consumer's program, from SwiftPM's own build plan.

    The plan has a command for every resolved target; only those on which the program's link
    command depends are built.
    """
    plan = (scratch / "debug.yaml").read_text()
    inputs, maker = {}, {}
    command = None
    for line in plan.splitlines():
        if match := re.match(r'  ("[^"]+"):$', line):
            command = match[1]
        elif line.startswith("    inputs: "):
            inputs[command] = json.loads(line.partition(": ")[2])
        elif line.startswith("    outputs: "):
            maker.update((output, command) for output in json.loads(line.partition(": ")[2]))
    modules, seen, ahead = set(), set(), [c for c in inputs if re.match(r'"C\.Consumer-.*\.exe"', c)]
    if not ahead:
        sys.exit(f"error: no link command of the program in SwiftPM's plan, {scratch}/debug.yaml")
    while ahead:
        command = ahead.pop()
        if command in seen:
            continue
        seen.add(command)
        for name in inputs[command]:
            if match := re.search(r"/debug/([A-Za-z0-9_]+)\.build/", name):
                modules.add(match[1])
            if name in maker:
                ahead.append(maker[name])
    return sorted(modules - {"Consumer", "Nothing"})


def differences(kind, what, wanted, found):
    lines = []
    for name in sorted(set(found) - set(wanted)):
        lines.append(f"error: {kind} {what} {name}, which it does not need; guard it by a trait in "
                     "Package.swift, or add it with scripts/check-consumer.sh --write")
    for name in sorted(set(wanted) - set(found)):
        lines.append(f"error: {kind} no longer {what} {name}; scripts/check-consumer.sh --write "
                     "removes it from the list")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", action="store_true", help="also build each kind from scratch")
    parser.add_argument("--write", action="store_true", help="update the lists")
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()

    rows = json.loads(LIST.read_text())
    unknown = set(options.kinds) - set(rows)
    if unknown:
        sys.exit(f"error: no such kind: {', '.join(sorted(unknown))}; the kinds are {', '.join(rows)}")
    failures = []
    # SwiftPM removes what a kind does not need from the shared folder, so the kinds with the most packages are last.
    for kind in sorted(options.kinds or rows, key=lambda kind: len(rows[kind]["resolves"])):
        row = rows[kind]
        folder = make(kind, row)
        (folder / "Package.resolved").unlink(missing_ok=True)
        scratch = folder / ".build" if options.build else SHARED
        if options.build:
            shutil.rmtree(scratch, ignore_errors=True)
        run(folder, scratch, "build", "--target", "Nothing")
        packages, modules = resolved(folder), planned(scratch)
        if options.write:
            row["resolves"], row["builds"] = packages, modules
        else:
            failures += differences(kind, "resolves", row["resolves"], packages)
            failures += differences(kind, "builds", row["builds"], modules)
        note = f"{kind}: resolves {len(packages)} packages, builds {len(modules)} modules"
        if options.build:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run(folder, scratch, "build")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            note += f", {seconds:.0f} s of processor time"
        print(note, flush=True)
    if options.write:
        LIST.write_text(json.dumps(rows, indent=1) + "\n")
    for line in failures:
        print(line, file=sys.stderr)
    sys.exit(1 if failures else 0)


main()
