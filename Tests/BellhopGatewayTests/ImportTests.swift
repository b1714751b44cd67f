// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import Testing

/// Importing installations, a JSON object in each line.
@Suite(.timeLimit(.minutes(30))) struct ImportTests {
    private static let app = "com.example.app"

    /// - Parameter createsApps: whether apps that do not exist are created.
    private func withGateway(
        createsApps: Bool = false, _ body: (Gateway) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        var configuration = Gateway.Configuration(database: directory.path())
        if createsApps {
            let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
            configuration.credentialOfNewApps = CredentialRequest(
                p8: key.p8Text, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        }
        let gateway = try await Gateway.open(configuration)
        try await body(gateway)
        try await gateway.close()
    }

    private func line(_ number: Int, app: String = Self.app) -> String {
        let token = String(repeating: "0", count: 60) + String(1_000 + number)
        return #"{"id":"i\#(number)","app":"\#(app)","environment":"sandbox","token":"\#(token)"}"#
    }

    @Test func `correct lines are registered, and the others are reported by their numbers`()
        async throws
    {
        try await withGateway { gateway in
            _ = try await gateway.putApp(bundleID: Self.app, name: "Example")
            let lines = [
                line(1), "", "{", line(2, app: "com.example.other"), #"{"id":"x"}"#, line(3),
            ]
            let result = try await gateway.importInstallations(
                Array(lines.joined(separator: "\n").utf8))
            #expect(result.registered == 2)
            #expect(result.problems.map(\.line) == [3, 4, 5])
            #expect(result.problems[1].detail.contains("com.example.other"))
            #expect(try await gateway.installation(id: "i3").app == Self.app)
        }
    }

    @Test func `the same lines can be imported twice without problems`() async throws {
        try await withGateway { gateway in
            _ = try await gateway.putApp(bundleID: Self.app, name: "Example")
            let body = Array((1...50).map { line($0) }.joined(separator: "\n").utf8)
            for _ in 0..<2 {
                let result = try await gateway.importInstallations(body)
                #expect(result.registered == 50)
                #expect(result.problems == [])
            }
        }
    }

    @Test func `with a credential for new apps, an import creates the apps that it names`()
        async throws
    {
        try await withGateway(createsApps: true) { gateway in
            _ = try await gateway.putApp(bundleID: "com.example.old", name: "Old")
            let lines = [line(1), line(2, app: "com.example.old"), line(3, app: "no bundle id")]
            let result = try await gateway.importInstallations(
                Array(lines.joined(separator: "\n").utf8))
            #expect(result.registered == 2)
            #expect(result.problems.map(\.line) == [3])
            #expect(try await gateway.app(bundleID: Self.app).credential?.keyID == "ABC123DEFG")
            let old = try await gateway.app(bundleID: "com.example.old")
            #expect(old.name == "Old")
            #expect(old.credential == nil)
        }
    }

    @Test func `more lines than the limit are refused`() async throws {
        try await withGateway { gateway in
            let body = Array(
                repeatElement("{}", count: GatewayLimits.importLinesMax + 1)
                    .joined(separator: "\n").utf8)
            let problem = await #expect(throws: Problem.self) {
                try await gateway.importInstallations(body)
            }
            #expect(problem?.detail.contains("\(GatewayLimits.importLinesMax)") == true)
        }
    }
}
