// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a message cannot be sealed or opened, or a key cannot be used. Each description
/// is one line that includes a remedy.
public enum SealError: Error, Hashable, Sendable {
    /// The value is not a sealed message. The associated value states the reason.
    case notSealed(String)
    /// This code does not support the version of the message.
    case unknownVersion(String)
    /// This code does not support the suite.
    case unknownSuite(String)
    /// This machine does not support the suite.
    case suiteUnavailable(SealSuite)
    /// The bytes or the file of a key are invalid. The associated value states which key, and why.
    case badKey(String)
    /// The identifier of a message or a key is invalid. The associated value states which
    /// identifier.
    case badIdentifier(String)
    /// The app's bundle identifier is invalid.
    case badBundleID(String)
    /// A member of the content is missing or does not have the documented type.
    case badContent(String)
    /// The message was sealed for a key other than the given one.
    case otherKey(expected: String, given: String)
    /// The message names its sender, whose key was not given.
    case senderKeyMissing(String)
    /// A sender's key was given, and the message does not name its sender.
    case senderNotProven
    /// A sender's key was given for a suite that cannot prove the sender.
    case senderUnsupported(SealSuite)
    /// The key does not open the message: the message was changed or truncated, or was sealed for
    /// another app or key, or by another sender.
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
            "the value is not a sealed message: \(why). Check that it is the value of the correct "
                + "payload key."
        case .unknownVersion(let version):
            "the message has version \(version), but this code supports only version "
                + "\(SealedMessage.version). Update the app, or have the sender use version "
                + "\(SealedMessage.version)."
        case .unknownSuite(let suite):
            "the suite \"\(suite)\" is unknown. Use one of "
                + SealSuite.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .suiteUnavailable(let suite):
            "\(suite.rawValue) requires iOS 26, macOS 26 or later. Use "
                + "\(SealSuite.x25519.rawValue) on older systems."
        case .badKey(let why): "\(why). To create a key, run `bellhop keygen --encryption`."
        case .badIdentifier(let what):
            "\(what) must consist of 1 to \(SealLimits.identifierByteCountMax) letters, digits and "
                + "the characters - _ :. Use a different identifier."
        case .badBundleID(let text):
            "\"\(text)\" is not a bundle identifier. Use one such as com.example.app."
        case .badContent(let what): "\(what). See docs/encryption.md for the content's members."
        case .otherKey(let expected, let given):
            "the message was sealed for the key \(expected). Open it with that key instead of "
                + "\(given)."
        case .senderKeyMissing(let id):
            "the message names \(id) as its sender. Provide that sender's public key."
        case .senderNotProven:
            "the message does not prove its sender. Seal it with the sender's key, or open it "
                + "without a sender's key."
        case .senderUnsupported(let suite):
            "the suite \(suite.rawValue) cannot prove the sender. Omit the sender's key, or use "
                + "\(SealSuite.x25519.rawValue) or \(SealSuite.p256.rawValue)."
        case .notAuthentic:
            "the message cannot be opened: it was changed or truncated, or it was sealed for "
                + "another app or key, or by another sender. Compare app, key and sender."
        case .fallbackHasNoText:
            "the visible alert has no text, so iOS would not pass the notification to the service "
                + "extension. Add a title or a body."
        case .payloadTooLong(let budget): budget.description
        }
    }
}
