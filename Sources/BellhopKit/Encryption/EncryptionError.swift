// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopSeal
public import Foundation

/// The reason why a sealed message is not shown, or a key is not available. Each description is one
/// line that includes a remedy.
public enum EncryptionError: Error, Hashable, Sendable {
    /// The payload's value cannot be opened, or is not a sealed message.
    case seal(SealError)
    /// There is no key with this name: it was deleted at the end of its period, or belongs to
    /// another installation.
    case unknownKey(String)
    /// The keys cannot be read or written at the moment, for instance because the phone has not
    /// been unlocked since it was restarted.
    case keysUnavailable(String)
    /// The message names a sender that is not trusted.
    case senderNotTrusted(String)
    /// The app trusts certain senders only, and the message does not prove its sender.
    case senderNotProven
    /// The message was first opened so long ago that this copy is treated as a replay.
    case replayed(messageID: String, firstOpened: Date)
    /// The message is older than any message that APNs still stores.
    case tooOld(messageID: String, sent: Date)
    /// The message's expiration has passed.
    case expired(messageID: String, expiration: Date)
}

extension EncryptionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .seal(let error): error.description
        case .unknownKey(let id):
            "this installation has no key \(id). Register again, so that the server uses the "
                + "newest key."
        case .keysUnavailable(let why):
            "the keys are not available: \(why). They become available when the phone has been "
                + "unlocked once, if app and extension share the keychain group."
        case .senderNotTrusted(let id):
            "the key \(id) does not belong to a trusted sender. Add its public key to the trusted "
                + "senders, or seal with a trusted sender's key."
        case .senderNotProven:
            "the message does not prove its sender, and this app trusts certain senders only. "
                + "Seal it with a trusted sender's key."
        case .replayed(let id, let date):
            "message \(id) has already been opened, at \(date.ISO8601Format()). Give every message "
                + "a different identifier."
        case .tooOld(let id, let date):
            "message \(id) was sent at \(date.ISO8601Format()), longer ago than APNs stores "
                + "notifications. Send it again, and check the clocks."
        case .expired(let id, let date):
            "message \(id) expired at \(date.ISO8601Format()). Send it with a later expiration, "
                + "and check the clocks."
        }
    }
}
