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
        ])
    func `a program in a build folder says which checkout builds it`(
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

    @Test func `in a checkout, bellhop builds bellhop-project and runs it in its place`()
        async throws
    {
        // A checkout whose "swift build" writes a program that repeats its arguments.
        try await TemporaryFolder.with { folder in
            let checkout = folder.path("check out")
            let build = checkout + "/.build/debug"
            try FileManager.default.createDirectory(
                atPath: build, withIntermediateDirectories: true)
            try folder.write("", to: "check out/Package.swift")
            let compiler = try folder.write(
                """
                #!/bin/sh
                echo "swift $*"
                program="$5/.build/debug/$7"
                printf '#!/bin/sh\\nprintf "[%%s]" "$@"; exit 3\\n' >"$program"
                chmod +x "$program"
                """, to: "swift")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: compiler)
            let tool = try copyOfTool(in: build)
            let result = try await Program.run(
                .path("/usr/bin/env"),
                [
                    "PATH=\(folder.path):/usr/bin:/bin", tool, "doctor", "an app",
                    "--all",
                ])
            #expect(result.status == 3)
            #expect(result.output == "[doctor][an app][--all]")
            #expect(
                result.errors.contains(
                    "swift build -c debug --package-path \(checkout) --product bellhop-project"))
        }
    }

    /// Copies the tool, because a link would lead back to the folder that contains both programs.
    private func copyOfTool(in folder: String) throws -> String {
        let path = try #require(BellhopTool.path, "the tool is not built; run: swift build")
        try FileManager.default.copyItem(atPath: path, toPath: folder + "/bellhop")
        return folder + "/bellhop"
    }
}
