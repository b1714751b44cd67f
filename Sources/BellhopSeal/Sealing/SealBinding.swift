// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The data to which a sealed message is bound besides its key: the bytes of HPKE's `info` and
/// `aad`.
///
/// Every field consists of its length in two bytes, big-endian, and its UTF-8 text, so that no two
/// lists of fields have the same bytes. A missing value is a field of length 0.
enum SealBinding {
    /// The first field; it differs for each version of the format.
    static let label = "bellhop-seal/1"

    static func of(_ message: SealedMessage, app: String) -> SealHPKE.Binding {
        SealHPKE.Binding(
            info: fields([
                label, message.suite.rawValue, app, message.keyID, message.senderKeyID ?? "",
            ]),
            aad: fields([
                message.messageID, message.expirationEpochSeconds.map(String.init) ?? "",
            ]))
    }

    /// Encodes the fields. Callers have checked that no text is longer than 65,535 bytes:
    /// identifiers have 64 at most, bundle identifiers 255.
    static func fields(_ texts: [String]) -> Data {
        var bytes = Data()
        for text in texts {
            let count = UInt16(clamping: text.utf8.count)
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(count & 0xFF))
            bytes.append(contentsOf: text.utf8)
        }
        return bytes
    }
}
