// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import BellhopSeal
import Foundation
public import GatewayAPI

/// The keys of this installation: key pairs that messages are sealed for, shared keys, and the
/// senders that are trusted. App and extensions see the same ones.
///
/// The private halves never leave the device. An app calls ``publicKey()`` at every registration;
/// that makes the first key and replaces an old one.
public struct EncryptionKeys: Sendable {
    /// A key pair is replaced after 90 days.
    public static let rotationPeriod: Duration = .seconds(90 * 24 * 3600)
    /// How long a replaced key still opens messages: the 30 days that APNs stores one at most, and
    /// two for clocks that are wrong.
    public static let previousKeyPeriod: Duration = PushExpiration.storageMax + clockTolerance
    /// How wrong the clocks of sender and phone may be.
    public static let clockTolerance: Duration = .seconds(2 * 24 * 3600)
    /// Replaced keys that are kept at most.
    public static let previousKeyCountMax = 16
    /// Trusted senders at most.
    public static let senderCountMax = 256

    private let context: AppContext
    private let storage: any KeyStorage
    private let suite: SealSuite
    private let ring: SharedFile<KeyRing>

    /// - Parameters:
    ///   - storage: where the secret halves are.
    ///   - suite: of new key pairs; ``BellhopSeal/SealSuite/x25519`` by default. When it changes,
    ///     the next ``publicKey()`` makes a key of it.
    public init(
        _ context: AppContext, storage: any KeyStorage, suite: SealSuite = .x25519
    ) {
        self.context = context
        self.storage = storage
        self.suite = suite
        ring = context.folder.onThisPhone.file("encryption-keys", missing: KeyRing())
    }

    /// Keys in the keychain; on systems without one in files of the context's folder.
    ///
    /// - Parameter accessGroup: the keychain access group that app and extensions share, with the
    ///   team's prefix, for instance `ABCDE12345.com.example.chat`.
    public init(_ context: AppContext, accessGroup: String?, suite: SealSuite = .x25519) {
        #if canImport(Security) && !BELLHOP_VIRTUAL_PHONE
        let storage = KeychainStorage(accessGroup: accessGroup)
        #else
        let storage = FileKeyStorage(context.folder.onThisPhone)
        #endif
        self.init(context, storage: storage, suite: suite)
    }
}

// MARK: Key pairs

extension EncryptionKeys {
    /// The key for the server, for ``GatewayAPI/DeviceRegistration``. Makes one if there is none,
    /// if its private half is gone, or if it is older than ``rotationPeriod``; deletes those whose
    /// time is over.
    ///
    /// - Throws: ``EncryptionError/keysUnavailable(_:)`` or ``EncryptionError/seal(_:)``.
    public func publicKey() throws(EncryptionError) -> EncryptionKey {
        let now = context.time.now
        return try change { ring in
            if let id = ring.current?.key.id, try storage.read(Self.pair(id)) == nil {
                ring.current = nil
            }
            return try renew(&ring, at: now, isDue: ring.needsNewKey(suite: suite, at: now))
        }
    }

    /// Makes a new key now. Register afterwards, so that the server learns of it.
    ///
    /// - Parameter keepingPrevious: whether messages that are under way can still be opened. At
    ///   log-out say `false`: what was sent to one person must not be shown to the next one.
    @discardableResult
    public func rotate(keepingPrevious: Bool = true) throws(EncryptionError) -> EncryptionKey {
        let now = context.time.now
        return try change { ring in
            if !keepingPrevious {
                for name in try storage.names() where name.hasPrefix(Self.pairPrefix) {
                    try storage.remove(name)
                }
                ring.current = nil
                ring.previous = []
            }
            return try renew(&ring, at: now, isDue: true)
        }
    }

    /// Deletes everything: key pairs, shared keys, trusted senders.
    public func erase() throws(EncryptionError) {
        try change { ring in
            for name in try storage.names() { try storage.remove(name) }
            ring = KeyRing()
        }
    }

    private func renew(_ ring: inout KeyRing, at now: Date, isDue: Bool) throws -> EncryptionKey {
        try adoptStrays(&ring, at: now)
        if isDue || ring.current == nil {
            let key = try SealPrivateKey.generate(suite: suite)
            let file = JSONWriter.write(.object(SealKeyFile.privateKey(key).json))
            try storage.write(Data(file), as: Self.pair(key.id))
            ring.rotate(to: EncryptionKey(key.publicKey), at: now)
        }
        let before = ring.ids
        ring.expire(at: now)
        for id in before.subtracting(ring.ids) { try storage.remove(Self.pair(id)) }
        guard let current = ring.current else {
            throw EncryptionError.keysUnavailable("no key could be made")
        }
        return current.key
    }

    /// Private halves that the ring does not know: the app was installed anew and the keychain
    /// kept them, or the ring's file was damaged. Messages may still be under way for them.
    private func adoptStrays(_ ring: inout KeyRing, at now: Date) throws {
        let known = ring.ids
        for name in try storage.names() where name.hasPrefix(Self.pairPrefix) {
            let id = String(name.dropFirst(Self.pairPrefix.count))
            guard !known.contains(id) else { continue }
            guard case .privateKey(let key)? = try read(name) else {
                try storage.remove(name)
                continue
            }
            ring.previous.append(
                KeyRing.Entry(key: EncryptionKey(key.publicKey), made: now, retired: now))
        }
    }
}

// MARK: Shared keys and senders

extension EncryptionKeys {
    /// Takes a shared key, in place of one with the same name.
    public func add(_ key: SealSharedKey) throws(EncryptionError) {
        try change { _ in
            let file = JSONWriter.write(.object(SealKeyFile.sharedKey(key).json))
            try storage.write(Data(file), as: Self.shared(key.id))
        }
    }

    public func removeSharedKey(_ id: String) throws(EncryptionError) {
        try change { _ in try storage.remove(Self.shared(id)) }
    }

    /// Trusts a sender. From the first one on, messages that do not prove a trusted sender are not
    /// opened; those with a shared key are.
    public func trust(_ sender: SealPublicKey) throws(EncryptionError) {
        try change { ring in
            ring.senders.removeAll { $0.id == sender.id }
            ring.senders.append(EncryptionKey(sender))
            ring.senders = ring.senders.suffix(Self.senderCountMax)
        }
    }

    public func distrust(_ id: String) throws(EncryptionError) {
        try change { ring in ring.senders.removeAll { $0.id == id } }
    }

    /// The senders that are trusted.
    func trustedSenders() throws(EncryptionError) -> [SealPublicKey] {
        do {
            return try ring.read().senders.compactMap { key in
                SealSuite(rawValue: key.suite).flatMap { suite in
                    try? SealPublicKey(id: key.id, suite: suite, bytes: key.publicKey)
                }
            }
        } catch { throw .keysUnavailable("\(error)") }
    }

    /// The key that opens a message; `nil` when there is none of this name.
    func openingKey(for message: SealedMessage) throws(EncryptionError) -> OpeningKey? {
        let name =
            message.suite.hasKeyPairs ? Self.pair(message.keyID) : Self.shared(message.keyID)
        do {
            switch try read(name) {
            case .privateKey(let key): return .own(key)
            case .sharedKey(let key): return .shared(key)
            case .publicKey, nil: return nil
            }
        } catch { throw .keysUnavailable("\(error)") }
    }
}

// MARK: Storage

extension EncryptionKeys {
    private static let pairPrefix = "pair."
    private static func pair(_ id: String) -> String { pairPrefix + id }
    private static func shared(_ id: String) -> String { "shared." + id }

    /// A secret by its name; `nil` also for what is not readable as a key.
    private func read(_ name: String) throws -> SealKeyFile? {
        try storage.read(name).flatMap { try? SealKeyFile(reading: $0) }
    }

    private func change<Answer>(
        _ body: (inout KeyRing) throws -> Answer
    ) throws(EncryptionError) -> Answer {
        do { return try ring.update(body) } catch {
            switch error {
            case let error as EncryptionError: throw error
            case let error as SealError: throw .seal(error)
            default: throw .keysUnavailable("\(error)")
            }
        }
    }
}

extension EncryptionKey {
    /// A key as registrations and the gateway's key directory say it.
    public init(_ key: SealPublicKey) {
        self.init(id: key.id, suite: key.suite.rawValue, publicKey: key.bytes)
    }
}
