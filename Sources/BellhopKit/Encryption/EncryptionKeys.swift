// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import BellhopSeal
import Foundation
public import GatewayAPI

/// The keys of this installation: key pairs that messages are sealed for, shared keys, and the
/// trusted senders. The app and its extensions share them.
///
/// The private keys never leave the device. An app calls ``publicKey()`` at every registration. The
/// call makes the first key, and later replaces a key that is too old.
public struct EncryptionKeys: Sendable {
    /// The period after which a key pair is replaced: 90 days.
    public static let rotationPeriod: Duration = .seconds(90 * 24 * 3600)
    /// The period for which a replaced key still opens messages: 30 days, which is the longest time
    /// for which APNs stores a message, plus two days for wrong clocks.
    public static let previousKeyPeriod: Duration = PushExpiration.storageMax + clockTolerance
    /// The tolerance for wrong clocks of sender and phone.
    public static let clockTolerance: Duration = .seconds(2 * 24 * 3600)
    /// The maximum number of replaced keys that are stored.
    public static let previousKeyCountMax = 16
    /// The maximum number of trusted senders.
    public static let senderCountMax = 256

    private let context: AppContext
    private let storage: any KeyStorage
    private let suite: SealSuite
    private let ring: SharedFile<KeyRing>

    /// - Parameters:
    ///   - storage: the storage of the secret keys.
    ///   - suite: the suite of new key pairs; ``/BellhopSeal/SealSuite/x25519`` by default. When it
    ///     changes, the next ``publicKey()`` makes a key of the new suite.
    public init(
        _ context: AppContext, storage: any KeyStorage, suite: SealSuite = .x25519
    ) {
        self.context = context
        self.storage = storage
        self.suite = suite
        ring = context.folder.onThisPhone.file("encryption-keys", missing: KeyRing())
    }

    /// Uses the keychain or, on systems without a keychain, files in the context's folder.
    ///
    /// - Parameter accessGroup: the keychain access group that the app and its extensions share,
    ///   with the team's prefix, for instance `ABCDE12345.com.example.chat`.
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
    /// Returns the public key for the server, for ``/GatewayAPI/DeviceRegistration``. Makes a new
    /// key if there is none, if the private key no longer exists, or if the key is older than
    /// ``rotationPeriod``. Deletes replaced keys whose period has ended.
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

    /// Makes a new key now. Register afterwards, so that the server receives it.
    ///
    /// - Parameter keepingPrevious: whether the old key can still open messages that are under way.
    ///   Use `false` at sign-out: messages to one person must not be shown to the next person.
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
            throw EncryptionError.keysUnavailable("no key could be created")
        }
        return current.key
    }

    /// Adds private keys that are in the storage but not in the ring. There are such keys when the
    /// app was reinstalled and its keychain items remained, or when the ring's file was damaged.
    /// Messages sealed for these keys may still be under way.
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
    /// Adds a shared key, replacing one with the same name.
    public func add(_ key: SealSharedKey) throws(EncryptionError) {
        try change { _ in
            let file = JSONWriter.write(.object(SealKeyFile.sharedKey(key).json))
            try storage.write(Data(file), as: Self.shared(key.id))
        }
    }

    public func removeSharedKey(_ id: String) throws(EncryptionError) {
        try change { _ in try storage.remove(Self.shared(id)) }
    }

    /// Trusts a sender. Once any sender is trusted, a message is opened only if it proves a trusted
    /// sender or was sealed with a shared key.
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

    /// Returns the trusted senders.
    func trustedSenders() throws(EncryptionError) -> [SealPublicKey] {
        do {
            return try ring.read().senders.compactMap { key in
                SealSuite(rawValue: key.suite).flatMap { suite in
                    try? SealPublicKey(id: key.id, suite: suite, bytes: key.publicKey)
                }
            }
        } catch { throw .keysUnavailable("\(error)") }
    }

    /// Returns the key that the message names; `nil` when this installation does not have it.
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

    /// Reads a secret by its name; `nil` also for data that is not a key.
    private func read(_ name: String) throws -> SealKeyFile? {
        try storage.read(name).flatMap { try? SealKeyFile(reading: $0) }
    }

    private func change<Output>(
        _ body: (inout KeyRing) throws -> Output
    ) throws(EncryptionError) -> Output {
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
    /// Converts a key to the form used in registrations and the gateway's key directory.
    public init(_ key: SealPublicKey) {
        self.init(id: key.id, suite: key.suite.rawValue, publicKey: key.bytes)
    }
}
