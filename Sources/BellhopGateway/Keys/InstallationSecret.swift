// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import GatewayAPI

/// The text by which an installation shows that a call is its own. The device makes it at random,
/// so SHA-256 is all that has to be stored.
struct InstallationSecret: Sendable {
    /// The header that carries it.
    static let headerName = "Bellhop-Installation-Secret"

    /// SHA-256 of the text.
    let hash: [UInt8]

    /// Takes the header's value; `nil` when it is too short to be a secret, too long, or not
    /// printable ASCII.
    init?(_ text: String) {
        guard GatewayLimits.installationSecretByteCounts.contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        hash = Array(SHA256.hash(data: Array(text.utf8)))
    }

    /// Whether two hashes are equal. Takes the same time wherever they differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension InstallationSecret: CustomStringConvertible, CustomReflectable {
    var description: String { "secret of an installation" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
