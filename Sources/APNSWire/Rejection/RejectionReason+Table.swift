// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension RejectionReason {
    /// Whether and when a sender may repeat a rejected request.
    public enum RetryClass: String, Hashable, Sendable, Codable {
        /// Apple forbids sending it again.
        case never
        /// It may be sent again once the request has been corrected.
        case fix
        /// The same request may be sent again with a fresh provider token.
        case newProviderToken
        /// The same request may be sent again on another connection.
        case newConnection
        /// The same request may be sent again later.
        case later
    }

    /// What the rejection means for the device token.
    public enum TokenConsequence: String, Hashable, Sendable, Codable {
        /// Nothing: the cause is not the token.
        case none
        /// The token has been invalid for this topic since the response's timestamp, unless the app
        /// has registered it again since.
        case dead
        /// The token is malformed, unknown or of the other environment. This does not prove that
        /// the token is invalid: with the wrong host, every valid token is rejected this way.
        case suspect
    }

    /// One row of the table of reasons.
    public struct Row: Hashable, Sendable {
        public let reason: RejectionReason
        /// The HTTP status of the response.
        public let status: Int
        /// What the reason means.
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

    /// Every reason, by status: first those of notifications for one device, then those that only
    /// broadcasts and channels have. Status and consequences are defined only here.
    public static let table: [Row] = deviceTable + channelTable

    /// The reasons that occur only with broadcasts and channel management.
    private static let channelTable: [Row] = [
        channelRow(
            400, .badChannelID, "the channel identifier is not base64 or too long",
            "send apns-channel-id as APNs answered it when the channel was created"),
        channelRow(
            400, .badRequestParams, "the body has a member that is not known or not usable",
            "send message-storage-policy 0 or 1 and push-type LiveActivity, and nothing else"),
        channelRow(400, .badRequestPayload, "the body is not JSON", "send a JSON object"),
        channelRow(
            400, .cannotCreateChannelConfig, "the app has as many channels as it may have",
            "delete channels that are over; an app has 10,000 at most in each environment"),
        channelRow(
            400, .channelNotRegistered, "there is no such channel in this environment",
            "create it, and check the environment; a deleted channel does not come back"),
        channelRow(
            400, .featureNotEnabled, "the app may not broadcast",
            "switch the Broadcast capability on for the App ID in the developer account"),
        channelRow(
            400, .missingChannelID, "there is no channel identifier", "send apns-channel-id"),
        channelRow(
            400, .missingPushType, "there is no push type", "send apns-push-type liveactivity"),
        channelRow(
            403, .topicMismatch, "the app of the path is not this sender's",
            "use a key of the team that owns the app, and one that covers it"),
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
            "check that a development build's token goes to sandbox and a TestFlight or App Store "
                + "build's "
                + "to production", token: .suspect),
        row(
            400, .badExpirationDate, .fix,
            "the expiration is not a number of seconds, or not usable",
            "send apns-expiration as whole seconds since 1970, or 0; a channel that stores nothing "
                + "takes 0 only"),
        row(
            400, .badMessageID, .fix, "the apns-id is not a UUID",
            "send apns-id or apns-request-id in the 8-4-4-4-12 form, or leave it out"),
        row(
            400, .badPriority, .fix, "the priority is not usable for this push type",
            "send an apns-priority that the push type takes: 5 suits all of them"),
        row(
            400, .badTopic, .fix, "the topic is not usable",
            "send the bundle identifier and the suffix of the push type as apns-topic"),
        row(
            400, .deviceTokenNotForTopic, .never, "the device token belongs to another topic",
            "send to the topic of the app that this token was issued to"),
        row(400, .duplicateHeaders, .fix, "a header occurs twice", "send every header once"),
        row(
            400, .idleTimeout, .newConnection, "the connection was idle for too long",
            "open a new connection"),
        row(
            400, .invalidPushType, .fix, "the push type is not known",
            "send apns-push-type as one of "
                + PushType.allCases.map(\.rawValue).joined(separator: ", ")),
        row(
            400, .missingDeviceToken, .fix, "the path ends after /3/device/",
            "put the device token in hex at the end of the path"),
        row(
            400, .missingTopic, .fix, "there is no topic although one is needed",
            "send apns-topic; token connections always need it"),
        row(400, .payloadEmpty, .fix, "the request has no body", "send a JSON object, at least {}"),
        row(
            400, .topicDisallowed, .fix, "this sender may not send to the topic",
            "use a key of the team that owns the app, and one that covers this topic; the path of "
                + "a broadcast takes the bare bundle identifier"),
        row(
            403, .badCertificate, .fix, "the client certificate is not acceptable",
            "use a current push certificate of this app"),
        row(
            403, .badCertificateEnvironment, .fix,
            "the client certificate is of the other environment",
            "use the certificate of this environment"),
        row(
            403, .expiredProviderToken, .newProviderToken,
            "the provider token is older than an hour",
            "sign a new one, and check this machine's clock"),
        row(
            403, .forbidden, .never, "the action is not permitted",
            "check the rights of this key or certificate"),
        row(
            403, .invalidProviderToken, .fix,
            "the provider token is not usable or its signature cannot be verified",
            "check key identifier, team identifier and that the .p8 file belongs to both"),
        row(
            403, .missingProviderToken, .fix,
            "there is neither a client certificate nor a provider token",
            "send an authorization header: bearer and the provider token"),
        row(
            403, .unrelatedKeyIDInToken, .newConnection,
            "the key is not related to the key that this connection used first",
            "use a separate connection for each key"),
        row(
            403, .badEnvironmentKeyIDInToken, .fix, "the key is limited to the other environment",
            "use a key of this environment, or one for both"),
        row(
            404, .badPath, .fix, "the path is not known",
            "send to /3/device/ and the device token in hex; channels have a port of their own"),
        row(
            405, .methodNotAllowed, .fix, "the method does not fit the path",
            "use POST; channels also take GET and DELETE"),
        row(
            410, .expiredToken, .never, "the device token has expired",
            "stop using the token until the app registers again", token: .dead),
        row(
            410, .unregistered, .never, "the device token is no longer active for the topic",
            "stop using the token until the app registers again", token: .dead),
        row(
            413, .payloadTooLarge, .never, "the body is longer than the push type allows",
            "shorten it: 4096 bytes at most, 5120 for voip and broadcasts"),
        row(
            429, .tooManyProviderTokenUpdates, .later,
            "the provider token changed more than once in 20 minutes",
            "share one provider token among all connections and keep it for 20 to 60 minutes"),
        row(
            429, .tooManyRequests, .later, "too many notifications in a row went to this device",
            "slow down for this device"),
        row(500, .internalServerError, .later, "APNs has a fault", "try again in 15 minutes"),
        row(503, .serviceUnavailable, .later, "APNs is not available", "try again in 15 minutes"),
        row(
            503, .shutdown, .newConnection, "this server of APNs is going away",
            "open a new connection and try again"),
    ]
}
