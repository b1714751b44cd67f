// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopSeal

/// The files of test vectors beside the tests.
enum VectorFile {
    static func read(_ name: String) throws -> [JSONObject] {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors"))
        let list = try JSONReader.read(Data(contentsOf: url)).value.arrayValue
        return try #require(list).compactMap(\.objectValue)
    }
}

/// A sealed message that must be opened or refused. docs/encryption.md describes the members.
struct MessageVector: Sendable, CustomTestStringConvertible {
    let name: String
    let app: String
    let key: OpeningKey
    let sender: SealPublicKey?
    let object: JSONObject

    var testDescription: String { name }

    static let all: [MessageVector] = {
        let objects = (try? VectorFile.read("messages")) ?? []
        return objects.compactMap { try? MessageVector($0) }
    }()

    static let valid = all.filter { $0.object["error"] == nil }
    static let invalid = all.filter { $0.object["error"] != nil }

    init(_ object: JSONObject) throws {
        self.object = object
        name = try #require(object["name"]?.stringValue)
        app = try #require(object["app"]?.stringValue)
        switch try SealKeyFile(#require(object["key"]?.objectValue)) {
        case .privateKey(let key): self.key = .own(key)
        case .sharedKey(let key): self.key = .shared(key)
        case .publicKey: throw SealError.badKey("a vector must have the recipient's private key")
        }
        sender = try object["sender"]?.objectValue.map { file in
            guard case .publicKey(let key) = try SealKeyFile(file) else {
                throw SealError.badKey("a vector must have the sender's public key")
            }
            return key
        }
    }

    func open(_ value: JSONValue?) throws(SealError) -> SealedContent {
        try Opener(app: app).open(SealedMessage(value ?? .null), with: key, sender: sender)
    }
}

extension SealError {
    /// The name of the error in the vectors, for every language.
    var vectorName: String {
        switch self {
        case .notSealed: "not-sealed"
        case .unknownVersion: "unknown-version"
        case .unknownSuite: "unknown-suite"
        case .otherKey: "other-key"
        case .senderNotProven: "sender-not-proven"
        case .notAuthentic: "not-authentic"
        default: "\(self)"
        }
    }

    /// The error that a call throws; `nil` if it throws none.
    static func of(_ body: () throws(SealError) -> Void) -> SealError? {
        do { try body() } catch { return error }
        return nil
    }
}
