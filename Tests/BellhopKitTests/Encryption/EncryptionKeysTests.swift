// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

struct EncryptionKeysTests {
    private let bench = EncryptionBench()
    private let day = Duration.seconds(24 * 3_600)

    @Test func `the first call creates a key, and later calls in any process return it`() throws {
        let first = try bench.keys.publicKey()
        #expect(first.suite == "x25519" && first.publicKey.count == 32)
        #expect(first.id == SealPublicKey.fingerprint(of: first.publicKey))
        #expect(try bench.keys.publicKey() == first)
        #expect(try bench.storage.names() == ["pair.\(first.id)"])
    }

    @Test func `processes that request a key concurrently get the same key`() async throws {
        let bench = bench
        let made = try await withThrowingTaskGroup { group in
            for _ in 0..<16 { group.addTask { try bench.keys.publicKey() } }
            return try await group.reduce(into: Set<EncryptionKey>()) { $0.insert($1) }
        }
        #expect(made.count == 1)
        #expect(try bench.storage.names().count == 1)
    }

    @Test func `private keys are in files that only their owner can read`() throws {
        _ = try bench.keys.publicKey()
        let folder = bench.context.folder.onThisPhone.url.appendingPathComponent("keys")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        try #require(files.count == 1)
        for (path, mode) in [(folder.path, 0o700), (folder.path + "/\(files[0])", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
        let ring = bench.context.folder.onThisPhone.url
            .appendingPathComponent("encryption-keys.json")
        let text = try String(contentsOf: ring, encoding: .utf8)
        let message = SealedMessage(
            suite: .x25519, keyID: try bench.keys.publicKey().id, messageID: "m",
            encapsulatedKey: Data(), ciphertext: Data())
        guard case .own(let key)? = try bench.keys.openingKey(for: message) else {
            Issue.record("the key was deleted")
            return
        }
        #expect(!text.contains(key.secret.base64EncodedString()))
    }

    @Test func `a key is replaced after 90 days, and deleted after another 32 days`() async throws {
        let first = try bench.keys.publicKey()
        let underWay = try bench.payload(bench.content("old"), for: first)
        bench.clock.advance(by: day * 90 - .seconds(1))
        #expect(try bench.keys.publicKey() == first)
        bench.clock.advance(by: .seconds(1))
        let second = try bench.keys.publicKey()
        #expect(second != first)
        bench.clock.advance(by: day * 32)
        #expect(try bench.keys.publicKey() == second)
        let late = try bench.payload(bench.content("late"), for: first)
        #expect(try await bench.opener().open(late)?.keyID == first.id)
        bench.clock.advance(by: .seconds(1))
        #expect(try bench.keys.publicKey() == second)
        #expect(try bench.storage.names() == ["pair.\(second.id)"])
        await #expect(throws: EncryptionError.unknownKey(first.id)) {
            try await bench.opener().open(underWay)
        }
    }

    @Test func `a key can be replaced on demand, and the number of old ones is limited`() throws {
        var made = [try bench.keys.publicKey()]
        for _ in 0..<20 {
            bench.clock.advance(by: .seconds(1))
            made.append(try bench.keys.rotate())
        }
        #expect(Set(made.map(\.id)).count == 21)
        let remaining = made.suffix(EncryptionKeys.previousKeyCountMax + 1).map { "pair.\($0.id)" }
        #expect(try Set(bench.storage.names()) == Set(remaining))
    }

    @Test func `a rotation that does not keep the previous keys deletes them at once`()
        async throws
    {
        let old = try bench.payload(bench.content(), for: try bench.keys.publicKey())
        let new = try bench.keys.rotate(keepingPrevious: false)
        #expect(try bench.storage.names() == ["pair.\(new.id)"])
        await #expect(throws: EncryptionError.self) { try await bench.opener().open(old) }
    }

    @Test func `with another suite, a new key is created, and the old one remains usable`()
        async throws
    {
        let first = try bench.keys.publicKey()
        let other = EncryptionKeys(bench.context, accessGroup: nil, suite: .p256)
        let second = try other.publicKey()
        #expect(second.suite == "p256" && second.publicKey.count == 65)
        for key in [first, second] {
            let payload = try bench.payload(bench.content(key.id), for: key)
            #expect(try await bench.opener().open(payload)?.keyID == key.id)
        }
    }

    @Test func `a phone restored without its keychain creates a new key`() throws {
        let first = try bench.keys.publicKey()
        try bench.storage.remove("pair.\(first.id)")
        #expect(try bench.keys.publicKey() != first)
    }

    @Test
    func `when the file that lists the keys is lost or damaged, old keys still open messages`()
        async throws
    {
        let first = try bench.keys.publicKey()
        let payload = try bench.payload(bench.content(), for: first)
        let ring = bench.context.folder.onThisPhone.url
            .appendingPathComponent("encryption-keys.json")
        for text in [nil, "{\"damaged\":"] {
            try? FileManager.default.removeItem(at: ring)
            try text.map { try Data($0.utf8).write(to: ring) }
            let second = try bench.keys.publicKey()
            #expect(second != first)
            #expect(try await bench.opener(.reading).open(payload)?.keyID == first.id)
        }
        bench.clock.advance(by: day * 33)
        let last = try bench.keys.publicKey()
        #expect(try bench.storage.names() == ["pair.\(last.id)"])
    }

    @Test func `a key that was created while the clock was years ahead is not kept forever`()
        throws
    {
        bench.clock.jump(to: bench.clock.now.addingTimeInterval(3 * 365 * 86_400))
        let ahead = try bench.keys.publicKey()
        bench.clock.jump(to: bench.clock.now.addingTimeInterval(-3 * 365 * 86_400))
        let current = try bench.keys.publicKey()
        #expect(current != ahead)
        bench.clock.advance(by: day * 33)
        _ = try bench.keys.publicKey()
        #expect(try bench.storage.names() == ["pair.\(current.id)"])
    }

    @Test func `erasing removes all keys and all trusted senders`() throws {
        _ = try bench.keys.publicKey()
        try bench.keys.add(SealSharedKey.generate(id: "family"))
        try bench.keys.trust(SealPrivateKey.generate().publicKey)
        try bench.keys.erase()
        #expect(try bench.storage.names() == [])
        #expect(try bench.keys.trustedSenders() == [])
    }

    @Test func `a locked keychain is reported as such, and no second key is created`() throws {
        let first = try bench.keys.publicKey()
        let closed = EncryptionKeys(bench.context, storage: ClosedStorage())
        #expect(throws: EncryptionError.keysUnavailable("the keychain is closed")) {
            try closed.publicKey()
        }
        #expect(try bench.keys.publicKey() == first)
    }

    @Test func `a trusted sender replaces one with the same name, and can be removed`() throws {
        let one = try SealPrivateKey.generate(id: "server").publicKey
        let two = try SealPrivateKey.generate(id: "server", suite: .p256).publicKey
        try bench.keys.trust(one)
        try bench.keys.trust(two)
        #expect(try bench.keys.trustedSenders() == [two])
        try bench.keys.distrust("server")
        #expect(try bench.keys.trustedSenders() == [])
    }

    @Test func `names of stored keys are case-sensitive, as Base64 requires`() throws {
        for name in ["pair.aB", "pair.Ab", "pair.a:b"] {
            try bench.storage.write(Data(name.utf8), as: name)
        }
        #expect(try bench.storage.names() == ["pair.Ab", "pair.a:b", "pair.aB"].sorted())
        #expect(try bench.storage.read("pair.aB") == Data("pair.aB".utf8))
        try bench.storage.remove("pair.aB")
        try bench.storage.remove("pair.aB")
        #expect(try bench.storage.read("pair.aB") == nil)
    }
}
