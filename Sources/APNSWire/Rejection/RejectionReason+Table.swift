// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension RejectionReason {
    /// Whether and when a sender may repeat a rejected request.
    public enum RetryClass: String, Hashable, Sendable, Codable {
        /// Apple forbids sending the request again.
        case never
        /// The request may be sent again after it has been corrected.
        case fix
        /// The same request may be sent again with a fresh provider token.
        case newProviderToken
        /// The same request may be sent again on another connection.
        case newConnection
        /// The same request may be sent again later.
        case later
    }

    /// The consequence of a rejection for the device token.
    public enum TokenConsequence: String, Hashable, Sendable, Codable {
        /// No consequence: the token is not the cause of the rejection.
        case none
        /// The token has been invalid for this topic since the response's timestamp, unless the app
        /// has registered the token again since then.
        case dead
        /// The token is malformed, unknown or of the other environment. This does not prove that
        /// the token is invalid, because APNs rejects every valid token with this reason if the
        /// request goes to the wrong host.
        case suspect
    }

    /// One row of the table of reasons.
    public struct Row: Hashable, Sendable {
        public let reason: RejectionReason
        /// The HTTP status of the response.
        public let status: Int
        /// The meaning of the reason.
        public let meaning: String
        /// How to fix the problem.
        public let remedy: String
        public let retry: RetryClass
        public let tokenConsequence: TokenConsequence
        public let claim: Claim
    }

    /// The row of this reason; `nil` for a reason that is not in the table.
    public var row: Row? { Self.rowsByReason[self] }

    /// The HTTP status of the response; 400 for a reason that is not in the table.
    public var status: Int { row?.status ?? 400 }

    private static let rowsByReason = Dictionary(
        uniqueKeysWithValues: table.map { ($0.reason, $0) })

    private static func row(
        _ status: Int, _ reason: RejectionReason, _ retry: RetryClass, _ meaning: String,
        _ remedy: String,
        token: TokenConsequence = .none
    ) -> Row {
        Row(
            reason: reason, status: status, meaning: meaning, remedy: remedy, retry: retry,
            tokenConsequence: token, claim: .documented("Handling notification responses from APNs")
        )
    }

    /// Every reason: first the reasons for notifications to one device, then the reasons that occur
    /// only with broadcasts and channels. Each group is in the order of the status. The status and
    /// the consequences of each reason are defined only in this table.
    public static let table: [Row] = deviceTable + channelTable

    /// The reasons that occur only with broadcasts and channel management.
    private static let channelTable: [Row] = [
        channelRow(
            400, .badChannelID, "the channel identifier is not Base64 or is too long",
            "send apns-channel-id exactly as APNs returned it when the channel was created"),
        channelRow(
            400, .badRequestParams, "the body contains an unknown key or an invalid value",
            "send message-storage-policy 0 or 1 and push-type LiveActivity, and no other keys"),
        channelRow(400, .badRequestPayload, "the body is not JSON", "send a JSON object"),
        channelRow(
            400, .cannotCreateChannelConfig, "the app has the maximum number of channels",
            "delete the channels of past events; the limit is 10,000 per app and environment"),
        channelRow(
            400, .channelNotRegistered, "the channel does not exist in this environment",
            "create a channel, or use the channel's environment; a deleted channel cannot be "
                + "restored"),
        channelRow(
            400, .featureNotEnabled, "the app is not allowed to send broadcasts",
            "enable the Broadcast capability for the App ID in the developer account"),
        channelRow(
            400, .missingChannelID,
            "the request has no channel identifier", "send apns-channel-id"),
        channelRow(
            400, .missingPushType,
            "the request has no push type", "send apns-push-type liveactivity"),
        channelRow(
            403, .topicMismatch, "this provider may not act for the app in the path",
            "use a key of the app's team that is valid for the app"),
    ]

    private static func channelRow(
        _ status: Int, _ reason: RejectionReason, _ meaning: String, _ remedy: String
    ) -> Row {
        Row(
            reason: reason, status: status, meaning: meaning, remedy: remedy, retry: .fix,
            tokenConsequence: .none, claim: .documented("Handling error responses from APNs"))
    }

    private static let deviceTable: [Row] = [
        row(
            400, .badCollapseID, .fix, "the collapse identifier is longer than 64 bytes",
            "shorten apns-collapse-id, counting bytes of UTF-8"),
        row(
            400, .badDeviceToken, .never,
            "the device token is malformed, unknown, or belongs to the other environment",
            "send to the environment of the app's build: sandbox for a development build, "
                + "production for a TestFlight or App Store build", token: .suspect),
        row(
            400, .badExpirationDate, .fix,
            "the expiration is not a number of seconds, or is not allowed here",
            "send apns-expiration as whole seconds since 1970, or 0; a channel that stores no "
                + "messages accepts only 0"),
        row(
            400, .badMessageID, .fix, "the apns-id is not a UUID",
            "send apns-id or apns-request-id in the 8-4-4-4-12 form, or leave out the header"),
        row(
            400, .badPriority, .fix, "the priority is invalid for this push type",
            "send an apns-priority that the push type accepts; every push type accepts 5"),
        row(
            400, .badTopic, .fix, "the topic is invalid",
            "send the bundle identifier followed by the push type's suffix as apns-topic"),
        row(
            400, .deviceTokenNotForTopic, .never, "the device token belongs to another topic",
            "send to the topic of the app that received this token"),
        row(400, .duplicateHeaders, .fix, "a header occurs twice", "send each header once"),
        row(
            400, .idleTimeout, .newConnection, "the connection was idle for too long",
            "open a new connection"),
        row(
            400, .invalidPushType, .fix, "the push type is unknown",
            "send apns-push-type as one of "
                + PushType.allCases.map(\.rawValue).joined(separator: ", ")),
        row(
            400, .missingDeviceToken, .fix, "the path ends after /3/device/",
            "put the device token in hex at the end of the path"),
        row(
            400, .missingTopic, .fix, "the request has no topic, but needs one",
            "send apns-topic; requests with a provider token always require it"),
        row(400, .payloadEmpty, .fix, "the request has no body", "send a JSON object, at least {}"),
        row(
            400, .topicDisallowed, .fix, "this provider may not send to the topic",
            "use a key of the app's team that is valid for this topic; the path of a broadcast "
                + "contains the bundle identifier without a suffix"),
        row(
            403, .badCertificate, .fix, "the client certificate is invalid",
            "use an unexpired push certificate of this app"),
        row(
            403, .badCertificateEnvironment, .fix,
            "the client certificate is for the other environment",
            "use a certificate for this environment"),
        row(
            403, .expiredProviderToken, .newProviderToken,
            "the provider token is older than an hour",
            "sign a new provider token, and check this machine's clock"),
        row(
            403, .forbidden, .never, "the action is not permitted",
            "check what this key or certificate is allowed to do"),
        row(
            403, .invalidProviderToken, .fix,
            "the provider token is invalid or its signature cannot be verified",
            "check the key ID and the team ID, and that the .p8 file belongs to both"),
        row(
            403, .missingProviderToken, .fix,
            "the request has neither a client certificate nor a provider token",
            "send an authorization header with bearer and the provider token"),
        row(
            403, .unrelatedKeyIDInToken, .newConnection,
            "the key is not related to the first key that was used on this connection",
            "use a separate connection for each key"),
        row(
            403, .badEnvironmentKeyIDInToken, .fix, "the key is limited to the other environment",
            "use a key for this environment, or a key for both environments"),
        row(
            404, .badPath, .fix, "the path is unknown",
            "send to /3/device/ followed by the device token in hex; requests to manage channels "
                + "use another port"),
        row(
            405, .methodNotAllowed, .fix, "the method is not allowed for the path",
            "use POST; requests to manage channels also use GET and DELETE"),
        row(
            410, .expiredToken, .never, "the device token has expired",
            "stop using the token until the app registers again", token: .dead),
        row(
            410, .unregistered, .never, "the device token is no longer active for the topic",
            "stop using the token until the app registers again", token: .dead),
        row(
            413, .payloadTooLarge, .never, "the body is larger than the push type allows",
            "shorten the body to at most 4096 bytes, or 5120 for voip and broadcasts"),
        row(
            429, .tooManyProviderTokenUpdates, .later,
            "the provider token was changed more than once in 20 minutes",
            "share one provider token among all connections and reuse it for 20 to 60 minutes"),
        row(
            429, .tooManyRequests, .later,
            "too many notifications were sent to this device in a short time",
            "send less often to this device"),
        row(
            500, .internalServerError, .later,
            "APNs has an internal error", "retry after 15 minutes"),
        row(503, .serviceUnavailable, .later, "APNs is not available", "retry after 15 minutes"),
        row(
            503, .shutdown, .newConnection, "this APNs server is shutting down",
            "open a new connection and send again"),
    ]
}
