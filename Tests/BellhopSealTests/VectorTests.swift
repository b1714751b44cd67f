// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopSeal

/// Messages that were sealed by scripts/seal.py, which shares no code with this package.
struct VectorTests {
    @Test func `every vector in the file is used, and every suite has valid vectors`() throws {
        #expect(MessageVector.all.count == (try VectorFile.read("messages").count))
        #expect(MessageVector.valid.count == 12)
        #expect(MessageVector.invalid.count > 80)
        #expect(Set(MessageVector.valid.map(\.key.suite)) == Set(SealSuite.allCases))
    }

    @Test(arguments: MessageVector.valid)
    func `a vector can be opened in both forms and has the expected content`(vector: MessageVector)
        throws
    {
        let content = try vector.open(vector.object["message"])
        #expect(try vector.open(vector.object["compact"]) == content)
        let expected = try #require(vector.object["content"]?.objectValue)
        #expect(content.messageID == expected["id"]?.stringValue)
        #expect(content.sentAt.timeIntervalSince1970 == expected["sent"]?.doubleValue)
        #expect(content.expiration?.timeIntervalSince1970 == expected["exp"]?.doubleValue)
        var json = try content.json()
        json["id"] = expected["id"]
        json["exp"] = expected["exp"]
        #expect(json == expected)
        if vector.name.hasSuffix("full") {
            #expect(content.body == "Zwölf Uhr? 🍕")
            #expect(content.badge == 3)
            #expect(content.data["link"] == "example://chat/7")
        }
    }

    @Test(arguments: MessageVector.valid)
    func `the bytes of info and aad equal those of the vector`(vector: MessageVector) throws {
        let message = try SealedMessage(#require(vector.object["message"]))
        let binding = SealBinding.of(message, app: vector.app)
        #expect(Hex.encode(binding.info) == vector.object["info"]?.stringValue)
        #expect(Hex.encode(binding.aad) == vector.object["aad"]?.stringValue)
    }

    @Test(arguments: MessageVector.valid)
    func `a message that is read and written is unchanged`(vector: MessageVector) throws {
        let message = try SealedMessage(#require(vector.object["message"]))
        #expect(.object(message.json) == vector.object["message"])
        #expect(message.compact == vector.object["compact"]?.stringValue)
    }

    @Test(arguments: MessageVector.invalid)
    func `an invalid vector is refused with the expected error`(vector: MessageVector) throws {
        let error = SealError.of { () throws(SealError) in
            _ = try vector.open(vector.object["message"])
        }
        #expect(error?.vectorName == vector.object["error"]?.stringValue)
        let line = try #require(error?.description)
        #expect(!line.contains("\n") && line.contains(". "), "\(line)")
    }
}

/// The vectors of RFC 9180 through the calls that seal and open messages.
struct RFC9180Tests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let object: JSONObject
        var testDescription: String { object["source"]?.stringValue ?? "" }

        static let all = ((try? VectorFile.read("rfc9180")) ?? []).map(Vector.init)

        func bytes(_ name: String) throws -> Data {
            Data(try #require(Hex.decode(object[name]?.stringValue ?? "none")))
        }
    }

    @Test func `there are four vectors of RFC 9180`() { #expect(Vector.all.count == 4) }

    @Test(arguments: Vector.all)
    func `a vector of RFC 9180 can be opened`(vector: Vector) throws {
        let suite = try #require(SealSuite(rawValue: vector.object["suite"]?.stringValue ?? ""))
        let key = try SealPrivateKey(suite: suite, secret: vector.bytes("skRm"))
        #expect(try key.publicKey.bytes == vector.bytes("pkRm"))
        var sender: SealPublicKey?
        if vector.object["pkSm"] != nil {
            let pair = try SealPrivateKey(suite: suite, secret: vector.bytes("skSm"))
            #expect(try pair.publicKey.bytes == vector.bytes("pkSm"))
            sender = pair.publicKey
        }
        func open(_ aad: String) throws -> Data {
            try SealHPKE.open(
                vector.bytes("ct"), encapsulatedKey: vector.bytes("enc"), with: key, from: sender,
                binding: .init(info: vector.bytes("info"), aad: Data(aad.utf8)))
        }
        #expect(try open("Count-0") == vector.bytes("pt"))
        #expect(throws: SealError.notAuthentic) { try open("Count-1") }
    }
}
