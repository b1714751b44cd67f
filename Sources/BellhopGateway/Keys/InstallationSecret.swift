// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import GatewayAPI

/// The secret by which an installation proves that a call is its own. The device generates the text
/// at random, so it is sufficient to store its SHA-256.
struct InstallationSecret: Sendable {
    /// The name of the header that contains the secret.
    static let headerName = "Bellhop-Installation-Secret"

    /// The SHA-256 of the text.
    let hash: [UInt8]

    /// Reads the header's value; `nil` if the value is too short or too long for a secret, or not
    /// printable ASCII.
    init?(_ text: String) {
        guard GatewayLimits.installationSecretByteCounts.contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        hash = Array(SHA256.hash(data: Array(text.utf8)))
    }

    /// Returns whether two hashes are equal. The comparison takes the same time wherever they
    /// differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension InstallationSecret: CustomStringConvertible, CustomReflectable {
    var description: String { "secret of an installation" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
