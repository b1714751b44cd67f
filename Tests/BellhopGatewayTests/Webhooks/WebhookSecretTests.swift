// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Simulation
import Testing

@testable import BellhopGateway

struct WebhookSecretTests {
    /// The example of the documentation of Svix and Standard Webhooks.
    @Test func `the published example produces the published signature`() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        #expect(
            secret.signature(
                id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330,
                body: Array(#"{"test": 2432232314}"#.utf8))
                == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `a new secret has 32 bytes in Base64 and can be parsed`() throws {
        var generator = SeededGenerator(seed: 1)
        let secret = WebhookSecret(using: &generator)
        #expect(secret.text.hasPrefix("whsec_"))
        #expect(Data(base64Encoded: String(secret.text.dropFirst(6)))?.count == 32)
        let again = try #require(WebhookSecret(secret.text))
        #expect(
            again.signature(id: "m", timestamp: 1, body: [1])
                == secret.signature(id: "m", timestamp: 1, body: [1]))
        #expect(WebhookSecret(using: &generator).text != secret.text)
    }

    @Test func `the signature depends on the identifier, the timestamp and the body`() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let all = [
            secret.signature(id: "m", timestamp: 1, body: [1]),
            secret.signature(id: "n", timestamp: 1, body: [1]),
            secret.signature(id: "m", timestamp: 2, body: [1]),
            secret.signature(id: "m", timestamp: 1, body: [2]),
        ]
        #expect(Set(all).count == 4)
    }

    @Test(arguments: ["", "whsec_", "whsec_%", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
    func `a text that is no secret is refused`(text: String) { #expect(WebhookSecret(text) == nil) }

    @Test func `a secret prints without its text`() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        var dumped = "\(secret) \(String(reflecting: secret))"
        dump(secret, to: &dumped)
        #expect(!dumped.contains("MfKQ"))
    }
}
