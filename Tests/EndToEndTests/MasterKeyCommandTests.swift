// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import Testing

/// `bellhop credential`: replacing the master key of a gateway on SQLite.
@Suite(.timeLimit(.minutes(30)))
struct MasterKeyCommandTests {
    private static let app = "/v1/apps/com.example.app"

    /// Creates an app with a credential, so that the database has two sealed secrets.
    private static func makeApp(in state: TemporaryFolder) async throws {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        try await BellhopProcess.with(.serve, in: state) { gateway in
            let caller = try gateway.gateway()
            let bodies: [(String, JSONValue)] = [
                (app, ["name": "Example"]),
                (
                    app + "/credential",
                    [
                        "p8": .string(key.p8Text), "key_id": .string(key.keyID),
                        "team_id": .string(key.teamID),
                    ]
                ),
            ]
            for (path, body) in bodies {
                let response = try await caller.call(
                    "PUT", path, headers: ["content-type": "application/json"],
                    body: JSONWriter.text(body))
                try #require((200..<300).contains(response.status), "\(path): \(response.text)")
            }
        }
    }

    /// Starts the gateway and returns which secrets of the app are locked.
    private static func lockedSecrets(
        in state: TemporaryFolder, _ arguments: [String] = []
    ) async throws -> [String] {
        try await BellhopProcess.with(.serve, in: state, arguments: arguments) { gateway in
            let response = try await gateway.gateway().get(app)
            try #require(response.status == 200, "\(response.text)")
            return try response.json["locked"]?.arrayValue?.compactMap(\.stringValue) ?? []
        }
    }

    private static func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `after a key change, the new master key opens everything and the old one nothing`()
        async throws
    {
        try await TemporaryFolder.with { state in
            try await Self.makeApp(in: state)
            let flags = ["--state-dir", state.path]
            let old = try state.read("master.key")
            #expect(old.hasPrefix("1:"))

            let made = try await BellhopTool.run(["credential", "new-key"] + flags)
            #expect(made.status == 0, "\(made)")
            #expect(made.output.contains("new key with version 2"), "\(made)")
            let lines = try state.read("master.key").split(separator: "\n").map(String.init)
            try #require(lines.count == 2)
            #expect(lines[0].hasPrefix("2:") && lines[1] == old)
            #expect(!made.output.contains(lines[0].dropFirst(2)))
            #expect(try Self.permissions(state.path("master.key")) == 0o600)

            let sealed = try await BellhopTool.run(["credential", "reseal"] + flags)
            #expect(sealed.status == 0, "\(sealed)")
            #expect(sealed.output.contains("2 secrets were sealed again; 0 already"), "\(sealed)")
            let again = try await BellhopTool.run(["credential", "reseal"] + flags)
            #expect(again.output.contains("0 secrets were sealed again; 2 already"), "\(again)")

            let oldFile = try state.write(old + "\n", to: "old.key")
            let newFile = try state.write(lines[0] + "\n", to: "new.key")
            let locked = try await Self.lockedSecrets(in: state, ["--master-key-file", oldFile])
            #expect(locked.sorted() == ["credential", "identity_secret"])
            #expect(try await Self.lockedSecrets(in: state, ["--master-key-file", newFile]) == [])

            // The operator removes the old key from the gateway's own file.
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: newFile)
            try FileManager.default.removeItem(atPath: state.path("master.key"))
            try FileManager.default.moveItem(atPath: newFile, toPath: state.path("master.key"))
            #expect(try await Self.lockedSecrets(in: state) == [])
        }
    }

    @Test func `reseal without the old key names the app and changes nothing`() async throws {
        try await TemporaryFolder.with { state in
            try await Self.makeApp(in: state)
            let other = state.path("other.key")
            let made = try await BellhopTool.run(["credential", "new-key", other])
            #expect(made.status == 0, "\(made)")
            #expect(try Self.permissions(other) == 0o600)
            let refused = try await BellhopTool.run(
                ["credential", "reseal", "--state-dir", state.path, "--master-key-file", other])
            #expect(refused.status == 65, "\(refused)")
            #expect(refused.errors.contains("com.example.app"), "\(refused)")
            #expect(try await Self.lockedSecrets(in: state) == [])
        }
    }

    @Test func `reseal is refused while a gateway on SQLite is running`() async throws {
        try await TemporaryFolder.with { state in
            try await BellhopProcess.with(.serve, in: state) { gateway in
                let refused = try await gateway.bellhop(["credential", "reseal"])
                #expect(refused.status == 73, "\(refused)")
                #expect(refused.isOneLineError, "\(refused)")
            }
        }
    }
}
