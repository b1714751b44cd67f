// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// A body with the content coding `aes128gcm` (RFC 8188): a header, then records of encrypted
/// content.
package struct EncryptedContent: Hashable, Sendable {
    /// The reason why a body cannot be encrypted or decrypted.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        /// A record must contain at least its delimiter and the 16 bytes of the tag.
        case recordSizeTooSmall(Int)
        case keyIdentifierTooLong(Int)
        case truncated
        /// The tag of a record does not match: the key is wrong, or the body was changed.
        case notAuthentic(record: Int)
        /// A record does not end with its delimiter, 1 or 2, and zeros.
        case badDelimiter(record: Int)

        package var description: String {
            switch self {
            case .recordSizeTooSmall(let size):
                "the record size is \(size), but a record has at least 18 bytes"
            case .keyIdentifierTooLong(let count):
                "the key identifier has \(count) bytes, and 255 is the maximum"
            case .truncated: "the body is truncated: the header or the last record is incomplete"
            case .notAuthentic(let record):
                "record \(record) cannot be decrypted: it was encrypted for another subscription, "
                    + "or changed in transit"
            case .badDelimiter(let record):
                "record \(record) does not end with a delimiter and zeros (RFC 8188 section 2)"
            }
        }
    }

    /// The number of bytes of the header without the key identifier: salt, record size, length.
    package static let fixedHeaderByteCount = 21
    /// The number of bytes of the tag at the end of each record.
    package static let tagByteCount = 16

    /// 16 random bytes that make the keys of this body unique.
    package let salt: [UInt8]
    /// The size of each record but the last, with delimiter, padding and tag, in bytes.
    package let recordSize: Int
    /// The key identifier; with Web Push, the sender's public key.
    package let keyIdentifier: [UInt8]
    /// The encrypted records, one after the other.
    package let records: [UInt8]

    /// The complete body.
    package var bytes: [UInt8] {
        salt + (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * $0)) }
            + [UInt8(truncatingIfNeeded: keyIdentifier.count)] + keyIdentifier + records
    }

    /// Reads the header of a body. The records are not decrypted yet.
    package init(bytes: some Collection<UInt8>) throws(Problem) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.fixedHeaderByteCount else { throw .truncated }
        let identifierEnd = Self.fixedHeaderByteCount + Int(bytes[20])
        guard bytes.count >= identifierEnd else { throw .truncated }
        salt = Array(bytes[..<16])
        recordSize = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
        keyIdentifier = Array(bytes[Self.fixedHeaderByteCount..<identifierEnd])
        records = Array(bytes[identifierEnd...])
        guard recordSize >= Self.tagByteCount + 2 else { throw .recordSizeTooSmall(recordSize) }
    }

    /// Encrypts content.
    ///
    /// - Parameters:
    ///   - key: the input keying material.
    ///   - salt: 16 bytes that are used for no other body with this key.
    ///   - paddings: the number of zeros after the delimiter of each record; records that are not
    ///     in the list have no padding.
    package init(
        encrypting content: some Collection<UInt8>, key: SymmetricKey, salt: [UInt8],
        recordSize: Int = 4096, keyIdentifier: [UInt8] = [], paddings: [Int] = []
    ) throws(Problem) {
        let room = recordSize - Self.tagByteCount - 1
        guard room >= 1 else { throw .recordSizeTooSmall(recordSize) }
        guard keyIdentifier.count <= 255 else { throw .keyIdentifierTooLong(keyIdentifier.count) }
        let keys = RecordKeys(key: key, salt: salt)
        var rest = Array(content)[...]
        var records: [UInt8] = []
        var index = 0
        repeat {
            let padding = min(max(index < paddings.count ? paddings[index] : 0, 0), room - 1)
            let part = rest.prefix(room - padding)
            rest = rest.dropFirst(part.count)
            let delimiter: UInt8 = rest.isEmpty ? 2 : 1
            let zeros = rest.isEmpty ? padding : room - part.count
            records += try keys.seal(
                part + [delimiter] + [UInt8](repeating: 0, count: zeros), record: index)
            index += 1
        } while !rest.isEmpty
        self.salt = salt
        self.recordSize = recordSize
        self.keyIdentifier = keyIdentifier
        self.records = records
    }

    /// Decrypts all records and removes their padding.
    ///
    /// - Parameter isSingleRecord: whether more than one record is an error, as RFC 8291 section 4
    ///   requires.
    package func decrypted(
        key: SymmetricKey, isSingleRecord: Bool = false
    ) throws(Problem) -> [UInt8] {
        let keys = RecordKeys(key: key, salt: salt)
        var content: [UInt8] = []
        var rest = records[...]
        var index = 0
        repeat {
            let record = rest.prefix(recordSize)
            rest = rest.dropFirst(record.count)
            if isSingleRecord, !rest.isEmpty { throw .badDelimiter(record: index) }
            let opened = try keys.open(record, record: index)
            guard let end = opened.lastIndex(where: { $0 != 0 }),
                opened[end] == (rest.isEmpty ? 2 : 1)
            else { throw .badDelimiter(record: index) }
            content += opened[..<end]
            index += 1
        } while !rest.isEmpty
        return content
    }
}

/// The content-encryption key and the nonces of one body (RFC 8188 sections 2.2 and 2.3).
struct RecordKeys {
    let contentKey: SymmetricKey
    let nonce: [UInt8]

    init(key: SymmetricKey, salt: [UInt8]) {
        contentKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt,
            info: Array("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
        let nonce = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt, info: Array("Content-Encoding: nonce\0".utf8),
            outputByteCount: 12)
        self.nonce = nonce.withUnsafeBytes { Array($0) }
    }

    /// Returns the nonce of a record: the base nonce, with the record's number in its last bytes.
    private func nonce(record: Int) -> [UInt8] {
        var result = nonce
        for byte in 0..<8 {
            result[11 - byte] ^= UInt8(truncatingIfNeeded: record >> (8 * byte))
        }
        return result
    }

    func seal(_ plaintext: [UInt8], record: Int) throws(EncryptedContent.Problem) -> [UInt8] {
        guard
            let box = try? AES.GCM.seal(
                plaintext, using: contentKey, nonce: AES.GCM.Nonce(data: nonce(record: record)))
        else { throw .notAuthentic(record: record) }
        return Array(box.ciphertext) + Array(box.tag)
    }

    func open(
        _ bytes: ArraySlice<UInt8>, record: Int
    ) throws(EncryptedContent.Problem) -> [UInt8] {
        guard bytes.count > EncryptedContent.tagByteCount else { throw .truncated }
        guard
            let box = try? AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce(record: record)),
                ciphertext: bytes.dropLast(EncryptedContent.tagByteCount),
                tag: bytes.suffix(EncryptedContent.tagByteCount)),
            let plaintext = try? AES.GCM.open(box, using: contentKey)
        else { throw .notAuthentic(record: record) }
        return Array(plaintext)
    }
}
