// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import ArgumentParser
import BellhopSeal

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
        abstract: "Make a test key as Apple's .p8 file, which Apple does not know, or a key for "
            + "encryption.",
        discussion: """
              bellhop keygen                        prints it
              bellhop keygen --out AuthKey_TEST123456.p8   writes it, readable by you only

            A key pair or shared key for `bellhop seal` and `bellhop open`, whose public half
            and identifier stand in the same file:
              bellhop keygen --encryption x25519 --out server.json
            """)

    @Option(
        help: ArgumentHelp("Write to this file rather than to standard output.", valueName: "file"))
    var out: String?

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "A key for encryption: x25519, p256, xwing, or a256gcm for a shared one.",
            valueName: "suite"), transform: SealKeygen.suite)
    var encryption: SealSuite?

    @Option(
        help: ArgumentHelp(
            "Its identifier; the fingerprint of the public key unless told otherwise.",
            valueName: "id"))
    var id: String?

    func validate() throws {
        if id != nil, encryption == nil {
            throw ValidationError("--id names a key for encryption; give --encryption too")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let text =
                if let encryption { try SealKeygen.make(encryption, id: id) } else {
                    try ProviderKey.generate(keyID: "TEST123456", teamID: "TEST123456").p8Text
                }
            guard let out else { return Console.out(text.trimmingBlanks) }
            let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (force ? O_TRUNC : O_EXCL)
            let descriptor = open(out, flags, 0o600)
            guard descriptor >= 0 else {
                let hint = errno == EEXIST ? "give --force to replace it" : "choose another path"
                throw CommandFailure(
                    .cannotCreate, "\(out): cannot write the key: \(Errno.text); \(hint)")
            }
            defer { close(descriptor) }
            let bytes = Array(text.utf8)
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
