// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import Testing

/// The README's Swift example, compiled here. It sends to Apple, so it is not run.
private func readmeExample(text: String, hex: String) async throws {
    let key = try ProviderKey(p8: text, keyID: "ABC123DEFG", teamID: "TEAM123456")
    let client = APNSClient(
        configuration: .init(
            endpoint: .apple(.sandbox),
            authentication: .providerToken(ProviderTokenSource(key: key))))
    let request = PushRequest(
        deviceToken: try DeviceToken(hex: hex),
        payload: Payload(aps: APS(alert: .text("Dinner is ready"))),
        bundleID: "com.example.app")
    switch try await client.send(request) {
    case .accepted(let acceptance): print("accepted", acceptance.apnsID?.text ?? "")
    case .rejected(let rejection): print("rejected", rejection.status, rejection.reason)
    case .unknown(let unknown): print("no response", unknown.cause, unknown.mayHaveBeenProcessed)
    }
}

struct ReadmeExampleTests {
    @Test func `the README shows the example that is compiled here`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let shown = readme.components(
            separatedBy: "<!-- compiled in ReadmeExampleTests -->\n```swift\n"
        )
        .dropFirst().first?
        .components(separatedBy: "```").first
        let example = source.components(separatedBy: "async throws {\n").dropFirst().first?
            .components(separatedBy: "\n}\n").first
        let words = try #require(shown).split(whereSeparator: \.isWhitespace)
        #expect(words == example?.split(whereSeparator: \.isWhitespace))
        #expect(words.count > 20)
    }
}
