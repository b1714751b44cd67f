// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why something cannot be sealed or opened. Each description is one line that includes a remedy.
public enum SealError: Error, Hashable, Sendable {
    /// The value is not a sealed message; the text says why.
    case notSealed(String)
    /// A version that this code does not know.
    case unknownVersion(String)
    /// A suite that this code does not know.
    case unknownSuite(String)
    /// A suite that this machine does not support.
    case suiteUnavailable(SealSuite)
    /// The bytes or the file of a key are invalid; the text says which and why.
    case badKey(String)
    /// The identifier of a message, a key or an app is invalid; the text says which.
    case badIdentifier(String)
    /// A member of the content is missing or has another type than documented.
    case badContent(String)
    /// The message was sealed for another key than the given one.
    case otherKey(wanted: String, given: String)
    /// The message names its sender, whose key was not given.
    case senderKeyMissing(String)
    /// A sender's key was given, and the message does not name its sender.
    case senderNotProven
    /// A sender's key was given for a suite that cannot prove the sender.
    case senderUnsupported(SealSuite)
    /// The key does not open the message: it was changed or truncated, or was sealed for another
    /// app or key, or by another sender.
    case notAuthentic
    /// The alert has no visible text; such a payload is not passed to a service extension.
    case fallbackHasNoText
    /// The payload is too long.
    case payloadTooLong(SealBudget)
}

extension SealError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notSealed(let why):
            "this is not a sealed message: \(why); check that the key of the payload is the right "
                + "one"
        case .unknownVersion(let version):
            "the message is sealed in version \(version), this code knows version "
                + "\(SealedMessage.version); update the app, or seal for its version"
        case .unknownSuite(let suite):
            "the suite \"\(suite)\" is unknown here; seal with "
                + SealSuite.allCases.map(\.rawValue).joined(separator: ", ")
        case .suiteUnavailable(let suite):
            "\(suite.rawValue) needs iOS 26, macOS 26 or later; use "
                + "\(SealSuite.x25519.rawValue) on older systems"
        case .badKey(let why): "\(why); make a key with `bellhop keygen --encryption`"
        case .badIdentifier(let what):
            "\(what) must have 1 to \(SealLimits.identifierByteCountMax) letters, digits, -, _ or "
                + ":; give another"
        case .badContent(let what): "\(what); see the members of the content in the documentation"
        case .otherKey(let wanted, let given):
            "the message was sealed for the key \(wanted), not for \(given); open it with that key"
        case .senderKeyMissing(let id):
            "the message says that \(id) sealed it; give that sender's public key"
        case .senderNotProven:
            "the message does not prove who sealed it; seal it with the sender's key, or ask for "
                + "no sender"
        case .senderUnsupported(let suite):
            "\(suite.rawValue) cannot prove who sealed a message; leave the sender's key out, or "
                + "seal for \(SealSuite.x25519.rawValue) or \(SealSuite.p256.rawValue)"
        case .notAuthentic:
            "the message does not open: it was changed or cut, or app, key or sender is another; "
                + "compare these with what it was sealed with"
        case .fallbackHasNoText:
            "the alert that everybody may see has no text, so iOS would not hand the notification "
                + "to the service extension; give it a title or a body"
        case .payloadTooLong(let budget): budget.description
        }
    }
}
