// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

extension RunningUp.Gateways {
    /// `bellhop audit`.
    struct Audit {
        private static let digits = String(repeating: "9f", count: 32)

        @Test
        func `a change is logged with its key, object and address, and the audit log is valid`()
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let created = try await up.bellhop([
                "key", "create", "--name", "audited", "--scope", "apps:read",
                "--requests-per-minute", "100",
            ])
            let id = String(created.output.dropFirst(3).prefix(8))
            #expect(try await up.bellhop(["key", "revoke", id]).status == 0)
            let listed = try await up.bellhop([
                "audit", "list", "--action", "DELETE /v1/keys/{id}", "--format", "json",
            ])
            #expect(listed.status == 0, "\(listed)")
            let entries = try JSONValue(parsing: listed.output)["entries"]?.arrayValue ?? []
            let entry = try #require(
                entries.first { $0["object"]?.stringValue == "api_key \(id)" })
            let development = try up.developmentKey()
            #expect(development.contains(try #require(entry["key"]?.stringValue)))
            #expect(entry["address"]?.stringValue == "127.0.0.1")
            #expect(entry["before"]?.stringValue != entry["after"]?.stringValue)
            let text = try await up.bellhop(["audit", "list", "--limit", "1"])
            #expect(text.output.contains("DELETE /v1/keys/{id} api_key \(id), changed from 127"))
            let verified = try await up.bellhop(["audit", "verify"])
            #expect(verified.status == 0, "\(verified)")
            let newest = try #require(verified.output.firstMatch(of: /newest is (\S+)/)).1
            let again = try await up.bellhop(["audit", "verify", "--known", String(newest)])
            #expect(again.status == 0, "\(again)")
            let zeros = String(repeating: "0", count: 64)
            let other = try await up.bellhop(["audit", "verify", "--known", "1:\(zeros)"])
            #expect(other.status == 1)
            #expect(other.output.contains("the known entry is not in the log"), "\(other)")
        }

        @Test(arguments: ["5:abc", "5", "0:\(digits)", "05:\(digits)", "5:\(digits)0", "5:…"])
        func `a known entry without a valid number or a whole hash is wrong usage`(
            known: String
        ) async throws {
            let result = try await BellhopTool.run(["audit", "verify", "--known", known])
            #expect(result.status == 64, "\(result)")
            #expect(result.errors.contains("64 hexadecimal digits"), "\(result)")
        }
    }
}
