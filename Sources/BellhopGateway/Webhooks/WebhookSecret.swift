// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The secret with which requests to a webhook are signed, after Standard Webhooks: `whsec_` and
/// Base64.
struct WebhookSecret: Sendable {
    private static let prefix = "whsec_"
    /// The number of random bytes: 32, within the 24 to 64 that Standard Webhooks permits.
    private static let byteCount = 32

    /// The text that the receiver configures. It is secret.
    let text: String
    private let bytes: [UInt8]

    /// Makes a new secret.
    ///
    /// - Parameter generator: a generator that is suitable for secrets, such as the system's.
    init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.byteCount).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        text = Self.prefix + Data(bytes).base64EncodedString()
    }

    /// Reads a secret; `nil` if the text is not one.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix),
            let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            !data.isEmpty
        else { return nil }
        self.text = text
        bytes = Array(data)
    }

    /// Returns the signature of a request: `v1,` and the Base64 of the HMAC with SHA-256 of the
    /// identifier, the time and the body, with points between them.
    ///
    /// - Parameters:
    ///   - id: the value of the header `webhook-id`.
    ///   - timestamp: the value of the header `webhook-timestamp`, in seconds since 1970.
    func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
        var signed = Array("\(id).\(timestamp).".utf8)
        signed += body
        let code = HMAC<SHA256>.authenticationCode(
            for: signed, using: SymmetricKey(data: bytes))
        return "v1," + Data(code).base64EncodedString()
    }
}

extension WebhookSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "secret of a webhook" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
