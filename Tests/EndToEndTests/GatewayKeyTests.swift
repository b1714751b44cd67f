// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

extension RunningUp.Gateways {
    /// `bellhop key`.
    struct GatewayKeys {
        @Test func `an API key is created, printed alone to standard output, listed and revoked`()
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let created = try await up.bellhop([
                "key", "create", "--name", "backend", "--scope", "apps:read", "--scope",
                "messages:write", "--app", "dev.bellhop.demo",
            ])
            #expect(created.status == 0, "\(created)")
            let key = created.output.split(separator: "\n").joined()
            #expect(key.wholeMatch(of: /bh_\w{8}_\w{43}/) != nil, "\(created)")
            #expect(!created.errors.contains(key))
            let id = String(key.dropFirst(3).prefix(8))
            let listed = try await up.bellhop(["key", "list"])
            #expect(listed.output.contains("\(id)  backend: permits apps:read, messages:write for"))
            #expect(!listed.output.contains(key))
            let revoked = try await up.bellhop(["key", "revoke", id])
            #expect(revoked.status == 0, "\(revoked)")
            let json = try await up.bellhop(["key", "list", "--format", "json"])
            let keys = try JSONValue(parsing: json.output)["keys"]?.arrayValue ?? []
            let shown = keys.first { $0["id"]?.stringValue == id }
            #expect(shown?["revoked_at"]?.stringValue != nil)
            #expect(shown?["key"] == nil)
        }

        @Test(arguments: [
            (["create", "--name", "n"], 64, "--scope"),
            (["create", "--name", "n", "--scope", "send"], 64, "messages:write"),
            (["create", "--name", "", "--scope", "all"], 65, "empty"),
            (["create", "--name", "n", "--scope", "all", "--app", "com.none"], 65, "com.none"),
            (
                ["create", "--name", "n", "--scope", "metrics:read", "--app", "dev.bellhop.demo"],
                65,
                "all apps"
            ),
            (["revoke", "nonesuch"], 65, "key list"),
        ])
        func `a mistake is refused with an explanation and a fix`(
            arguments: [String], status: Int32, text: String
        ) async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let refused = try await up.bellhop(["key"] + arguments)
            #expect(refused.status == status, "\(refused)")
            #expect(refused.errors.contains(text), "\(refused)")
        }
    }
}
