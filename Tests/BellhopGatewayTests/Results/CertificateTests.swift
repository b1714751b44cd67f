// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Push certificates as the credentials of apps.
@Suite(.timeLimit(.minutes(30))) struct CertificateTests {
    private func certificate(
        for bundleID: String = GatewayScene.app, now: Date
    ) throws -> ClientCertificate {
        let authority = try LocalAuthority(now: now)
        return try authority.makePushCertificate(bundleID: bundleID, now: now)
    }

    private func body(_ file: [UInt8], password: String? = nil) -> String {
        let secret = password.map { ",\"password\":\"\($0)\"" } ?? ""
        return "{\"certificate\":\"\(Data(file).base64EncodedString())\"\(secret)}"
    }

    @Test func `a certificate replaces the key and is sealed, and its expiration is shown`()
        async throws
    {
        try await HTTPScene.run { http in
            let now = http.scene.clock.now
            var generator = SeededGenerator(seed: 1)
            let client = try certificate(now: now)
            let file = try client.pkcs12(password: "secret-Zz", using: &generator)
            let path = "/v1/apps/\(GatewayScene.app)"
            let response = try await http.ask(
                .put, path + "/credential", body(file, password: "secret-Zz"))
            #expect(response.status == 200, "\(response.text)")
            let shown = try response.decode(CredentialResource.self)
            #expect(shown.kind == .certificate)
            #expect(shown.keyID == nil)
            #expect(shown.expiresAt == client.certificate.notValidAfter)
            let app = try await http.ask(.get, path)
            #expect(try app.decode(AppResource.self).credential == shown)
            for text in [response.text, app.text] {
                #expect(!text.contains("PRIVATE KEY"))
                #expect(!text.contains("secret-Zz"))
            }
            let stored = try await http.scene.store.read { db in
                try await db.row("SELECT p8 FROM credential")?.value("p8") ?? "" as String
            }
            #expect(stored.hasPrefix("sealed:"))
            let credential = try #require(
                try await http.scene.store.credential(bundleID: GatewayScene.app))
            #expect(credential.kind == .certificate)
            let opened = try ClientCertificate(reading: Array(credential.p8.utf8))
            #expect(opened.certificate.topics.contains(GatewayScene.app))
            #expect(!"\(credential)".contains("PRIVATE"))
        }
    }

    @Test
    func `the health warns 30 days before a certificate expires, and reports a hold afterwards`()
        async throws
    {
        let scene = try await GatewayScene()
        let now = scene.clock.now
        let client = try certificate(now: now)
        let text = client.chainPEM + client.privateKeyPEM
        _ = try await scene.gateway.putCertificate(
            bundleID: GatewayScene.app, CertificateRequest(file: Array(text.utf8)))
        func part() async -> HealthPart? {
            await scene.gateway.health().parts.first { $0.name == .credentials }
        }
        #expect(await part()?.detail == nil)
        let lifetime = client.certificate.notValidAfter.timeIntervalSince(now)
        scene.clock.advance(by: Duration(saturatingSeconds: lifetime - 29 * 86_400))
        let warned = await part()
        #expect(warned?.condition == .ok)
        #expect(warned?.detail?.contains("within 30 days") == true)
        let metrics = await scene.gateway.metricsText()
        #expect(
            metrics.contains(
                "bellhop_certificate_expires_seconds{app=\"\(GatewayScene.app)\"} "))
        scene.clock.advance(by: .seconds(30 * 86_400))
        #expect(await part()?.condition == .held)
        try await scene.gateway.close()
    }

    @Test func `an unusable certificate, or one of another app, is refused with an explanation`()
        async throws
    {
        try await HTTPScene.run { http in
            let now = http.scene.clock.now
            var generator = SeededGenerator(seed: 1)
            let path = "/v1/apps/\(GatewayScene.app)/credential"
            let other = try certificate(for: "com.example.other", now: now)
            let own = try certificate(now: now)
            let old = try certificate(now: now.addingTimeInterval(-800 * 86_400))
            for (file, password, code, text) in [
                (
                    try other.pkcs12(password: "", using: &generator), "", "bad_provider_key",
                    "other"
                ),
                (
                    try own.pkcs12(password: "right", using: &generator), "wrong",
                    "bad_provider_key", "password"
                ),
                (
                    try old.pkcs12(password: "", using: &generator), "", "bad_provider_key",
                    "expired"
                ),
                (Array("nonsense".utf8), "", "bad_provider_key", ".p12"),
            ] {
                let problem = try await http.ask(.put, path, body(file, password: password))
                    .problem()
                #expect(problem.code == code)
                #expect(problem.detail.contains(text), "\(problem.detail)")
            }
            let noBase64 = try await http.ask(.put, path, #"{"certificate":"*"}"#).problem()
            #expect(noBase64.code == "bad_value")
            let known = try await http.ask(.get, "/v1/apps/\(GatewayScene.app)")
            #expect(try known.decode(AppResource.self).credential?.kind == .key)
        }
    }
}
