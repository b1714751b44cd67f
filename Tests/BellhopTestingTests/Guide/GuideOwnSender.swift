// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopTesting
import BellhopTestingServer
import Foundation
import Testing

// The block between the markers appears verbatim in docs/guide/testing.md.

/// The app's own sender; in this example it is curl.
private struct Sender {
    let server: TestAPNSServer
    let key: ProviderKey

    /// Sends a payload to a token, and returns the status of APNs' response.
    func send(_ payload: String, to token: String, topic: String) async throws -> String {
        let authority = FileManager.default.temporaryDirectory.appending(
            path: "authority-\(UUID().uuidString).pem")
        try server.authorityPEM.write(to: authority, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: authority) }
        let jwt = try ProviderToken(signedBy: key, issuedAt: .now).authorizationValue
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/curl")
        curl.arguments = [
            "--silent", "--http2", "--cacert", authority.path, "--write-out", "%{http_code}",
            "--header", "authorization: \(jwt)", "--header", "apns-topic: \(topic)",
            "--header", "apns-push-type: alert", "--data", payload,
            "https://\(server.host):\(server.port)/3/device/\(token)",
        ]
        let output = Pipe()
        curl.standardOutput = output
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            curl.terminationHandler = { _ in ended.resume() }
            do { try curl.run() } catch {
                curl.terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
        return String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}

extension Recipes {
    // guide: recipe-sender
    @Test func `a push from an own sender arrives`() async throws {
        let (phone, app) = try await makePhone(at: .now)
        let server = try await phone.apns.serve()
        let sender = Sender(server: server, key: server.key)
        let token = try #require(app.token).hex
        let status = try await sender.send(
            #"{"aps":{"alert":"Late"}}"#, to: token, topic: app.bundleID)
        #expect(status == "200")
        await phone.waitForArrivals(1)
        #expect(phone.screen.banner?.body == "Late")
        await server.stop()
    }
    // guide: end
}
