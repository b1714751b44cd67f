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
            let created = try await up.bellhop(["app", "create", Self.app, "--name", "Shop"])
            try #require(created.status == 0, "\(created)")
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

    @Test func `an app is created and changed from the shell`() async throws {
        try await BellhopProcess.with(.up) { up in
            let created = try await up.bellhop(["app", "create", Self.app, "--name", "Shop"])
            #expect(created.status == 0, "\(created)")
            #expect(created.output.hasPrefix("created:\ncom.example.shop  Shop\nAPNs: no cred"))
            #expect(created.output.contains("\nclient key: bhc_"), "\(created)")
            #expect(created.output.contains("\nidentity secret, not shown again: bhi_"))
            #expect(created.errors.contains("bellhop app apns com.example.shop --key"))

            let changed = try await up.bellhop([
                "app", "create", Self.app, "--receipt-percent", "10", "--shadow", "--format",
                "json",
            ])
            #expect(changed.status == 0 && changed.errors.isEmpty, "\(changed)")
            let app = try JSONValue(parsing: changed.output)
            #expect(app["name"] == "Shop" && app["receipt_percent"] == 10 && app["shadow"] == true)
            #expect(app["identity_secret"] == nil)

            let nameless = try await up.bellhop(["app", "create", "com.example.nameless"])
            #expect(
                nameless.output.hasPrefix(
                    "created:\ncom.example.nameless  com.example.nameless\n"))
            // The demo app has credentials for all three transports, which the change shows.
            let demo = try await up.bellhop(["app", "create", "dev.bellhop.demo", "--no-shadow"])
            #expect(demo.output.hasPrefix("changed:\ndev.bellhop.demo  Corner\nAPNs: key "))
            #expect(demo.output.contains("\nFCM: project bellhop-demo"), "\(demo)")
            #expect(demo.output.contains("\nWeb Push: public key "), "\(demo)")
            for (arguments, status, text): ([String], Int32, String) in [
                (["no bundle"], 65, "bundle identifier"),
                (
                    ["com.example.mistyped", "--shadow"], 65,
                    "no app com.example.mistyped to change"
                ),
                ([Self.app, "--receipt-percent", "0"], 64, "1 to 100"),
                ([Self.app, "--denied", "snd"], 64, "send"),
            ] {
                let refused = try await up.bellhop(["app", "create"] + arguments)
                #expect(refused.status == status, "\(refused)")
                #expect(refused.errors.contains(text), "\(refused)")
            }
        }
    }

    @Test func `an app gets a key or a certificate for APNs from the shell`() async throws {
        try await BellhopProcess.with(.up) { up in
            _ = try await up.bellhop(["app", "create", Self.app, "--name", "Shop"])
            let key = up.state.path + "/simulator-key.p8"
            let identifiers = ["--key-id", "SIMULATOR1", "--team-id", "BELLHOPDEV"]
            let keyed = try await up.bellhop(["app", "apns", Self.app, "--key", key] + identifiers)
            #expect(keyed.output == "com.example.shop: key SIMULATOR1 of team BELLHOPDEV\n")

            let file = up.state.path + "/push.pem"
            let generated = try await up.bellhop([
                "keygen", "--certificate", "--bundle-id", Self.app, "--out", file,
            ])
            try #require(generated.status == 0, "\(generated)")
            try await Self.expectCertificate(["--cert", file], up)
            let parts = try Self.blocks(of: try up.state.read("push.pem"))
            let certificate = try up.state.write(parts.certificates, to: "certificate.pem")
            let privateKey = try up.state.write(parts.key, to: "private-key.pem")
            try await Self.expectCertificate(
                ["--cert", certificate, "--cert-key", privateKey], up)

            let mistakes: [([String], Int32, String)] = [
                ([Self.app], 64, "give --key and --team-id, or --cert"),
                ([Self.app, "--key", key, "--team-id", "BELLHOPDEV"], 64, "--key-id is missing"),
                ([Self.app, "--cert", file, "--key", key], 64, "cannot be combined"),
                ([Self.app, "--key", certificate] + identifiers, 65, "certificate.pem"),
                ([Self.app, "--cert", certificate], 65, "certificate.pem"),
                (["com.example.none", "--key", key] + identifiers, 65, "bellhop app create"),
                (["dev.bellhop.demo", "--cert", file], 65, "com.example.shop"),
            ]
            for (arguments, status, text) in mistakes {
                let refused = try await up.bellhop(["app", "apns"] + arguments)
                #expect(refused.status == status, "\(arguments): \(refused)")
                #expect(refused.errors.contains(text), "\(arguments): \(refused)")
            }
        }
    }

    @Test func `attributes are declared and listed from the shell`() async throws {
        try await BellhopProcess.with(.up) { up in
            let plan = try await up.bellhop(["attribute", "create", "plan", "text"])
            #expect(plan.status == 0 && plan.output == "plan: text\n", "\(plan)")
            _ = try await up.bellhop(["attribute", "create", "trial_ends", "date"])
            let listed = try await up.bellhop(["attribute", "list"])
            #expect(listed.output == "plan: text\ntrial_ends: date\n", "\(listed)")
            for (arguments, status, text): ([String], Int32, String) in [
                (["create", "plan", "number"], 65, "declared with the type text"),
                (["create", "size", "numbr"], 64, "number"),
                (["list", "--app", "com.example.none"], 65, "com.example.none"),
            ] {
                let refused = try await up.bellhop(["attribute"] + arguments)
                #expect(refused.status == status, "\(refused)")
                #expect(refused.errors.contains(text), "\(refused)")
            }
        }
    }

    private static func expectCertificate(
        _ arguments: [String], _ up: BellhopProcess
    ) async throws {
        let stored = try await up.bellhop(["app", "apns", app] + arguments)
        #expect(stored.output.hasPrefix("com.example.shop: certificate until 20"), "\(stored)")
    }

    /// Returns the certificates and the private key of a PEM file.
    private static func blocks(of pem: String) throws -> (certificates: String, key: String) {
        let end = "-----END CERTIFICATE-----\n"
        let blocks = pem.split(separator: "-----BEGIN ").map { "-----BEGIN " + $0 }
        let certificates = blocks.filter { $0.hasSuffix(end) }
        let key = try #require(blocks.first { $0.contains("PRIVATE KEY-----") })
        return (certificates.joined(), key)
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
