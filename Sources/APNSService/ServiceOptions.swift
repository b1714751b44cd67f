// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Options for behaviour of APNs that Apple does not specify. A new service uses their defaults.
///
/// The description of each option states what is known about APNs. If nothing is known, the default
/// is the behaviour that reveals a sender's mistake rather than hiding it.
public struct ServiceOptions: Hashable, Sendable, Codable {
    /// The treatment of a request whose priority is not listed for its push type in Apple's table.
    public enum PriorityRule: String, Hashable, Sendable, Codable {
        /// Accept 10, 5 and 1 for every push type.
        case acceptAny = "accept-any"
        /// Reject an unlisted priority, but accept every request without a priority, for which 10
        /// is assumed.
        case refuseGiven = "refuse-given"
        /// Reject an unlisted priority, and also a request without a priority if the assumed 10 is
        /// unlisted.
        case refuseAssumedToo = "refuse-assumed-too"
    }

    /// The treatment of a stream beyond the announced maximum number of concurrent streams.
    public enum ExcessStreamRule: String, Hashable, Sendable, Codable {
        /// The connection ends with GOAWAY and the debug data `Maximum active streams violated for
        /// this endpoint.` Measurements show this behaviour. A client that has not acknowledged the
        /// announced number yet may still exceed it.
        case goAway = "go-away"
        /// The stream is reset with REFUSED_STREAM, even if the client has not acknowledged the
        /// announced number yet.
        case refuseStream = "refuse-stream"
    }

    /// The condition under which a connection accepts requests but no longer responds to them.
    public enum Silence: String, Hashable, Sendable, Codable {
        case never
        /// The connection stops responding at its first expired provider token. Developers report
        /// this for tokens that expired long ago.
        case afterExpiredProviderToken = "after-expired-provider-token"
        case always
    }

    /// A limit for the notifications that are accepted for one device token within a period.
    public struct TokenRateLimit: Hashable, Sendable, Codable {
        /// The maximum number of notifications, within ``countBounds``.
        public var countMax: Int
        /// The period in seconds over which notifications are counted.
        public var seconds: Double
        private enum CodingKeys: String, CodingKey {
            case countMax = "count_max"
            case seconds
        }

        /// The bounds of ``countMax``. For each token, the service stores the times of up to
        /// ``countMax`` notifications.
        public static let countBounds = 1...10_000

        public init(countMax: Int, seconds: Double) {
            self.countMax = min(
                max(countMax, Self.countBounds.lowerBound), Self.countBounds.upperBound)
            self.seconds = seconds
        }
    }

    /// The treatment of priorities that Apple does not list for a push type. Apple documents that
    /// 10 is an error for background pushes; the reason of the rejection is unknown.
    public var priorityRule = PriorityRule.refuseGiven
    /// Whether a topic whose suffix does not fit the push type is rejected with `BadTopic`, a
    /// reason that Bellhop chose. If `false`, the topic is only compared with the device token.
    public var refusesTopicOfOtherType = true
    /// Whether the push type may be in any letter case. Apple's pages use several spellings.
    public var ignoresCaseOfPushType = true
    /// The reason with which a second team on one connection is rejected. Apple documents that this
    /// is an error, but does not document the reason.
    public var secondTeamReason = RejectionReason.invalidProviderToken
    /// Whether a connection that has received an expired provider token rejects every later token,
    /// too. Some senders report this behaviour, and others deny it. The option is off by default.
    public var wedgesAfterExpiredProviderToken = false
    /// Whether a key of the other environment is rejected with the reason observed in responses,
    /// `BadEnvironmentKeyInToken`, rather than with the documented `BadEnvironmentKeyIdInToken`.
    public var sendsEnvironmentReasonAsSeenOnWire = true
    /// Whether the response to a rejected request has a `content-type` header. Apple's sample
    /// response has the header; a recorded response did not have it.
    public var sendsContentType = true
    /// The number of seconds after the deletion of an app during which requests for its tokens are
    /// still accepted, while their notifications are discarded. With 0, such requests are rejected
    /// with 410 immediately. Developers report that Apple waits for an unspecified time.
    public var unregisteredDelaySeconds = 0.0
    /// The rate limit for each device token; `nil` for no limit. Requests beyond the limit are
    /// rejected with `TooManyRequests`. Apple does not publish the limit.
    public var tokenRateLimit: TokenRateLimit?
    /// The number of consecutive rejections after which a connection ends; `nil` for no limit.
    /// Apple documents that APNs has such a limit and does not count 410, but does not publish the
    /// number.
    public var refusalsBeforeGoAway: Int?
    /// The bounds of ``streamCountBeforeToken`` and ``streamCountAfterToken``.
    public static let streamCountBounds = 0...10_000

    static func bounded(streamCount: Int) -> Int {
        min(max(streamCount, streamCountBounds.lowerBound), streamCountBounds.upperBound)
    }

    /// The number of streams that a client may have open before the service has received a valid
    /// provider token. Apple documents the value 1.
    public var streamCountBeforeToken = 1
    /// The number of streams that a client may have open after a valid provider token, or from the
    /// start with a certificate. Measurements show the value 1000.
    public var streamCountAfterToken = 1000
    /// The treatment of streams beyond the announced number, which is ``streamCountBeforeToken`` or
    /// ``streamCountAfterToken``.
    public var excessStreamRule = ExcessStreamRule.goAway
    /// Whether a rejection lowers the number of streams to 1 until the next request is accepted.
    /// Developers reported this in 2016, and Apple has since documented that rejections lower the
    /// capacity. The option is off by default.
    public var dropsStreamsAfterRefusal = false
    /// Whether a connection with a certificate of the other environment ends before its first
    /// request, with GOAWAY and `BadCertificateEnvironment`, as developers report. If `false`, each
    /// request is rejected with that reason.
    public var endsConnectionOfOtherEnvironment = true
    /// The condition under which requests are checked and processed but receive no response. The
    /// default is never.
    public var silence = Silence.never
    /// Whether a connection can be used only for the apps that were registered when its first valid
    /// provider token was processed; a later app needs a new connection. Apple documents this
    /// ("Establishing a token-based connection to APNs"). Bellhop chose the reason
    /// `TopicDisallowed`, and `TopicMismatch` for broadcasts and channels. The option is off by
    /// default, so that a test may register an app at any time.
    public var bindsConnectionsToApps = false

    /// Whether `apns-expiration` and `apns-priority` are required for a broadcast. Two developers'
    /// descriptions of Apple's page call them required. The reasons of the rejections are unknown;
    /// Bellhop chose `BadExpirationDate` and `BadPriority`. If this option is `false` and the
    /// headers are absent, only the storage policy applies, and priority 10 is assumed.
    public var requiresBroadcastHeaders = true

    public init() {}

    /// The names of the options in JSON.
    package static var names: [String] { CodingKeys.allCases.map(\.rawValue) }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case priorityRule = "priority_rule"
        case refusesTopicOfOtherType = "refuses_topic_of_other_type"
        case ignoresCaseOfPushType = "ignores_case_of_push_type"
        case secondTeamReason = "second_team_reason"
        case wedgesAfterExpiredProviderToken = "wedges_after_expired_provider_token"
        case sendsEnvironmentReasonAsSeenOnWire = "sends_environment_reason_as_seen_on_wire"
        case sendsContentType = "sends_content_type"
        case unregisteredDelaySeconds = "unregistered_delay_seconds"
        case tokenRateLimit = "token_rate_limit"
        case refusalsBeforeGoAway = "refusals_before_go_away"
        case streamCountBeforeToken = "stream_count_before_token"
        case streamCountAfterToken = "stream_count_after_token"
        case excessStreamRule = "excess_stream_rule"
        case dropsStreamsAfterRefusal = "drops_streams_after_refusal"
        case endsConnectionOfOtherEnvironment = "ends_connection_of_other_environment"
        case silence
        case bindsConnectionsToApps = "binds_connections_to_apps"
        case requiresBroadcastHeaders = "requires_broadcast_headers"
    }
}
