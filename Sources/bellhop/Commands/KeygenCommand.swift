// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `bellhop keygen`: a key for tests.
struct KeygenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen",
        abstract: "Make a test key: a .p8 file as Apple's, which Apple does not know.",
        discussion: """
              bellhop keygen                        prints it
              bellhop keygen --out AuthKey_TEST123456.p8   writes it, readable by you only
            """)

    @Option(
        help: ArgumentHelp("Write to this file rather than to standard output.", valueName: "file"))
    var out: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    func run() async throws {
        try await reportingFailures {
            let key = try ProviderKey.generate(keyID: "TEST123456", teamID: "TEST123456")
            guard let out else { return Console.out(key.p8Text.trimmingBlanks) }
            let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (force ? O_TRUNC : O_EXCL)
            let descriptor = open(out, flags, 0o600)
            guard descriptor >= 0 else {
                let hint = errno == EEXIST ? "give --force to replace it" : "choose another path"
                throw CommandFailure(
                    .cannotCreate, "\(out): cannot write the key: \(Errno.text); \(hint)")
            }
            defer { close(descriptor) }
            let bytes = Array(key.p8Text.utf8)
            // A file that was there may be readable by others.
            guard fchmod(descriptor, 0o600) == 0,
                write(descriptor, bytes, bytes.count) == bytes.count
            else {
                throw CommandFailure(.cannotCreate, "\(out): cannot write the key: \(Errno.text)")
            }
            Console.note("wrote \(out)")
        }
    }
}
