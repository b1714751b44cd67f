#!/usr/bin/env python3
"""Writes the documentation site of the public products to .build/docs-site, as static files.

The package must have been built; the declarations and their comments are read from the built
modules. A page of each module comes from its catalog, Sources/MODULE/MODULE.docc. The pages of
docs/ in PAGES below become articles.

    scripts/docs-site.py                    from the build that `scripts/build.sh --show-bin-path` names
    scripts/docs-site.py --build PATH       from another build
    scripts/docs-site.py --base-path /docs  for a server that serves the site below /docs
    scripts/docs-site.py --check-pages      write nothing; verify that PAGES names the module of each guide

It fails when docc has a warning, or when a link between pages has no destination.
"""

import argparse
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import symbolgraphs
from symbolgraphs import ROOT, SymbolGraphError

SITE = ROOT / ".build" / "docs-site"

# The module whose documentation contains a page of docs/. An entry also has the name and the title of
# the article, if these differ from those of the file. Articles of a module are listed in this order.
PAGES = {
    "docs/reference/push-types.md": "APNSWire",
    "docs/reference/rejection-reasons.md": "APNSWire",
    "docs/guide/sending.md": "APNSProvider",
    "docs/guide/credentials.md": "APNSProvider",
    "docs/guide/channels.md": "APNSProvider",
    "docs/load.md": "APNSProvider",
    "docs/guide/apns-or-fcm.md": "APNSProvider",
    "docs/bellhopkit.md": ("BellhopKit", "inside-the-app", ""),
    "docs/guide/registration.md": "BellhopKit",
    "docs/guide/rich-notifications.md": "BellhopKit",
    "docs/guide/local-notifications.md": "BellhopKit",
    "docs/guide/live-activities.md": "BellhopKit",
    "docs/guide/firebase.md": "BellhopKit",
    "docs/guide/example-app.md": "BellhopKit",
    "docs/reference/self-check.md": "BellhopKit",
    "docs/encryption.md": "BellhopSeal",
    "docs/guide/testing.md": "BellhopTesting",
    "docs/guide/simulator.md": "BellhopTesting",
    "docs/guide/ci.md": "BellhopTesting",
    "docs/open-user-notifications.md": ("OpenUserNotifications", "coverage", "What OpenUserNotifications covers"),
    "docs/promise.md": "OpenUserNotifications",
    "docs/guide/nothing-arrives.md": "PushLint",
    "docs/guide/checklist.md": "PushLint",
    "docs/guide/urgency.md": "PushLint",
    "docs/guide/users.md": "BellhopGateway",
    "docs/guide/audiences.md": "BellhopGateway",
    "docs/guide/templates.md": "BellhopGateway",
    "docs/guide/campaigns.md": "BellhopGateway",
    "docs/guide/results.md": "BellhopGateway",
    "docs/guide/webhooks.md": "BellhopGateway",
    "docs/guide/fcm.md": "BellhopGateway",
    "docs/guide/web-push.md": "BellhopGateway",
    "docs/guide/import.md": "BellhopGateway",
    "docs/guide/existing-sender.md": "BellhopGateway",
    "docs/guide/gateway-client.md": "GatewayClient",
    "docs/lint.md": "PushLint",
    "docs/reference/lint-rules.md": "PushLint",
    "docs/gateway-api.md": "BellhopGateway",
    "docs/reference/problems.md": "BellhopGateway",
    "docs/apple-behaviour.md": "DeviceModel",
    "docs/reference/device-rules.md": "DeviceModel",
    "docs/reference/device-choices.md": "DeviceModel",
}

# Where a catalog's page lists the articles.
MARKER = "<!-- guides -->"

# A comment describes only those parameters whose names do not explain them completely.
IGNORED = re.compile(r"Parameter '.*' is missing documentation")

LINK = re.compile(r"(?P<image>!?)\[(?P<label>[^\[\]]*)\]\((?P<target>[^()\s]+)\)")
FENCE = re.compile(r"^(```|~~~)")


class SiteError(Exception):
    """The reason why no site was written, and what to do."""


class Page:
    """A page of docs/ that becomes an article."""

    def __init__(self, path):
        entry = PAGES[path]
        self.path = path
        self.module, self.name, title = (
            entry if isinstance(entry, tuple) else (entry, pathlib.Path(path).stem, ""))
        text = (ROOT / path).read_text()
        self.title = title or next(line[2:] for line in text.splitlines() if line.startswith("# "))
        self.text = re.sub(r"^# .*", f"# {self.title}", text, count=1, flags=re.MULTILINE)

    @property
    def address(self):
        """The path on the site."""
        return f"/documentation/{self.module.lower()}/{self.name.lower()}"

    def anchor(self, slug):
        """Returns docc's anchor for a heading, from the anchor that GitHub and others make."""
        for line in self.text.splitlines():
            if line.startswith("##"):
                heading = plain(line.lstrip("#").strip())
                if github_slug(heading) == slug:
                    return docc_anchor(heading)
        raise SiteError(f"{self.path} has no heading for #{slug}.")


def plain(heading):
    """Returns a heading without its markup."""
    return re.sub(r"[`*]", "", LINK.sub(r"\g<label>", heading))


def github_slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def docc_anchor(heading):
    """Returns the anchor that docc gives to a heading."""
    words = re.sub(r"[^\w\-.!*'();:@&=+$,/? ]", "", heading).strip()
    return re.sub(r"[ ]+", "-", words.translate(str.maketrans("", "", "'\"`")))


class Articles:
    """The pages of docs/ as articles, with links that docc and the site understand."""

    def __init__(self):
        self.pages = {path: Page(path) for path in PAGES}
        guides = {str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "guide").glob("*.md")}
        missing = sorted(guides - set(PAGES))
        if missing:
            raise SiteError(f"PAGES of scripts/docs-site.py does not name the module of {', '.join(missing)}.")

    def of(self, module):
        return [page for page in self.pages.values() if page.module == module]

    def write(self, page, folder):
        """Writes the article of a page, and its pictures, into a catalog."""
        lines = []
        is_code = False
        prose = []

        def flush():
            text = "\n".join(prose)
            prose.clear()
            lines.append(self.converted(page, text, folder))

        for line in page.text.splitlines():
            if FENCE.match(line):
                if not is_code:
                    flush()
                is_code = not is_code
                lines.append(line)
            elif is_code:
                lines.append(line)
            else:
                prose.append(line)
        flush()
        (folder / f"{page.name}.md").write_text("\n".join(lines) + "\n")

    def converted(self, page, text, folder):
        # The comments above code blocks are for the tests that compare guides with code.
        text = re.sub(r"^<!-- .* -->\n?", "", text, flags=re.MULTILINE)
        return LINK.sub(lambda link: self.link(page, link, folder), text)

    def link(self, page, link, folder):
        label, target = link["label"], link["target"]
        if re.match(r"[a-z]+:", target):
            return link[0]
        path, _, slug = target.partition("#")
        file = (ROOT / page.path).parent / path if path else ROOT / page.path
        file = file.resolve()
        if not file.exists():
            raise SiteError(f"{page.path} links to {target}, which does not exist.")
        name = str(file.relative_to(ROOT))
        if link["image"]:
            shutil.copy(file, folder)
            return f"![{label}]({file.name})"
        other = self.pages.get(name)
        if other is None:
            # The file is not on the site, only in the repository.
            isPath = label.strip("`") in (file.name, name)
            return f"`{name}`" if isPath else f"{label} (`{name}`)"
        anchor = f"#{other.anchor(slug)}" if slug else ""
        if other.module == page.module:
            return f"[{label}](doc:{other.name}{anchor})"
        return f"[{label}]({other.address}{anchor})"


class Modules:
    """The modules of the library products, with those that they re-export."""

    def __init__(self, manifest):
        self.products = symbolgraphs.products(manifest)
        dependencies = {
            target["name"]: [
                entry[0] for dependency in target["dependencies"]
                for entry in [dependency.get("byName") or dependency.get("target")] if entry
            ]
            for target in manifest["targets"]
        }
        chosen = set()
        waiting = [module for modules in self.products.values() for module in modules]
        while waiting:
            module = waiting.pop()
            if module not in chosen and module in dependencies:
                chosen.add(module)
                waiting += self.reexported(module)
        self.dependencies = {
            module: self.reached(module, dependencies) & chosen for module in chosen
        }
        # A module comes after its dependencies: its links are resolved with their archives.
        self.ordered = []
        for module in sorted(chosen):
            self.add(module)

    @staticmethod
    def reexported(module):
        texts = [file.read_text() for file in (ROOT / "Sources" / module).rglob("Exports.swift")]
        return re.findall(r"@_exported public import (\w+)", "\n".join(texts))

    @staticmethod
    def reached(module, dependencies):
        found, waiting = set(), list(dependencies[module])
        while waiting:
            name = waiting.pop()
            if name in dependencies and name not in found:
                found.add(name)
                waiting += dependencies[name]
        return found

    def add(self, module):
        if module in self.ordered:
            return
        for other in sorted(self.dependencies[module]):
            self.add(other)
        self.ordered.append(module)


def check_built(build, modules):
    missing = [
        module for module in modules
        if not (build / "Modules" / f"{module}.swiftmodule").exists()
    ]
    if missing:
        more = f" and {len(missing) - 1} other modules" if len(missing) > 1 else ""
        raise SiteError(
            f"{build} does not contain {missing[0]}{more}. "
            "Build the package first (scripts/build.sh), or name another build with --build PATH.")


def copy_catalog(module, articles, work):
    """Copies a module's catalog and adds its articles."""
    source = ROOT / "Sources" / module / f"{module}.docc"
    if not source.is_dir():
        raise SiteError(f"{module} has no catalog; write {source.relative_to(ROOT)}/{module}.md.")
    catalog = work / f"{module}.docc"
    shutil.copytree(source, catalog)
    landing = catalog / f"{module}.md"
    text = landing.read_text()
    pages = articles.of(module)
    if bool(pages) != (MARKER in text):
        verb = "add" if pages else "remove"
        raise SiteError(
            f"{verb} the line {MARKER} in {(source / landing.name).relative_to(ROOT)}: "
            f"{len(pages)} pages of docs/ belong to it.")
    group = "### Guides\n" + "".join(f"- <doc:{page.name}>\n" for page in pages)
    landing.write_text(text.replace(MARKER + "\n", group))
    for page in pages:
        articles.write(page, catalog)
    return catalog


def convert(module, catalog, graphs, archives, base_path, work):
    """Runs docc for one module; returns the warnings."""
    diagnostics = work / f"{module}.json"
    command = [
        "docc", "convert", str(catalog), "--additional-symbol-graph-dir", str(graphs),
        "--fallback-display-name", module, "--fallback-bundle-identifier", f"bellhop.{module}",
        "--fallback-default-module-kind", "Module", "--diagnostics-file", str(diagnostics),
        "--enable-experimental-external-link-support",
        "--transform-for-static-hosting", "--hosting-base-path", base_path,
        "--output-path", str(work / f"{module}.doccarchive"),
    ]
    for archive in archives:
        command += ["--dependency", str(archive)]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = json.loads(diagnostics.read_text())["diagnostics"] if diagnostics.exists() else []
    problems = sorted({
        described(problem, work) for problem in found
        if problem["severity"] in ("warning", "error") and not IGNORED.match(problem["summary"])
    })
    if run.returncode and not problems:
        raise SiteError(f"docc failed for {module}.\n{run.stdout}")
    return problems


def described(problem, work):
    """Returns a problem as a line that begins with its location, as compilers print it."""
    location = problem.get("source", "").removeprefix("file://")
    location = location.removeprefix(str(work) + "/").removeprefix(str(ROOT) + "/")
    if "range" in problem:
        location += f":{problem['range']['start']['line']}"
    solutions = "; ".join(entry["summary"] for entry in problem.get("solutions", [])[:4])
    return f"{location}: {problem['summary']}" + (f" ({solutions})" if solutions else "")


def index_page(modules, articles):
    """Returns the page at the root of the site."""
    def item(address, title):
        return f'<li><a href=".{html.escape(address)}/">{html.escape(title)}</a></li>'

    parts = []
    for product, names in modules.products.items():
        items = [item(f"/documentation/{name.lower()}", name) for name in names]
        items += [item(page.address, page.title) for name in names for page in articles.of(name)]
        parts.append(f"<h2>{html.escape(product)}</h2>\n<ul>\n" + "\n".join(items) + "\n</ul>")
    tutorials = []
    for file in sorted((ROOT / "Sources").glob("*/*.docc/*.tutorial")):
        text = file.read_text()
        title = re.search(r'@Intro\(title: "([^"]+)"', text)
        if "@Tutorials(" in text:
            tutorials.append(item(f"/tutorials/{file.stem.lower()}", title[1]))
    extra = sorted(set(modules.ordered) - {name for names in modules.products.values() for name in names})
    parts.insert(0, "<h2>Tutorials</h2>\n<ul>\n" + "\n".join(tutorials) + "\n</ul>")
    parts.append("<h2>Modules that the products re-export</h2>\n<ul>\n" + "\n".join(
        item(f"/documentation/{name.lower()}", name) for name in extra) + "\n</ul>")
    return INDEX.replace("PARTS", "\n".join(parts))


INDEX = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Bellhop</title>
<style>
:root { color-scheme: light dark; }
body { font: 17px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 3rem auto; padding: 0 1rem; }
main { columns: 24rem; }
section, ul, h2 { break-inside: avoid; }
h2 { font-size: 1.1rem; margin: 0 0 .2rem; break-after: avoid; }
ul { margin: 0 0 1.4rem; padding-left: 1.2rem; }
</style>
</head>
<body>
<h1>Bellhop</h1>
<p>Push notifications for Apple platforms: the documentation of the library products.</p>
<main>
PARTS
</main>
</body>
</html>
"""


def check_links(articles, site):
    """Finds the links between modules that lead nowhere, which docc does not check."""
    broken = []
    data = site / "data"
    for file in sorted(data.rglob("*.json")):
        for address in re.findall(r'"url":"(\\?/documentation/[^"]*)"', file.read_text()):
            path, _, anchor = address.replace("\\/", "/").partition("#")
            target = data / f"{path.strip('/').lower()}.json"
            if not target.exists():
                broken.append(f"{file.relative_to(data)}: {path}")
            elif anchor and f'"anchor":"{anchor}"' not in target.read_text().replace("\\/", "/"):
                broken.append(f"{file.relative_to(data)}: {path}#{anchor}")
    return sorted(set(broken))


def write_site(build, base_path, only):
    articles = Articles()
    modules = Modules(symbolgraphs.package())
    if only:
        modules.ordered = [module for module in modules.ordered if module in only]
    check_built(build, modules.ordered)
    options = symbolgraphs.import_options(build)
    target = symbolgraphs.target_triple()
    warnings = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder).resolve()
        for number, module in enumerate(modules.ordered, 1):
            catalog = copy_catalog(module, articles, work)
            graphs = work / "graphs" / module
            graphs.mkdir(parents=True)
            symbolgraphs.extract(module, options, target, graphs, "-emit-extension-block-symbols")
            archives = [
                work / f"{name}.doccarchive" for name in sorted(modules.dependencies[module])
                if name in modules.ordered
            ]
            problems = convert(module, catalog, graphs, archives, base_path, work)
            warnings += len(problems)
            print(f"[{number}/{len(modules.ordered)}] {module}: {len(problems)} warnings", flush=True)
            for problem in problems:
                print(f"    {problem}", flush=True)
        if warnings:
            raise SiteError(f"{warnings} warnings; no new site was written.")
        print("Merging …", flush=True)
        merged = work / "merged"
        archives = [str(work / f"{module}.doccarchive") for module in modules.ordered]
        run = subprocess.run(
            ["docc", "merge", *archives, "--output-path", str(merged),
             "--synthesized-landing-page-name", "Bellhop"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode:
            raise SiteError(f"docc cannot merge the archives.\n{run.stdout}")
        (merged / "index.html").write_text(index_page(modules, articles))
        broken = check_links(articles, merged)
        if broken:
            raise SiteError("links without a destination:\n" + "\n".join(broken))
        shutil.rmtree(SITE, ignore_errors=True)
        SITE.parent.mkdir(exist_ok=True)
        shutil.move(merged, SITE)
    folder = SITE.relative_to(ROOT)
    print(f"The site is in {folder}. To view it:")
    if base_path == "/":
        print(f"    python3 -m http.server --directory {folder} 8000")
        print("and open http://localhost:8000/.")
    else:
        print(f"serve that folder below {base_path}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--build", type=pathlib.Path, metavar="PATH", help="the folder of the build, such as .build/debug")
    parser.add_argument(
        "--base-path", default="/", metavar="PATH", help="the site's path on its server (default: /)")
    parser.add_argument("--only", nargs="+", metavar="MODULE", help=argparse.SUPPRESS)
    parser.add_argument(
        "--check-pages", action="store_true", help="only verify that PAGES names the module of each guide")
    arguments = parser.parse_args()
    try:
        if arguments.check_pages:
            Articles()
            return
        build = arguments.build or symbolgraphs.build_folder()
        write_site(build, arguments.base_path, arguments.only)
    except (SiteError, SymbolGraphError) as error:
        sys.exit(f"docs-site: {error}")


if __name__ == "__main__":
    main()
