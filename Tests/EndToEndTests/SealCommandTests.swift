// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Encryption on the command line, compared with Python's package cryptography (scripts/seal.py),
/// which shares no code with Bellhop.
@Suite(.timeLimit(.minutes(30)))
struct SealCommandTests {
    private static let app = ["--app", "com.example.chat"]
    private static let content = """
        {"id":"m-1","exp":1900000000,"sent":1780000000,"title":"Ada","body":"Zwölf Uhr? 🍕",\
        "data":{"chat":7}}
        """
    /// Cipher suites, and whether the sender authenticates itself.
    private static let modes = [
        ("x25519", false), ("x25519", true), ("p256", false), ("p256", true), ("xwing", false),
        ("a256gcm", false),
    ]

    /// Runs a Python that has the package: that of the project's environment, or else the
    /// machine's.
    private static func python(
        _ arguments: [String], input: String = ""
    ) async throws -> Program.Result {
        let own = BellhopTool.root + "/.venv/bin/python"
        let isThere = FileManager.default.isExecutableFile(atPath: own)
        let script = [BellhopTool.root + "/scripts/seal.py"]
        let result = try await Program.run(
            isThere ? .path(FilePath(own)) : .name("python3"), script + arguments,
            input: Array(input.utf8))
        try #require(
            !result.errors.contains("ModuleNotFoundError"),
            "Python's cryptography is not installed; run scripts/setup.sh test")
        return result
    }

    /// Creates keys for a suite: the recipient's, and the sender's if it authenticates itself.
    private static func keys(
        _ suite: String, _ isAuthenticated: Bool, in folder: TemporaryFolder
    ) async throws -> (recipient: String, sender: String?) {
        let recipient = folder.path("recipient.json"), sender = folder.path("sender.json")
        for (file, id) in [(recipient, "phone-1"), (sender, "server-1")] {
            let arguments = ["keygen", "--encryption", suite, "--id", id, "--out", file]
            let made = try await BellhopTool.run(arguments)
            try #require(made.status == 0, "\(made)")
        }
        return (recipient, isAuthenticated ? sender : nil)
    }

    @Test(arguments: modes)
    func `T142: Python and the command decrypt each other's messages`(
        suite: String, isAuthenticated: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let (key, sender) = try await Self.keys(suite, isAuthenticated, in: folder)
            let wanted = try JSONValue(parsing: Self.content)
            let ours = sender.map { ["--sender-key", $0] } ?? []
            let theirs = sender.map { ["--sender", $0] } ?? []

            for form in [[], ["--object"], ["--compact"]] {
                let sealed = try await BellhopTool.run(
                    ["seal"] + Self.app + ["--to", key] + ours + form + ["-"], input: Self.content)
                try #require(sealed.status == 0, "\(sealed)")
                // Base64 has no question mark, so the sealed text cannot contain this by chance.
                #expect(!sealed.output.contains("Uhr?"))
                let input =
                    form == ["--compact"]
                    ? "\"\(sealed.output.trimmingCharacters(in: .newlines))\"" : sealed.output
                let opened = try await Self.python(
                    ["open"] + Self.app + ["--key", key] + theirs, input: input)
                try #require(opened.status == 0, "\(opened)")
                #expect(try JSONValue(parsing: opened.output) == wanted)
            }
            for form in [[], ["--compact"]] {
                let sealed = try await Self.python(
                    ["seal"] + Self.app + ["--key", key] + theirs + form, input: Self.content)
                try #require(sealed.status == 0, "\(sealed)")
                let opened = try await BellhopTool.run(
                    ["open"] + Self.app + ["--key", key] + ours + ["-"], input: sealed.output)
                try #require(opened.status == 0, "\(opened)")
                #expect(try JSONValue(parsing: opened.output) == wanted)
            }
        }
    }

    @Test func `the Python implementation passes the test vectors, too`() async throws {
        let file = BellhopTool.root + "/Tests/BellhopSealTests/Vectors/messages.json"
        let result = try await Self.python(["check", file])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("98 vectors hold"))
    }

    @Test func `a payload built from flags has a fallback key and mutable-content, and opens`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let (key, _) = try await Self.keys("x25519", false, in: folder)
            let sealed = try await BellhopTool.run(
                ["seal"] + Self.app
                    + [
                        "--to", key, "--title", "Ada", "--body", "Lunch?", "--data",
                        #"{"chat":7}"#, "--fallback-key", "NEW_MESSAGE", "--pad", "256",
                        "--expires-in", "3600",
                    ])
            #expect(sealed.status == 0, "\(sealed)")
            let payload = try JSONValue(parsing: sealed.output)
            #expect(payload["aps", "alert", "loc-key"]?.stringValue == "NEW_MESSAGE")
            #expect(payload["aps", "mutable-content"]?.intValue == 1)
            let opened = try await BellhopTool.run(
                ["open", "-"] + Self.app + ["--key", key], input: sealed.output)
            #expect(opened.status == 0, "\(opened)")
            let content = try JSONValue(parsing: opened.output)
            #expect(content["body"]?.stringValue == "Lunch?")
            #expect(content["data", "chat"]?.intValue == 7)
            #expect(content["exp"]?.intValue != nil)
        }
    }

    @Test func `a failed decryption leads to status 1, and an invalid message to status 65`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let (key, _) = try await Self.keys("x25519", false, in: folder)
            let sealed = try await BellhopTool.run(
                ["seal"] + Self.app + ["--to", key, "--body", "Lunch?", "--compact"])
            let text = sealed.output.trimmingCharacters(in: .newlines)
            let other = folder.path("sender.json")
            // The cut leaves whole groups of four characters; otherwise the text might not be valid
            // Base64url.
            let last = (text.split(separator: ".").last?.count ?? 0) % 4
            let cut = String(text.dropLast(last == 0 ? 4 : last))
            for (arguments, input, status) in [
                (["--app", "com.example.other", "--key", key], text, 1),
                (["--app", "com.example.chat", "--key", other], text, 1),
                (["--app", "com.example.chat", "--key", key], cut, 1),
                (["--app", "com.example.chat", "--key", key], "v9" + text.dropFirst(2), 65),
                (["--app", "com.example.chat", "--key", key], #"{"aps":{}}"#, 65),
                (["--app", "com.example.chat", "--key", key], "hello there", 65),
                (["--app", "com.example.chat", "--key", "/nowhere"], text, 66),
                (
                    ["--app", "com.example.chat", "--key", key, "--sender-key", other],
                    text, 1
                ),
            ] {
                let result = try await BellhopTool.run(["open", "-"] + arguments, input: input)
                #expect(result.status == Int32(status), "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(!result.errors.contains("Lunch"))
            }
        }
    }

    @Test func `a failure to seal is reported with a status and the reason`() async throws {
        try await TemporaryFolder.with { folder in
            let (key, sender) = try await Self.keys("xwing", true, in: folder)
            let long = String(repeating: "x", count: 4_000)
            for (arguments, phrase, status) in [
                (["--to", key, "--body", long], "more than the 4096", 65),
                (["--to", key, "--body", "x", "--sender-key", sender ?? ""], "xwing", 65),
                (["--to", "/nowhere", "--body", "x"], "/nowhere", 66),
                (["--to", key], "nothing to seal", 64),
                (["--to", key, "--body", "x", "--data", "[]"], "--data", 64),
                (["--to", key, "--body", "x", "--id", "a b"], "identifier", 65),
                (["--to", key, "--body", "x", "--pad", "0"], "--pad", 64),
                (["--to", key, "--body", "x", "--object", "--compact"], "cannot be combined", 64),
            ] {
                let result = try await BellhopTool.run(["seal"] + Self.app + arguments)
                #expect(result.status == Int32(status), "\(result)")
                #expect(result.errors.contains(phrase), "\(result)")
            }
        }
    }

    @Test func `a key file has mode 0600, and its public key alone suffices to seal`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = folder.path("key.json")
            let made = try await BellhopTool.run(
                ["keygen", "--encryption", "x25519", "--out", file])
            #expect(made.status == 0, "\(made)")
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let key = try JSONValue(parsing: folder.read("key.json"))
            let publicKey = try #require(key["public_key"]?.stringValue)
            let sealed = try await BellhopTool.run(
                ["seal"] + Self.app + ["--to", publicKey, "--body", "x"])
            #expect(sealed.status == 0, "\(sealed)")
            let opened = try await BellhopTool.run(
                ["open", "-"] + Self.app + ["--key", file], input: sealed.output)
            #expect(opened.status == 0, "\(opened)")
            let named = try await BellhopTool.run(["keygen", "--id", "x"])
            #expect(named.status == 64, "\(named)")
        }
    }
}
