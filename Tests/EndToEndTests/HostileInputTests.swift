// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

extension RunningUp.Phones {
    /// Unusable input is reported in one line, with what to try next and the right status.
    struct HostileInput {
        /// A payload, and what the error line says about it.
        private static let badPayloads: [(name: String, bytes: [UInt8], phrase: String)] = [
            (
                "truncated.apns", Array(#"{"aps":{"alert":"x""#.utf8),
                "truncated.apns: line 1, column 20: the text ends"
            ),
            (
                "comma.apns", Array("{\n \"aps\": {\"alert\": }\n}".utf8),
                "comma.apns: line 2, column 19: "
            ),
            (
                "huge.apns", [UInt8](repeating: UInt8(ascii: "a"), count: 5_000_000),
                "huge.apns: this file has more than"
            ),
            (
                "binary.apns", (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) },
                "binary.apns: line 1"
            ),
            ("zeros.apns", [UInt8](repeating: 0, count: 3000), "zeros.apns: line 1"),
            ("empty.apns", [], "empty.apns: line 1, column 1: the text is empty"),
            (
                "array.apns", Array("[]".utf8),
                "array.apns: line 1, column 1: a payload is a JSON object"
            ),
            (
                "deep.apns", [UInt8](repeating: UInt8(ascii: "["), count: 100_000),
                "deep.apns: line 1"
            ),
        ]

        @Test(arguments: badPayloads.map(\.name))
        func `a file that is not a payload is rejected with the location`(name: String) async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let row = try #require(Self.badPayloads.first { $0.name == name })
            try await TemporaryFolder.with { folder in
                let file = try folder.write(row.bytes, to: name)
                let result = try await up.bellhop(["push", file])
                #expect(result.status == 65, "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains(row.phrase), "\(result)")
                #expect(result.errors.utf8.count < 400)
            }
            #expect(try await control.deliveries().isEmpty)
        }

        @Test func `a file that cannot be read is refused with status 66`() async throws {
            let up = try RunningUp.process()
            try await TemporaryFolder.with { folder in
                let files = [folder.path("missing.apns"), folder.path, folder.path("no/such.apns")]
                for file in files {
                    let result = try await up.bellhop(["push", file])
                    #expect(result.status == 66, "\(result)")
                    #expect(result.isOneLineError, "\(result)")
                    #expect(result.errors.contains(file))
                }
            }
        }

        @Test func `a file that not even root can open is refused with status 66`() async throws {
            try await TemporaryFolder.with { folder in
                let file = folder.path("loop.apns")
                try FileManager.default.createSymbolicLink(
                    atPath: file, withDestinationPath: file)
                let result = try await BellhopTool.run(["push", file])
                #expect(result.status == 66, "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains("cannot read this file"))
            }
        }

        /// Root can read every file, and the tests cannot run the tool as another user, who may not
        /// have access to its folder.
        @Test(.enabled(if: getuid() != 0, "root may read every file"))
        func `a file without read permission is refused with status 66`() async throws {
            try await TemporaryFolder.with { folder in
                let file = try folder.write("{}", to: "unreadable.apns")
                try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
                let result = try await BellhopTool.run(["push", file])
                #expect(result.status == 66, "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains("check its permissions"))
            }
        }

        @Test func `a device token with spaces is rejected with advice about Data`() async throws {
            let up = try RunningUp.process()
            let token = try await up.control().token()
            let spaced = "\(token.prefix(8)) \(token.dropFirst(8).prefix(8)) \(token.dropFirst(16))"
            for device in [spaced, "<\(spaced)>"] {
                let result = try await up.bellhop(
                    ["push", BellhopTool.example("message"), "--device", device])
                #expect(result.status == 65, "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains("description of a Data value"))
                #expect(!result.errors.contains(token.prefix(16)))
            }
        }

        @Test(arguments: [
            (["--type", "bogus"], 64, "use one of alert, background"),
            (["--priority", "7"], 64, "use 10, 5 or 1"),
            (["--environment", "moon"], 64, "sandbox or production"),
            (["--apns-id", "12"], 64, "is not a UUID"),
            (["--collapse-id", String(repeating: "a", count: 65)], 64, "1 to 64 bytes"),
            (["--topic", "no topic"], 64, "topic"),
            (["--to", "sandbox"], 64, "--key"),
            (["--device", "Nobody's iPhone"], 65, "Alex's iPhone"),
            (["--topic", "com.example.other"], 65, "is not installed"),
        ])
        func `an unusable option is rejected`(
            flags: [String], status: Int32, phrase: String
        ) async throws {
            let up = try RunningUp.process()
            let result = try await up.bellhop(
                ["push", BellhopTool.example("message")] + flags)
            #expect(result.status == status, "\(result)")
            #expect(result.isOneLineError, "\(result)")
            #expect(result.errors.contains(phrase), "\(result)")
        }

        @Test(arguments: [
            ["push"], ["push", "x.apns", "--bogus"], ["bogus"], ["up", "--port", "99999"],
            ["push", "x.apns", "--port", "0"], ["up", "--log-level", "loud"],
            ["push", "x.apns", "--expiration", "soon"], ["device", "tap", "a", "b"],
        ])
        func `wrong usage has status 64, and the error refers to --help`(arguments: [String])
            async throws
        {
            let result = try await BellhopTool.run(arguments)
            #expect(result.status == 64, "\(result)")
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("--help"), "\(result)")
        }

        @Test func `the gateway rejects invalid keys and bodies with a problem document`()
            async throws
        {
            let up = try RunningUp.process()
            let path = "/v1/users/alex/messages"
            let url = try up.gatewayURL()
            let unknown = try await HTTPCaller(base: url, key: "bh_wrong").post(path, text: "x")
            #expect(unknown.status == 401)
            #expect(unknown.contentType == "application/problem+json")
            #expect(try unknown.json["code"]?.stringValue == "key_unknown")
            #expect(try unknown.json.text("detail").contains("; "))
            let missing = try await HTTPCaller(base: url).post(path, text: "x")
            #expect(missing.status == 401)
            #expect(try missing.json["code"]?.stringValue == "key_missing")
            let large = try await up.gateway().post(
                path, text: String(repeating: "a", count: 3_000_000))
            #expect(large.status == 413)
            #expect(large.contentType == "application/problem+json")
            #expect(try large.json["code"]?.stringValue == "body_too_large")
            let stranger = try await up.gateway().call(
                "GET", "/v1/apps", headers: ["host": "evil.example"])
            #expect(stranger.status == 403)
            let rebound = try await up.control().caller.call(
                "GET", "/v1/devices", headers: ["host": "evil.example"])
            #expect(rebound.status == 403)
            #expect(try rebound.json["code"]?.stringValue == "not_allowed")
        }
    }
}

/// Commands for a simulator that is not running.
@Suite(.timeLimit(.minutes(30)))
struct NoSimulatorTests {
    private let commands = [
        ["push", BellhopTool.example("message")], ["device", "list"], ["device", "show"],
        ["device", "tap"],
    ]

    @Test func `without a running simulator, the status is 69 and the error says what to start`()
        async throws
    {
        try await TemporaryFolder.with { state in
            for command in commands {
                let result = try await BellhopTool.run(command + ["--state-dir", state.path])
                #expect(result.status == 69, "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains("bellhop up"))
            }
        }
    }

    @Test func `a killed simulator is reported as not responding`() async throws {
        try await BellhopProcess.with(.apns) { apns in
            try await apns.kill()
            for command in commands {
                let result = try await apns.bellhop(command)
                #expect(result.status == 69, "\(result)")
                #expect(result.isOneLineError, "\(result)")
                #expect(result.errors.contains("does not respond"))
            }
        }
    }
}
