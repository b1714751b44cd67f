// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why APNs rejected a request: the `reason` of its JSON response.
///
/// The set of reasons is open: a reason that is not in ``table`` is stored unchanged. Spaces around
/// the text are removed, because APNs has been observed to send a trailing space (`"PayloadTooLarge
/// "`).
public struct RejectionReason: RawRepresentable, Hashable, Sendable, Codable,
    CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) {
        let word = rawValue.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.rawValue = Self.spellings[word] ?? word
    }

    public var description: String { rawValue }

    /// Undocumented spellings observed in responses, each with the documented reason that it means.
    private static let spellings = ["BadEnvironmentKeyInToken": "BadEnvironmentKeyIdInToken"]
}

extension RejectionReason {
    public static let badChannelID = RejectionReason(rawValue: "BadChannelId")
    public static let badRequestParams = RejectionReason(rawValue: "BadRequestParams")
    public static let badRequestPayload = RejectionReason(rawValue: "BadRequestPayload")
    public static let cannotCreateChannelConfig = RejectionReason(
        rawValue: "CannotCreateChannelConfig")
    public static let channelNotRegistered = RejectionReason(rawValue: "ChannelNotRegistered")
    public static let featureNotEnabled = RejectionReason(rawValue: "FeatureNotEnabled")
    public static let missingChannelID = RejectionReason(rawValue: "MissingChannelId")
    public static let missingPushType = RejectionReason(rawValue: "MissingPushType")
    public static let topicMismatch = RejectionReason(rawValue: "TopicMismatch")
    public static let badCollapseID = RejectionReason(rawValue: "BadCollapseId")
    public static let badDeviceToken = RejectionReason(rawValue: "BadDeviceToken")
    public static let badExpirationDate = RejectionReason(rawValue: "BadExpirationDate")
    public static let badMessageID = RejectionReason(rawValue: "BadMessageId")
    public static let badPriority = RejectionReason(rawValue: "BadPriority")
    public static let badTopic = RejectionReason(rawValue: "BadTopic")
    public static let deviceTokenNotForTopic = RejectionReason(rawValue: "DeviceTokenNotForTopic")
    public static let duplicateHeaders = RejectionReason(rawValue: "DuplicateHeaders")
    public static let idleTimeout = RejectionReason(rawValue: "IdleTimeout")
    public static let invalidPushType = RejectionReason(rawValue: "InvalidPushType")
    public static let missingDeviceToken = RejectionReason(rawValue: "MissingDeviceToken")
    public static let missingTopic = RejectionReason(rawValue: "MissingTopic")
    public static let payloadEmpty = RejectionReason(rawValue: "PayloadEmpty")
    public static let topicDisallowed = RejectionReason(rawValue: "TopicDisallowed")
    public static let badCertificate = RejectionReason(rawValue: "BadCertificate")
    public static let badCertificateEnvironment = RejectionReason(
        rawValue: "BadCertificateEnvironment")
    public static let expiredProviderToken = RejectionReason(rawValue: "ExpiredProviderToken")
    public static let forbidden = RejectionReason(rawValue: "Forbidden")
    public static let invalidProviderToken = RejectionReason(rawValue: "InvalidProviderToken")
    public static let missingProviderToken = RejectionReason(rawValue: "MissingProviderToken")
    public static let unrelatedKeyIDInToken = RejectionReason(rawValue: "UnrelatedKeyIdInToken")
    public static let badEnvironmentKeyIDInToken = RejectionReason(
        rawValue: "BadEnvironmentKeyIdInToken")
    public static let badPath = RejectionReason(rawValue: "BadPath")
    public static let methodNotAllowed = RejectionReason(rawValue: "MethodNotAllowed")
    public static let expiredToken = RejectionReason(rawValue: "ExpiredToken")
    public static let unregistered = RejectionReason(rawValue: "Unregistered")
    public static let payloadTooLarge = RejectionReason(rawValue: "PayloadTooLarge")
    public static let tooManyProviderTokenUpdates = RejectionReason(
        rawValue: "TooManyProviderTokenUpdates")
    public static let tooManyRequests = RejectionReason(rawValue: "TooManyRequests")
    public static let internalServerError = RejectionReason(rawValue: "InternalServerError")
    public static let serviceUnavailable = RejectionReason(rawValue: "ServiceUnavailable")
    public static let shutdown = RejectionReason(rawValue: "Shutdown")
}
