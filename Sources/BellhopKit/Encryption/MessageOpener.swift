// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import BellhopSeal
import Foundation

/// Opens sealed messages with the keys of this installation, and refuses replays.
public struct MessageOpener: MessageOpening {
    /// The purpose of opening a message.
    public enum Purpose: String, Hashable, Sendable {
        /// The message is opened for a notification. A replay is refused, so the neutral text is
        /// shown.
        case showing
        /// The message is opened for the app, which may open a message that the service extension
        /// has opened before. A repeated message is only marked (``OpenedContent/isRepeat``) and
        /// not refused, so that no message is lost.
        case reading
    }

    private let context: AppContext
    private let keys: EncryptionKeys
    private let trustedSenders: [SealPublicKey]
    private let payloadKeys: PayloadKeys
    private let purpose: Purpose

    /// - Parameters:
    ///   - trustedSenders: senders known at build time, in addition to those added with
    ///     ``EncryptionKeys/trust(_:)``. If there is at least one trusted sender, messages must
    ///     prove their sender.
    ///   - payloadKeys: the payload keys of the sealed value.
    ///   - purpose: ``Purpose/showing`` in the service extension.
    public init(
        _ context: AppContext, keys: EncryptionKeys, trustedSenders: [SealPublicKey] = [],
        payloadKeys: PayloadKeys = PayloadKeys(), purpose: Purpose = .showing
    ) {
        self.context = context
        self.keys = keys
        self.trustedSenders = trustedSenders
        self.payloadKeys = payloadKeys
        self.purpose = purpose
    }

    /// Opens the sealed message in a payload.
    ///
    /// - Throws: ``EncryptionError``.
    public func open(_ payload: PushPayload) async throws -> OpenedContent? {
        try openNow(payload)
    }

    /// Opens the sealed message in a payload synchronously.
    func openNow(_ payload: PushPayload) throws(EncryptionError) -> OpenedContent? {
        let values = payloadKeys.encrypted.lazy.compactMap { payload[$0] }
        guard let value = values.first(where: { $0 != .null }) else { return nil }
        let message: SealedMessage
        do { message = try SealedMessage(value) } catch { throw .seal(error) }
        let sender = try sender(of: message)
        guard let key = try keys.openingKey(for: message) else { throw .unknownKey(message.keyID) }
        let content: SealedContent
        do {
            content = try Opener(app: context.facts.bundleID)
                .open(message, with: key, sender: sender)
        } catch { throw .seal(error) }
        let now = context.time.now
        try checkAge(of: content, at: now)
        let isRepeat = try noteOpening(message, at: now)
        return OpenedContent(
            content: content, keyID: key.id, senderKeyID: sender?.id, isRepeat: isRepeat)
    }

    /// Returns a message with its content opened, for the app's code; a message that is not sealed
    /// is returned unchanged.
    func opened(_ message: PushMessage) throws(EncryptionError) -> PushMessage {
        guard let content = try openNow(message.payload) else { return message }
        var message = message
        message.payload = content.payload(in: message.payload, keys: payloadKeys)
        return message
    }

    /// Returns the trusted key that must have sealed the message; `nil` when no proof is required.
    private func sender(of message: SealedMessage) throws(EncryptionError) -> SealPublicKey? {
        let trusted = try trustedSenders + keys.trustedSenders()
        if let id = message.senderKeyID {
            guard let sender = trusted.first(where: { $0.id == id }) else {
                throw .senderNotTrusted(id)
            }
            return sender
        }
        guard trusted.isEmpty || !message.suite.hasKeyPairs else { throw .senderNotProven }
        return nil
    }

    /// Refuses old and expired messages. A message dated in the future is accepted: one of the
    /// clocks is wrong, and an attacker gains nothing by such a date.
    private func checkAge(of content: SealedContent, at now: Date) throws(EncryptionError) {
        let tolerance = EncryptionKeys.clockTolerance.inSeconds
        let ageMax = PushExpiration.storageMax.inSeconds + tolerance
        guard now.timeIntervalSince(content.sentAt) <= ageMax else {
            throw .tooOld(messageID: content.messageID, sent: content.sentAt)
        }
        if let expiration = content.expiration, now.timeIntervalSince(expiration) > tolerance {
            throw .expired(messageID: content.messageID, expiration: expiration)
        }
    }

    /// - Returns: whether the message was opened before.
    private func noteOpening(
        _ message: SealedMessage, at now: Date
    ) throws(EncryptionError) -> Bool {
        let file = context.folder.onThisPhone.file(
            "opened-\(purpose.rawValue)", missing: OpenedMessages())
        // If the disk is full, the message is opened nevertheless, but a replay is not detected.
        let verdict = (try? file.update { $0.note(message, at: now) }) ?? .new
        switch verdict {
        case .new: return false
        case .again: return true
        case .replayed(let first):
            guard purpose == .showing else { return true }
            throw .replayed(messageID: message.messageID, firstOpened: first)
        }
    }
}
