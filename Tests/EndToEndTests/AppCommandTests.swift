// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// `bellhop app` with the gateway of `bellhop up`.
@Suite(.timeLimit(.minutes(30)))
struct AppCommandTests {
    private static let app = "com.example.shop"

    @Test func `credentials for FCM and Web Push are set, shown and deleted from the shell`()
        async throws
    {
        try await BellhopProcess.with(.up) { up in
            let made = try await up.gateway().call(
                "PUT", "/v1/apps/\(Self.app)", headers: ["content-type": "application/json"],
                body: #"{"name":"Shop"}"#)
            try #require(made.status < 300, "\(made.text)")
            let listed = try await up.bellhop(["app", "list"])
            #expect(listed.output.contains("com.example.shop  Shop: no credentials"), "\(listed)")
            #expect(
                listed.output.split(separator: "\n").contains {
                    $0.hasPrefix("dev.bellhop.demo ") && $0.contains("APNs, FCM, Web Push")
                }, "\(listed)")
            try await Self.setFCM(up)
            try await Self.setWebPush(up)
            try await Self.deleteBoth(up)
            try await Self.makeMistakes(up)
        }
    }

    private static func setFCM(_ up: BellhopProcess) async throws {
        let file = up.state.path + "/fcm-service-account.json"
        let stored = try await up.bellhop(["app", "fcm", app, file])
        #expect(stored.status == 0, "\(stored)")
        #expect(stored.output.hasPrefix("com.example.shop: project bellhop-demo, account "))
        #expect(!(stored.output + stored.errors).contains("PRIVATE"))
        let shown = try await up.bellhop(["app", "show", app])
        #expect(shown.output.contains("\nFCM: project bellhop-demo"), "\(shown)")
        #expect(shown.output.contains("\nWeb Push: no credential; set one with"), "\(shown)")
    }

    private static func setWebPush(_ up: BellhopProcess) async throws {
        let options = [
            "app", "web-push", app, "--subject", "mailto:ops@example.com", "--navigate",
            "https://example.com/", "--format", "json",
        ]
        let first = try JSONValue(parsing: try await up.bellhop(options).output)
        let key = try #require(first["public_key"]?.stringValue)
        #expect(key.count == 87)
        #expect(first["private_key"] == nil)
        let kept = try JSONValue(parsing: try await up.bellhop(options).output)
        #expect(kept["public_key"]?.stringValue == key)
        let own = up.state.path + "/vapid-key.pem"
        let replaced = try await up.bellhop(options + ["--vapid-key", own])
        #expect(replaced.status == 0, "\(replaced)")
        let other = try JSONValue(parsing: replaced.output)["public_key"]?.stringValue
        #expect(other?.count == 87 && other != key)
        let shown = try await up.bellhop(["app", "show", app, "--format", "json"])
        let json = try JSONValue(parsing: shown.output)
        #expect(json["web_push", "public_key"]?.stringValue == other)
        #expect(json["fcm", "project"]?.stringValue == "bellhop-demo")
    }

    private static func deleteBoth(_ up: BellhopProcess) async throws {
        for (name, title) in [("fcm", "FCM"), ("web-push", "Web Push")] {
            let deleted = try await up.bellhop(["app", name, app, "--delete"])
            #expect(deleted.status == 0, "\(deleted)")
            #expect(deleted.output == "com.example.shop: deleted the credential for \(title)\n")
        }
        let shown = try await up.bellhop(["app", "show", app, "--format", "json"])
        let json = try JSONValue(parsing: shown.output)
        #expect(json["bundle_id"]?.stringValue == app)
        #expect(json["fcm"] == nil && json["web_push"] == nil)
    }

    private static func makeMistakes(_ up: BellhopProcess) async throws {
        let wrong = up.state.path + "/wrong.json"
        try #"{"project_info": {}}"#.write(toFile: wrong, atomically: true, encoding: .utf8)
        let mistakes: [([String], Int32, String)] = [
            (["show", "com.example.none"], 65, "bellhop app list"),
            (["fcm", "com.example.none", "--delete"], 65, "com.example.none"),
            (["fcm", app, wrong], 65, "google-services.json"),
            (["fcm", app, wrong + ".none"], 66, "check the path"),
            (["fcm", app], 64, "--delete"),
            (["web-push", app, "--subject", "mailto:ops@example.com"], 64, "--navigate"),
            (["web-push", app, "--subject", "ops", "--navigate", "https://e.com"], 65, "mailto:"),
            (
                [
                    "web-push", app, "--subject", "mailto:ops@example.com", "--navigate",
                    "https://example.com/", "--vapid-key", wrong,
                ], 65, "base64url"
            ),
        ]
        for (arguments, status, text) in mistakes {
            let refused = try await up.bellhop(["app"] + arguments)
            #expect(refused.status == status, "\(arguments): \(refused)")
            #expect(refused.errors.contains(text), "\(arguments): \(refused)")
        }
    }
}
