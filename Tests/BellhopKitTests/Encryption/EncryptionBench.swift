// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import GatewayAPI
import Simulation

@testable import BellhopKit

/// An installation with its keys, and a server that seals messages for the installation. The folder
/// is deleted with the bench.
final class EncryptionBench: Sendable {
    static let app = "com.example.chat"

    let clock = VirtualClock()
    let context: AppContext

    init() {
        context = AppContext(
            time: clock.timeSource, facts: AppFacts(bundleID: Self.app),
            folder: SharedFolder(
                FileManager.default.temporaryDirectory
                    .appendingPathComponent("bellhop-keys-" + UUID().uuidString)))
    }

    deinit { try? FileManager.default.removeItem(at: context.folder.url) }

    /// Created again with each use, as in a separate process.
    var keys: EncryptionKeys { EncryptionKeys(context, accessGroup: nil) }
    var storage: FileKeyStorage { FileKeyStorage(context.folder.onThisPhone) }

    func opener(_ purpose: MessageOpener.Purpose = .showing) -> MessageOpener {
        MessageOpener(context, keys: keys, purpose: purpose)
    }

    func content(_ id: String = "m-1", body: String = "Meet at six") -> SealedContent {
        SealedContent(messageID: id, sentAt: clock.now, body: body, data: ["chat": 7])
    }

    /// What the server pushes, sealed for the key that was registered.
    func payload(
        _ content: SealedContent, for key: EncryptionKey, from sender: SealPrivateKey? = nil,
        at member: String = "enc"
    ) throws -> PushPayload {
        let sealer = try Sealer(app: Self.app, recipient: SealPublicKey(key), sender: sender)
        return try payload(sealer, content, at: member)
    }

    func payload(
        _ sealer: Sealer, _ content: SealedContent, at member: String = "enc"
    ) throws -> PushPayload {
        PushPayload(
            try sealer.payload(for: content, fallback: .text("New message"), key: member).object)
    }
}

extension SealPublicKey {
    init(_ key: EncryptionKey) throws {
        guard let suite = SealSuite(rawValue: key.suite) else {
            throw SealError.unknownSuite(key.suite)
        }
        try self.init(id: key.id, suite: suite, bytes: key.publicKey)
    }
}

/// A keychain before the first unlock.
struct ClosedStorage: KeyStorage {
    struct Closed: Error, CustomStringConvertible {
        let description = "the keychain is closed"
    }

    func read(_ name: String) throws -> Data? { throw Closed() }
    func write(_ secret: Data, as name: String) throws { throw Closed() }
    func remove(_ name: String) throws { throw Closed() }
    func names() throws -> [String] { throw Closed() }
}
