// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing

@testable import DemoApp
@testable import DemoKit

private let message = MessageText(
    conversationID: "c-1", senderID: "u-1", senderName: "Mia", text: "The key is under the mat")

@Test func `an encrypted message opens with its key and no other`() throws {
    let key = SymmetricKey(size: .bits256)
    let encrypted = try EncryptedMessage(message, keyID: "k", key: key)
    #expect(try encrypted.open(with: key) == message)
    #expect(throws: CryptoKitError.self) {
        try encrypted.open(with: SymmetricKey(size: .bits256))
    }
}

@Test func `an encrypted message survives its payload`() throws {
    let key = SymmetricKey(size: .bits256)
    let encrypted = try EncryptedMessage(message, keyID: "k", key: key)
    let payload = PushPayload(["enc": encrypted.dictionary])
    #expect(payload.encrypted == encrypted)
}

@Test func `a changed byte keeps the message closed`() throws {
    let key = SymmetricKey(size: .bits256)
    var dictionary = try EncryptedMessage(message, keyID: "k", key: key).dictionary
    let text = try #require(dictionary["ct"] as? String)
    var bytes = try #require(Data(base64Encoded: text))
    bytes[3] ^= 1
    dictionary["ct"] = bytes.base64EncodedString()
    let encrypted = try #require(EncryptedMessage(dictionary))
    #expect(throws: CryptoKitError.self) { try encrypted.open(with: key) }
}

@Test(arguments: [
    ["v": "2"], ["kid": ""], ["nonce": "not Base64!"], ["ct": "%"],
])
func `what is not of the known form is no encrypted message`(change: [String: String]) throws {
    var dictionary: [String: Any] = ["v": 1, "kid": "k", "nonce": "AAAA", "ct": "AAAA"]
    for (key, value) in change { dictionary[key] = value.isEmpty ? nil : value }
    #expect(EncryptedMessage(dictionary) == nil)
}

@Test func `ciphertext shorter than a tag is refused, not read beyond its end`() throws {
    let short: [String: Any] = ["v": 1, "kid": "k", "nonce": "AAAAAAAAAAAAAAAA", "ct": "AAAA"]
    let encrypted = try #require(EncryptedMessage(short))
    #expect(throws: (any Error).self) { try encrypted.open(with: SymmetricKey(size: .bits256)) }
}

@Test func `keys are found where they were saved`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let keys = GroupKeys(folder: folder)
    #expect(try await keys.key("demo") == nil)
    try keys.save(SampleBackend.sampleKeys)
    #expect(try await keys.key("demo")?.bitCount == 256)
    #expect(try await keys.key("another") == nil)
    #expect(try await GroupKeys(folder: nil).key("demo") == nil)
}
