// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopGateway
import Crypto
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@Suite(.timeLimit(.minutes(30)))
struct RegistryRoutesTests {
    private let app = "/v1/apps/com.example.app"

    @Test func `apps are created, renamed, listed and shown`() async throws {
        try await HTTPScene.run(credential: false) { http in
            let made = try await http.ask(.put, "/v1/apps/com.example.two", #"{"name":"Two"}"#)
                .decode(AppResource.self)
            #expect(made.identitySecret?.hasPrefix("bhi_") == true)
            #expect(made.clientKey?.hasPrefix("bhc_") == true)
            #expect(made.userProof == .required)
            let renamed = try await http.ask(.put, app, #"{"name":"Renamed"}"#).decode(
                AppResource.self)
            #expect([renamed.bundleID, renamed.name] == ["com.example.app", "Renamed"])
            #expect(renamed.identitySecret == nil)
            let list = try await http.ask(.get, "/v1/apps").decode(AppList.self)
            #expect(list.apps.map(\.name) == ["Renamed", "Two"])
            #expect(try await http.ask(.get, app).decode(AppResource.self) == renamed)
            #expect(try await http.ask(.get, "/v1/apps/none").problem().code == "app_not_found")
        }
    }

    @Test(arguments: [
        ("/v1/apps/com.example.app", "{}", "value_missing"),
        ("/v1/apps/com.example.app", #"{"nam":"x"}"#, "unknown_key"),
        ("/v1/apps/com.example.app", #"{"name":""}"#, "bad_value"),
        ("/v1/apps/a%20b", #"{"name":"x"}"#, "bad_value"),
        ("/v1/apps/com.example.app.voip", #"{"name":"x"}"#, "bad_value"),
        ("/v1/apps/com.example.app", "[]", "bad_value"),
        ("/v1/apps/com.example.app", "", "bad_json"),
    ])
    func `an invalid app is rejected`(_ path: String, _ body: String, _ code: String) async throws {
        try await HTTPScene.run { http in
            let problem = try await http.ask(.put, path, body).problem()
            #expect(problem.code == code)
        }
    }

    @Test func `a credential is stored and shown without its key`() async throws {
        let key = try ProviderKey.generate(keyID: "KEYKEYKEY1", teamID: "TEAMTEAM12")
        let body = try CredentialBody(p8: key.p8Text, key_id: key.keyID, team_id: key.teamID).json
        try await HTTPScene.run { http in
            let response = try await http.ask(.put, app + "/credential", body)
            let credential = try response.decode(CredentialResource.self)
            #expect(credential.keyID == "KEYKEYKEY1")
            #expect(credential.teamID == "TEAMTEAM12")
            #expect(
                credential.fingerprint
                    == Hex.encode(SHA256.hash(data: key.publicKey.derRepresentation)))
            let secret = key.p8Text.split(separator: "\n")[1]
            for text in [
                response.text, try await http.ask(.get, app).text,
                try await http.ask(.get, "/v1/apps").text,
            ] {
                #expect(!text.contains("PRIVATE"))
                #expect(!text.contains(secret))
            }
            #expect(
                try await http.ask(.put, "/v1/apps/none/credential", body).problem().code
                    == "app_not_found")
        }
    }

    private struct CredentialBody: Encodable {
        let p8: String
        let key_id: String
        let team_id: String
        var json: String {
            get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
        }
    }

    @Test func `the error for an unusable key says what is wrong with it`() async throws {
        let good = try ProviderKey.generate(keyID: "KEYKEYKEY1", teamID: "TEAMTEAM12").p8Text
        let cases: [(CredentialBody, String, String)] = [
            (
                CredentialBody(p8: "hello", key_id: "KEYKEYKEY1", team_id: "TEAMTEAM12"),
                "BEGIN PRIVATE KEY", "p8"
            ),
            (
                CredentialBody(
                    p8: P384.Signing.PrivateKey().pemRepresentation, key_id: "KEYKEYKEY1",
                    team_id: "TEAMTEAM12"),
                "P-384", "p8"
            ),
            (
                CredentialBody(
                    p8: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
                    key_id: "KEYKEYKEY1",
                    team_id: "TEAMTEAM12"), "certificate", "p8"
            ),
            (
                CredentialBody(p8: good, key_id: "short", team_id: "TEAMTEAM12"), "key ID",
                "key_id"
            ),
            (
                CredentialBody(p8: good, key_id: "KEYKEYKEY1", team_id: "team"), "team ID",
                "team_id"
            ),
        ]
        try await HTTPScene.run(credential: false) { http in
            for (body, phrase, keyPath) in cases {
                let response = try await http.ask(.put, app + "/credential", try body.json)
                #expect(response.status == 422)
                let problem = try response.problem()
                #expect(problem.code == "bad_provider_key")
                #expect(problem.detail.contains(phrase), "\(problem.detail)")
                #expect(problem.keyPath == keyPath)
            }
            #expect(try await http.ask(.get, app).decode(AppResource.self).credential == nil)
        }
    }

    private func body(token: String = GatewayScene.tokenHex, _ more: String = "") -> String {
        #"{"app":"com.example.app","token":"\#(token)","environment":"sandbox","#
            + #""user":"alex"\#(more)}"#
    }

    @Test func `an installation is registered, registered again, shown and deleted`() async throws {
        let more =
            #","locale":"pt-BR","time_zone":"Europe/Lisbon","system_version":"19.0","#
            + #""app_version":"1.2""#
        try await HTTPScene.run { http in
            let response = try await http.ask(.put, "/v1/installations/i%201", body(more))
            #expect(response.status == 200, "\(response.text)")
            let installation = try response.decode(InstallationResource.self)
            #expect(installation.id == "i 1")
            #expect(installation.timeZone == "Europe/Lisbon")
            #expect(installation.locale == "pt-BR")
            #expect(installation.tokens.map(\.family) == [.app])
            #expect(installation.registeredAt == http.scene.clock.now)
            http.scene.clock.advance(by: .seconds(5))
            let again = try await http.ask(.put, "/v1/installations/i%201", body(more)).decode(
                InstallationResource.self)
            #expect(again.registeredAt == installation.registeredAt.addingTimeInterval(5))
            #expect(again.createdAt == installation.createdAt)
            #expect(
                try await http.ask(.get, "/v1/installations/i%201").decode(
                    InstallationResource.self) == again)
            #expect(try await http.ask(.delete, "/v1/installations/i%201").status == 204)
            #expect(try await http.ask(.delete, "/v1/installations/i%201").status == 404)
            #expect(
                try await http.ask(.get, "/v1/installations/i%201").problem().code
                    == "installation_not_found")
        }
    }

    @Test func `the installations of a user are listed page by page`() async throws {
        try await HTTPScene.run { http in
            for number in 1...3 {
                let token = String(repeating: "0\(number)", count: 32)
                _ = try await http.ask(.put, "/v1/installations/i\(number)", body(token: token))
            }
            let first = try await http.ask(.get, "/v1/installations?user=alex&limit=2").decode(
                InstallationList.self)
            #expect(first.installations.map(\.id) == ["i1", "i2"])
            let next = try #require(first.next)
            let second = try await http.ask(
                .get, "/v1/installations?user=alex&limit=2&after=\(next)"
            )
            .decode(InstallationList.self)
            #expect(second.installations.map(\.id) == ["i3"])
            #expect(second.next == nil)
            #expect(
                try await http.ask(.get, "/v1/installations?user=bo").decode(InstallationList.self)
                    .installations.isEmpty)
            #expect(
                try await http.ask(.get, "/v1/installations?usr=bo").problem().code == "unknown_key"
            )
            #expect(
                try await http.ask(.get, "/v1/installations?limit=1001").problem().code
                    == "bad_query")
        }
    }

    @Test(arguments: [
        ("{}", "value_missing", "app"), (#"{"app":"com.example.app"}"#, "value_missing", "token"),
        (
            #"{"app":"com.example.app","token":"<ab cd>","environment":"sandbox"}"#, "bad_value",
            "token"
        ),
        (#"{"app":"com.example.app","token":"abc","environment":"sandbox"}"#, "bad_value", "token"),
        (#"{"app":"com.example.app","token":"aabbccddeeff0011"}"#, "value_missing", "environment"),
        (
            #"{"app":"com.example.app","token":"aabbccddeeff0011","environment":"prod"}"#,
            "bad_value", "environment"
        ),
        (
            #"{"app":"com.example.app","token":"aabbccddeeff0011","environment":"sandbox","#
                + #""time_zone":"Mars/Olympus"}"#,
            "bad_value", "time_zone"
        ),
        (
            #"{"app":"com.example.app","token":"aabbccddeeff0011","environment":"sandbox","#
                + #""timezone":"UTC"}"#,
            "unknown_key", "timezone"
        ),
        (
            #"{"app":"com.example.app","token":"aabbccddeeff0011","environment":"sandbox","#
                + #""user":"a\nb"}"#,
            "bad_value", "user"
        ),
        (
            #"{"app":"com.example.app","token":"aabbccddeeff0011","environment":"sandbox","#
                + #""family":"watch"}"#,
            "bad_value", "family"
        ),
    ])
    func `the error for an invalid registration names the key`(
        _ body: String, _ code: String, _ keyPath: String
    ) async throws {
        try await HTTPScene.run { http in
            let response = try await http.ask(.put, "/v1/installations/i1", body)
            #expect(response.status == 422)
            let problem = try response.problem()
            #expect(problem.code == code)
            #expect(problem.keyPath == keyPath)
        }
    }

    @Test func `a registration for an unknown app, or for another app than before, is refused`()
        async throws
    {
        try await HTTPScene.run { http in
            let unknown = body().replacingOccurrences(
                of: "com.example.app", with: "com.example.none")
            #expect(
                try await http.ask(.put, "/v1/installations/i1", unknown).problem().code
                    == "app_not_found")
            try await http.scene.register("i1")
            _ = try await http.scene.gateway.putApp(bundleID: "com.example.two", name: "Two")
            let other = body().replacingOccurrences(of: "com.example.app", with: "com.example.two")
            #expect(try await http.ask(.put, "/v1/installations/i1", other).status == 409)
        }
    }
}
