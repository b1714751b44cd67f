// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import CommandSupport
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// `bellhop-project`, which `bellhop` runs for some commands.
struct ProjectProgramTests {
    @Test(
        arguments: [
            ("/a/.build/debug/bellhop-project", "/a", "debug"),
            ("/a b/.build/x86_64-unknown-linux-gnu/release/bellhop-project", "/a b", "release"),
            ("/a/.build/c/.build/out/debug/bellhop-project", "/a/.build/c", "debug"),
            ("/a/.build/quick/release/bellhop-project", "/a", "quick"),
            (
                "/a/.build/quick/aarch64-unknown-linux-gnu/release/bellhop-project", "/a",
                "quick"
            ),
        ])
    func `the path of a program in a build folder gives its checkout and configuration`(
        path: String, checkout: String, configuration: String
    ) throws {
        let build = try #require(ProjectProgram.Build(of: path))
        #expect(build.checkout == checkout)
        #expect(build.configuration == configuration)
    }

    @Test(
        arguments: [
            "/usr/local/bin/bellhop-project", "bellhop-project", "/a/.build/bellhop-project",
        ])
    func `a program outside a build folder belongs to no checkout`(path: String) {
        #expect(ProjectProgram.Build(of: path) == nil)
    }

    @Test func `without bellhop-project, bellhop says how to install it`() async throws {
        try await TemporaryFolder.with { folder in
            let copy = try copyOfTool(in: folder.path)
            let result = try await Program.run(.path(FilePath(copy)), ["doctor", "."])
            #expect(result.status == 66)
            #expect(
                result.errors.contains(
                    "this command requires bellhop-project, which is not in the folder of bellhop"))
            #expect(result.errors.contains("install both programs in the same folder"))
        }
    }

    @Test(
        arguments: [
            (
                ".build/debug", "swift",
                "swift - build -c debug --package-path CHECKOUT --product bellhop-project"
            ),
            (
                ".build/quick/release", "check out/scripts/build.sh",
                "build.sh quick --product bellhop-project"
            ),
        ])
    func `in a checkout, bellhop builds bellhop-project and runs it with the same arguments`(
        place: String, builder: String, command: String
    ) async throws {
        // A checkout whose build writes a program that prints its arguments.
        try await TemporaryFolder.with { folder in
            let checkout = folder.path("check out")
            let build = checkout + "/" + place
            for path in [build, checkout + "/scripts"] {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
            }
            try folder.write("", to: "check out/Package.swift")
            let compiler = try folder.write(
                """
                #!/bin/sh
                echo "${0##*/} ${CONFIGURATION:--} $*"
                program="\(build)/bellhop-project"
                printf '#!/bin/sh\\nprintf "[%%s]" "$@"; exit 3\\n' >"$program"
                chmod +x "$program"
                """, to: builder)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: compiler)
            let tool = try copyOfTool(in: build)
            let result = try await Program.run(
                .path("/usr/bin/env"),
                [
                    "-u", "CONFIGURATION", "PATH=\(folder.path):/usr/bin:/bin", tool, "doctor",
                    "an app", "--all",
                ])
            #expect(result.status == 3)
            #expect(result.output == "[doctor][an app][--all]")
            let expected = command.replacing("CHECKOUT", with: checkout)
            #expect(result.errors.contains(expected), "\(result.errors)")
        }
    }

    /// Copies the tool, because a link would lead back to the folder that contains both programs.
    private func copyOfTool(in folder: String) throws -> String {
        let path = try #require(BellhopTool.path, "the tool is not built; run: make build")
        try FileManager.default.copyItem(atPath: path, toPath: folder + "/bellhop")
        return folder + "/bellhop"
    }
}
