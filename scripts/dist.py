#!/usr/bin/env python3
"""Makes the files to publish: the script of `make dist`.

    scripts/dist.py [--scratch-path FOLDER] [--output FOLDER] [--skip-build]

It builds `bellhop` and `bellhop-project` in release mode with Swift's libraries linked statically, strips them, and writes to
dist/ an archive (programs, shell completions, licences), a Debian package, a Python wheel (bellhop and the kit for
pytest), a Containerfile that uses the archive, and SHA256SUMS. The same sources give the same files, except for
differences that the compiler causes. On Linux, the other libraries are also linked statically
(scripts/static-libraries.sh). The programs then need only the C library; the package and the wheel state its version.
"""
import argparse
import base64
import gzip
import hashlib
import io
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KIT = ROOT / "Kits/python"
PROGRAMS = ("bellhop", "bellhop-project")
# Where each shell looks for completions, below /usr/local or /usr.
COMPLETIONS = {
    "bash": "share/bash-completion/completions/bellhop",
    "zsh": "share/zsh/site-functions/_bellhop",
    "fish": "share/fish/vendor_completions.d/bellhop.fish",
}
# Debian's licence files of the libraries that are linked statically on Linux.
SYSTEM_LIBRARIES = {
    "SQLite": "libsqlite3-dev", "zlib": "zlib1g-dev", "OpenSSL": "libssl-dev", "libstdc++": "gcc-*-base",
    "ICU, inside Foundation": "libicu*",
}
LINES_OF_FAILURE = 40
STARTED = time.monotonic()


def say(text):
    print(f"dist {time.monotonic() - STARTED:5.0f} s  {text}", flush=True)


def fail(text):
    sys.exit(f"dist: {text}")


def output_of(*command):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout


def size(path):
    return f"{path.stat().st_size / 1e6:.1f} MB"


class Distribution:
    def __init__(self, scratch, output):
        self.scratch, self.output = scratch, output
        self.is_linux = platform.system() == "Linux"
        source = (ROOT / "Sources/CommandSupport").rglob("ToolVersion.swift")
        texts = [path.read_text() for path in source]
        if len(texts) != 1:
            fail("Sources/CommandSupport must contain exactly one ToolVersion.swift, which has the version")
        self.version = re.search(r'"(\d+\.\d+\.\d+)"', texts[0])[1]
        for file in ("python/pyproject.toml", "javascript/package.json", "java/pom.xml"):
            if self.version not in (ROOT / "Kits" / file).read_text():
                fail(f"Kits/{file} has another version than ToolVersion.swift, {self.version}")
        self.machine = platform.machine()
        self.name = f"bellhop-{self.version}-{platform.system().lower()}-{self.machine}"
        self.tree = output / "tree"
        # The time of the commit, so that archives of the same sources are equal.
        self.time = int(os.environ.get("SOURCE_DATE_EPOCH") or output_of("git", "-C", ROOT, "log", "-1", "--format=%ct"))

    # Building

    def build(self):
        command = [os.environ.get("SWIFT", "swift"), "build", "--package-path", ROOT, "-c", "release"]
        command += ["--scratch-path", self.scratch]
        # Otherwise the second program could be built from scratch; see scripts/build.sh.
        os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
        if self.is_linux:
            libraries = self.scratch / "static-libraries"
            subprocess.run([ROOT / "scripts/static-libraries.sh", libraries], check=True)
            command += ["--static-swift-stdlib", "-Xlinker", f"-L{libraries}/lib"]
            command += [part for name in ("curl", "ssl", "crypto", "z") for part in ("-Xlinker", f"-l{name}")]
        # The commit is compiled in for `bellhop --version`, and removed from the sources afterwards.
        stamp = ROOT / "scripts/stamp.sh"
        subprocess.run([stamp, output_of("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD").strip()], check=True)
        try:
            for program in PROGRAMS:
                say(f"building {program}; the first build takes some minutes")
                self.run_build([*map(str, command), "--product", program])
        finally:
            subprocess.run([stamp], check=True)
        self.programs = pathlib.Path(output_of(*command, "--show-bin-path").strip())

    @staticmethod
    def run_build(command):
        """Runs SwiftPM and prints its errors, and its progress every ten seconds."""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as build:
            lines, last = [], 0
            for line in build.stdout:
                lines.append(line)
                if "error:" in line or time.monotonic() - last > 10:
                    say(f"  {line.rstrip()}")
                    last = time.monotonic()
        if build.returncode:
            fail("the build failed; its last lines:\n" + "".join(lines[-LINES_OF_FAILURE:]))

    def stage(self):
        """Makes the tree of the files in the archive and the package."""
        shutil.rmtree(self.tree, ignore_errors=True)
        (self.tree / "bin").mkdir(parents=True)
        for program in PROGRAMS:
            target = self.tree / "bin" / program
            shutil.copy(self.programs / program, target)
            subprocess.run(["strip", *(() if self.is_linux else ("-x",)), target], check=True)
            target.chmod(0o755)
            say(f"{program}: {size(self.programs / program)}, stripped {size(target)}")
        if self.is_linux:
            self.check_libraries()
        for shell, path in COMPLETIONS.items():
            self.write(path, output_of(self.tree / "bin/bellhop", "--generate-completion-script", shell))
        self.write("share/doc/bellhop/LICENSE", (ROOT / "LICENSE").read_text())
        self.write("share/doc/bellhop/third-party-licences.txt", self.licences())

    def write(self, path, text):
        target = self.tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def check_libraries(self):
        """Fails when a program needs more than the C library, and notes the version that it needs."""
        allowed = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1"}
        versions = set()
        for program in PROGRAMS:
            text = output_of("objdump", "-p", self.tree / "bin" / program)
            needed = set(re.findall(r"NEEDED +(\S+)", text))
            more = {name for name in needed - allowed if not name.startswith("ld-linux")}
            if more:
                fail(f"{program} needs {', '.join(sorted(more))}, which not every system has")
            versions |= {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([\d.]+)", text)}
        self.glibc = ".".join(map(str, max(versions)))
        say(f"the programs need glibc {self.glibc} or later, and no other library")

    def licences(self):
        parts = []
        for folder in sorted((self.scratch / "checkouts").iterdir()):
            texts = [file.read_text(errors="replace") for file in sorted(folder.glob("LICENSE*")) + sorted(folder.glob("NOTICE*"))]
            if not texts:
                fail(f"{folder.name} has no licence file")
            parts.append((folder.name, texts))
        swift = pathlib.Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parent.parent
        files = {"Swift, with Foundation and libdispatch": swift / "share/swift/LICENSE.txt"}
        if self.is_linux:
            files["curl"] = self.scratch / "static-libraries/curl-COPYING"
            for name, package in SYSTEM_LIBRARIES.items():
                found = sorted(pathlib.Path("/usr/share/doc").glob(f"{package}/copyright"))
                files[name] = found[0] if found else pathlib.Path(f"/usr/share/doc/{package}/copyright")
        for name, file in files.items():
            if not file.exists():
                fail(f"the licence of {name} is missing: {file}")
            parts.append((name, [file.read_text(errors="replace")]))
        say(f"licences of {len(parts)} packages and libraries")
        line = "=" * 100
        return "\n".join(f"{line}\n{name}\n{line}\n\n" + "\n\n".join(texts) for name, texts in parts)

    # The files

    def files(self):
        return sorted(path for path in self.tree.rglob("*") if path.is_file())

    def tar(self, members):
        """Returns a compressed archive of (path, content, mode), equal for equal contents."""
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
            folders = set()
            for path, content, mode in members:
                for parent in reversed(pathlib.PurePosixPath(path).parents[:-1]):
                    if parent not in folders:
                        folders.add(parent)
                        folder = self.member(str(parent), 0o755)
                        folder.type = tarfile.DIRTYPE
                        archive.addfile(folder)
                member = self.member(path, mode)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        return gzip.compress(buffer.getvalue(), 9, mtime=self.time)

    def member(self, name, mode):
        member = tarfile.TarInfo(name)
        member.mode, member.mtime, member.uname, member.gname = mode, self.time, "root", "root"
        return member

    def archive(self):
        members = [
            (f"{self.name}/{path.relative_to(self.tree)}", path.read_bytes(), path.stat().st_mode & 0o755)
            for path in self.files()
        ]
        self.finish(f"{self.name}.tar.gz", self.tar(members))

    def debian_package(self):
        architecture = output_of("dpkg", "--print-architecture").strip()
        folder = self.output / "deb"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.tree, folder / "usr")
        zsh = folder / "usr/share/zsh"
        (zsh / "site-functions").rename(zsh / "vendor-completions")
        documents = folder / "usr/share/doc/bellhop"
        (documents / "LICENSE").rename(documents / "copyright")
        installed = sum(path.stat().st_size for path in self.files()) // 1024
        (folder / "DEBIAN").mkdir()
        (folder / "DEBIAN/control").write_text(
            f"Package: bellhop\nVersion: {self.version}\nArchitecture: {architecture}\n"
            f"Maintainer: {os.environ.get('DEBFULLNAME', 'Bellhop')} <{os.environ.get('DEBEMAIL', 'bellhop@localhost')}>\n"
            f"Installed-Size: {installed}\nDepends: libc6 (>= {self.glibc}), libgcc-s1\n"
            "Recommends: ca-certificates\nSection: devel\nPriority: optional\n"
            "Description: push notifications for Apple platforms, whole and testable anywhere\n"
            " A simulated APNs with devices for the tests of senders in any language, a virtual\n"
            " iPhone, checks for payloads and projects, and a gateway.\n")
        name = f"bellhop_{self.version}_{architecture}.deb"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(self.time)}
        subprocess.run(
            ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", folder, self.output / name],
            check=True, stdout=subprocess.DEVNULL, env=environment)
        shutil.rmtree(folder)
        say(f"{name}: {size(self.output / name)}")

    def wheel(self):
        """Writes the wheel of Kits/python with the program among its scripts (PEP 427)."""
        import tomllib

        project = tomllib.loads((KIT / "pyproject.toml").read_text())["project"]
        tag = f"py3-none-{self.wheel_platform()}"
        information = f"bellhop-{self.version}.dist-info"
        metadata = [
            "Metadata-Version: 2.1", "Name: bellhop", f"Version: {self.version}", f"Summary: {project['description']}",
            f"License: {project['license']['text']}", f"Requires-Python: {project['requires-python']}",
            *(f"Classifier: {text}" for text in project["classifiers"]),
            "Description-Content-Type: text/markdown", "", (KIT / "README.md").read_text(),
        ]
        points = [
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for group, entries in project["entry-points"].items()
        ]
        documents = self.tree / "share/doc/bellhop"
        members = {
            str(path.relative_to(KIT / "src")): path.read_bytes()
            for path in sorted((KIT / "src").rglob("*")) if path.suffix == ".py" or path.name == "py.typed"
        }
        members |= {
            f"bellhop-{self.version}.data/scripts/bellhop": (self.tree / "bin/bellhop").read_bytes(),
            f"{information}/METADATA": "\n".join(metadata).encode(),
            f"{information}/WHEEL": f"Wheel-Version: 1.0\nGenerator: bellhop\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
            f"{information}/entry_points.txt": "\n".join(points).encode(),
            f"{information}/LICENSE": (documents / "LICENSE").read_bytes(),
            f"{information}/third-party-licences.txt": (documents / "third-party-licences.txt").read_bytes(),
        }
        record = "".join(f"{path},sha256={self.digest(content)},{len(content)}\n" for path, content in members.items())
        members[f"{information}/RECORD"] = f"{record}{information}/RECORD,,\n".encode()
        name = f"bellhop-{self.version}-{tag}.whl"
        with zipfile.ZipFile(self.output / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            for path, content in members.items():
                entry = zipfile.ZipInfo(path, time.gmtime(self.time)[:6])
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o100755 if "/scripts/" in path else 0o100644) << 16
                file.writestr(entry, content)
        say(f"{name}: {size(self.output / name)}")

    def wheel_platform(self):
        if self.is_linux:
            return f"manylinux_{self.glibc.replace('.', '_')}_{self.machine}"
        return f"macosx_15_0_{self.machine}"

    @staticmethod
    def digest(content):
        return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

    def finish(self, name, content):
        (self.output / name).write_bytes(content)
        say(f"{name}: {size(self.output / name)}")

    def sums(self):
        names = [path for path in sorted(self.output.iterdir()) if path.is_file() and path.name != "SHA256SUMS"]
        lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in names]
        (self.output / "SHA256SUMS").write_text("".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scratch-path", type=pathlib.Path, default=ROOT / ".build-dist")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--skip-build", action="store_true", help="use the programs of the last build")
    options = parser.parse_args()
    if sys.version_info < (3, 11):
        fail("Python 3.11 or later is needed")
    options.output.mkdir(parents=True, exist_ok=True)
    for old in options.output.iterdir():
        if old.is_file():
            old.unlink()
    distribution = Distribution(options.scratch_path.absolute(), options.output.absolute())
    say(f"version {distribution.version}, to {options.output}")
    if options.skip_build:
        distribution.programs = distribution.scratch / "release"
    else:
        distribution.build()
    distribution.stage()
    distribution.archive()
    if shutil.which("dpkg-deb"):
        distribution.debian_package()
    else:
        say("no Debian package: dpkg-deb is missing")
    distribution.wheel()
    shutil.copy(ROOT / "packaging/Containerfile", options.output / "Containerfile")
    distribution.sums()
    shutil.rmtree(distribution.tree)
    say("ready; scripts/dist-check.py tests each file in a clean environment")


main()
