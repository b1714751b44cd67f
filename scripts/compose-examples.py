#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Writes the payloads of Examples/payloads into the module of the console's page for composing.

    scripts/compose-examples.py            writes the module
    scripts/compose-examples.py --check    fails if the module is outdated
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Examples/payloads"
MODULE = ROOT / "Sources/GatewayConsole/Resources/Scripts/compose-examples.js"
# The key that names the app. The page knows the app itself.
TARGET = re.compile(r'\n  "Simulator Target Bundle": "[^"]*",?')


def rows():
    """The rows of the table in the folder's README: file, content, type, priority, suffix, more."""
    for line in (FOLDER / "README.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6 and cells[0].endswith(".apns`"):
            yield [cell.strip("`") for cell in cells]


def example(row):
    name, about, push_type, priority, _, more = row
    headers = {"apns-push-type": push_type, "apns-priority": priority}
    if found := re.search(r"collapse id `([^`]+)`", more):
        headers["apns-collapse-id"] = found[1]
    if "expiration 0" in more:
        headers["apns-expiration"] = "0"
    text = TARGET.sub("", (FOLDER / name).read_text(), count=1).rstrip("\n")
    return {"id": name.removesuffix(".apns"), "about": about, "headers": headers, "text": text}


def module():
    lines = ",\n".join("  " + json.dumps(example(row), ensure_ascii=True) for row in rows())
    return (
        "// The payloads of Examples/payloads, written by scripts/compose-examples.py.\n\n"
        f"export const examples = [\n{lines},\n];\n"
    )


def main():
    names = {row[0] for row in rows()}
    missing = {path.name for path in FOLDER.glob("*.apns")} - names
    if missing:
        sys.exit(f"the table in {FOLDER}/README.md lacks {', '.join(sorted(missing))}; add a row")
    if "--check" in sys.argv:
        if MODULE.read_text() != module():
            sys.exit(f"{MODULE} is outdated; run scripts/compose-examples.py")
    else:
        MODULE.write_text(module())


main()
