// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The program that reads checkouts of apps. It is in the same folder as this program.
package enum ProjectProgram {
    /// The program's file name.
    package static let name = "bellhop-project"

    /// Replaces this process with `bellhop-project`, which receives the same arguments. That
    /// program has the same commands, so its output and exit status become the output and exit
    /// status of this command. In a checkout of Bellhop, `bellhop-project` is built first if
    /// necessary.
    ///
    /// - Returns: The reason for a failure. On success, the method does not return.
    package static func replaceThisProgram() -> CommandFailure {
        let own = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
        let folder = URL(filePath: own).resolvingSymlinksInPath().deletingLastPathComponent()
        let path = folder.appending(path: name).path(percentEncoded: false)
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard !FileManager.default.fileExists(atPath: path) else {
            return run(path, [path] + arguments)
        }
        guard let build = Build(of: path),
            FileManager.default.fileExists(atPath: build.checkout + "/Package.swift")
        else {
            return CommandFailure(
                .unreadable,
                "this command requires \(name), which is not in the folder of bellhop; install "
                    + "both programs in the same folder "
                    + "(\(folder.path(percentEncoded: false).printable))")
        }
        Console.note(
            "building \(name), which reads projects; this happens only once and takes some minutes")
        return run("/bin/sh", build.shellArguments(program: path) + arguments)
    }

    /// The location in which the program is built: `CHECKOUT/.build/…/debug/bellhop-project`, or
    /// `CHECKOUT/.build/quick/…/release/bellhop-project`.
    package struct Build: Hashable {
        package let checkout: String
        /// `debug` or `release` as in SwiftPM, or `quick`; see `scripts/build-options.sh`.
        package let configuration: String

        /// - Returns: `nil` for a path that is not in the build folder of a checkout.
        package init?(of path: String) {
            let parts = path.split(separator: "/")
            guard let index = parts.lastIndex(of: ".build"), parts.count > index + 2 else {
                return nil
            }
            checkout = "/" + parts[..<index].joined(separator: "/")
            let isQuick = parts[index + 1] == "quick"
            configuration = isQuick ? "quick" : String(parts[parts.count - 2])
        }

        /// Returns arguments for a shell that builds the program and then replaces itself with the
        /// program. The caller appends the program's own arguments.
        func shellArguments(program: String) -> [String] {
            let script = """
                configuration=$1 checkout=$2 program=$3 name=$4; shift 4
                if [ -x "$checkout/scripts/build.sh" ]; then
                    CONFIGURATION=$configuration "$checkout/scripts/build.sh" --product "$name"
                else
                    swift build -c "$configuration" --package-path "$checkout" --product "$name"
                fi >&2 || exit \(ExitStatus.unreadable.rawValue)
                exec "$program" "$@"
                """
            return [
                "sh", "-c", script, "sh", configuration, checkout, program, ProjectProgram.name,
            ]
        }
    }

    /// Replaces this process with another program.
    ///
    /// - Returns: The reason why the program could not be started.
    private static func run(_ path: String, _ arguments: [String]) -> CommandFailure {
        var pointers = arguments.map { strdup($0) } + [nil]
        execv(path, &pointers)
        // The function execv returns only on failure.
        let problem = Errno.text
        for pointer in pointers { free(pointer) }
        return CommandFailure(
            .unreadable, "\(path.printable): cannot start this program: \(problem)")
    }
}
