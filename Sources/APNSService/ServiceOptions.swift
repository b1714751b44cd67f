// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Options for behaviour of APNs that Apple does not specify; a new service uses the defaults.
///
/// Each option states what is known. If nothing is known, the default is Bellhop's choice: the
/// behaviour that reveals a sender's mistake rather than hides it.
public struct ServiceOptions: Hashable, Sendable, Codable {
    /// What happens to a request whose priority Apple's table does not list for its push type.
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

    /// What happens to a stream beyond the announced maximum number of concurrent streams.
    public enum ExcessStreamRule: String, Hashable, Sendable, Codable {
        /// The connection ends with GOAWAY and the debug data `Maximum active streams violated for
        /// this endpoint.` Measured. A client that has not acknowledged the announced number yet
        /// may still exceed it.
        case goAway = "go-away"
        /// The stream is reset with REFUSED_STREAM, even if the client has not acknowledged the
        /// announced number yet.
        case refuseStream = "refuse-stream"
    }

    /// When a connection accepts requests but no longer responds to them.
    public enum Silence: String, Hashable, Sendable, Codable {
        case never
        /// From the first expired provider token on. Reported for tokens that expired long ago.
        case afterExpiredProviderToken = "after-expired-provider-token"
        case always
    }

    /// The number of notifications that are accepted for one device token within a period.
    public struct TokenRateLimit: Hashable, Sendable, Codable {
        /// The limit in notifications, within ``countBounds``.
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

    /// What happens to priorities that Apple does not list for a push type. Documented: 10 is an
    /// error for background pushes. Unknown: the reason of the rejection.
    public var priorityRule = PriorityRule.refuseGiven
    /// Whether a topic whose suffix does not fit the push type is rejected with `BadTopic`. Chosen.
    /// If `false`, the topic is only compared with the device token.
    public var refusesTopicOfOtherType = true
    /// Whether the push type may be in any letter case. Reported: Apple's pages use several.
    public var ignoresCaseOfPushType = true
    /// The reason with which a second team on one connection is rejected. Documented: this is an
    /// error; its reason is not documented.
    public var secondTeamReason = RejectionReason.invalidProviderToken
    /// Whether a connection that has received an expired provider token rejects every later token
    /// as well. Reported by some senders, denied by others; off by default.
    public var wedgesAfterExpiredProviderToken = false
    /// Whether a key of the other environment is rejected with the reason observed in responses,
    /// `BadEnvironmentKeyInToken`, rather than with the documented `BadEnvironmentKeyIdInToken`.
    public var sendsEnvironmentReasonAsSeenOnWire = true
    /// Whether the response to a rejected request has a `content-type` header. Apple's sample
    /// response has the header; a recorded response did not have it.
    public var sendsContentType = true
    /// The number of seconds after the deletion of an app during which requests for its tokens are
    /// still accepted and their notifications discarded. With 0, such requests get 410 immediately.
    /// Reported: Apple waits for an unspecified time.
    public var unregisteredDelaySeconds = 0.0
    /// The rate limit for each device token, beyond which requests get `TooManyRequests`; `nil` for
    /// no limit. Apple does not publish the limit.
    public var tokenRateLimit: TokenRateLimit?
    /// The number of consecutive rejections that ends a connection; `nil` for no limit. Documented:
    /// APNs has such a limit and does not count 410. Apple does not publish the number.
    public var refusalsBeforeGoAway: Int?
    /// The bounds of ``streamCountBeforeToken`` and ``streamCountAfterToken``.
    public static let streamCountBounds = 0...10_000

    static func bounded(streamCount: Int) -> Int {
        min(max(streamCount, streamCountBounds.lowerBound), streamCountBounds.upperBound)
    }

    /// The number of streams that a client may have open before the service has received a valid
    /// provider token. Documented: 1.
    public var streamCountBeforeToken = 1
    /// The number of streams that a client may have open after a valid provider token, or from the
    /// start with a certificate. Measured: 1000.
    public var streamCountAfterToken = 1000
    /// What happens to streams beyond these numbers.
    public var excessStreamRule = ExcessStreamRule.goAway
    /// Whether a rejection lowers the number of streams to 1 until the next request is accepted.
    /// Reported for 2016; documented since: rejections lower the capacity. Off by default.
    public var dropsStreamsAfterRefusal = false
    /// Whether a connection with a certificate of the other environment ends before its first
    /// request, with GOAWAY and `BadCertificateEnvironment`. Reported. If `false`, each request is
    /// rejected with that reason.
    public var endsConnectionOfOtherEnvironment = true
    /// When requests are checked and carried out but get no response. The default is never.
    public var silence = Silence.never

    /// Whether `apns-expiration` and `apns-priority` are required for a broadcast. Reported: two
    /// descriptions of Apple's page call them required. Unknown: the reasons of the rejections;
    /// `BadExpirationDate` and `BadPriority` are chosen. If `false` and they are absent, the
    /// storage policy alone applies and priority 10 is assumed.
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
        case requiresBroadcastHeaders = "requires_broadcast_headers"
    }
}
