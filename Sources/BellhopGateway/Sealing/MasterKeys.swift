// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The master keys with which a gateway seals the secrets in its database.
///
/// Each key has a version, so that the master key can be replaced: the newest key seals, the others
/// open what was sealed before.
public struct MasterKeys: Sendable {
    /// The length of a key, in bytes.
    public static let byteCount = 32
    /// The maximum number of keys.
    public static let keysMax = 16
    /// The maximum length of the keys' text, in bytes.
    public static let textByteCountMax = 4096
    /// The maximum version.
    public static let versionMax = 1_000_000

    /// One key.
    struct Entry: Sendable {
        let version: Int
        let key: SymmetricKey
    }

    /// The keys, the newest first. There is at least one.
    private let entries: [Entry]

    private init(entries: [Entry]) { self.entries = entries }

    /// Reads keys from their text: one key in each line, `VERSION:BASE64` with the newest version
    /// first. A single key may be given without a version; its version is then 1. Lines that begin
    /// with `#` are comments.
    public init(text: String) throws(MasterKeyError) {
        guard text.utf8.count <= Self.textByteCountMax else { throw .tooLong }
        var entries: [Entry] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            // Some systems permit no line breaks in environment variables.
            for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }) {
                if word.hasPrefix("#") { break }
                guard entries.count < Self.keysMax else { throw .tooMany }
                entries.append(try Self.entry(word, line: index + 1))
            }
        }
        guard !entries.isEmpty else { throw .empty }
        for (earlier, later) in zip(entries, entries.dropFirst())
        where earlier.version <= later.version { throw .order }
        self.init(entries: entries)
    }

    private static func entry(_ word: Substring, line: Int) throws(MasterKeyError) -> Entry {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let encoded = parts.last,
            let bytes = Data(base64Encoded: String(encoded)), bytes.count == byteCount
        else { throw .notAKey(line: line) }
        guard parts.count == 2 else {
            return Entry(version: 1, key: SymmetricKey(data: bytes))
        }
        guard let version = Int(parts[0]), (1...versionMax).contains(version) else {
            throw .notAVersion(line: line)
        }
        return Entry(version: version, key: SymmetricKey(data: bytes))
    }

    /// Makes a new random key.
    public static func generate() -> MasterKeys {
        MasterKeys(entries: [Entry(version: 1, key: SymmetricKey(size: .bits256))])
    }

    /// Returns these keys with a new random key in front of them. The new key seals from now on.
    ///
    /// - Throws: ``MasterKeyError`` if there are ``keysMax`` keys.
    public func addingNewKey() throws(MasterKeyError) -> MasterKeys {
        guard entries.count < Self.keysMax, newest.version < Self.versionMax else {
            throw .tooMany
        }
        let entry = Entry(version: newest.version + 1, key: SymmetricKey(size: .bits256))
        return MasterKeys(entries: [entry] + entries)
    }

    /// The version of the key that seals.
    public var newestVersion: Int { newest.version }

    /// The versions of all keys, the newest first.
    public var versions: [Int] { entries.map(\.version) }

    /// The text of the keys, which ``init(text:)`` reads. It is secret.
    public var text: String {
        entries.map { entry in
            let bytes = entry.key.withUnsafeBytes { Data($0) }
            return "\(entry.version):\(bytes.base64EncodedString())\n"
        }.joined()
    }

    /// The key that seals.
    var newest: Entry { entries[0] }

    /// Returns the key of a version.
    func key(ofVersion version: Int) -> SymmetricKey? {
        entries.first { $0.version == version }?.key
    }
}

extension MasterKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "master keys of the versions " + versions.map(String.init).joined(separator: ", ")
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["versions": versions]) }
}

/// The error of a text that contains no usable master keys. Its description never contains the
/// text.
public enum MasterKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong
    case tooMany
    case empty
    case order
    case notAKey(line: Int)
    case notAVersion(line: Int)

    public var description: String {
        switch self {
        case .tooLong:
            "the master keys are longer than \(MasterKeys.textByteCountMax) bytes; name a file "
                + "that contains only keys"
        case .tooMany:
            "there are more than \(MasterKeys.keysMax) master keys; run bellhop credential reseal "
                + "and remove the old keys"
        case .empty:
            "there is no master key; create one with: bellhop credential new-key FILE"
        case .order:
            "the versions of the master keys are not in order; put the newest key first, and give "
                + "each key its own version"
        case .notAKey(let line):
            "line \(line) is not a master key; write 32 bytes in Base64 (openssl rand -base64 32), "
                + "or, for several keys, VERSION:BASE64 in each line"
        case .notAVersion(let line):
            "line \(line) has no valid version; write VERSION:BASE64 with a version from 1 to "
                + "\(MasterKeys.versionMax)"
        }
    }
}
