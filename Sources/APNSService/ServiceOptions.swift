// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Options for behaviour of APNs that Apple does not specify; a new service uses the defaults.
///
/// Each option states what is known. If nothing is known, the default is Bellhop's choice: the
/// behaviour that reveals a sender's mistake rather than hides it.
public struct ServiceOptions: Hashable, Sendable, Codable {
    /// The handling of priorities that Apple's table does not list for a push type.
    public enum PriorityRule: String, Hashable, Sendable, Codable {
        /// Accept 10, 5 and 1 for every push type.
        case acceptAny = "accept-any"
        /// Reject a priority that was sent and is not listed, but accept the assumed 10 when none
        /// was sent.
        case refuseGiven = "refuse-given"
        /// Reject also the 10 that is assumed when none was sent.
        case refuseAssumedToo = "refuse-assumed-too"
    }

    /// The handling of a stream beyond the announced number.
    public enum ExcessStreamRule: String, Hashable, Sendable, Codable {
        /// The connection ends with GOAWAY and the debug data `Maximum active streams violated for
        /// this endpoint.` Measured. A client that has not acknowledged the number yet may still
        /// exceed it.
        case goAway = "go-away"
        /// The stream is reset with REFUSED_STREAM, as soon as the number was sent.
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
        /// The period in seconds over which they are counted.
        public var seconds: Double
        private enum CodingKeys: String, CodingKey {
            case countMax = "count_max"
            case seconds
        }

        /// The bounds of ``countMax``; the times of that many notifications are stored for each
        /// token.
        public static let countBounds = 1...10_000

        public init(countMax: Int, seconds: Double) {
            self.countMax = min(
                max(countMax, Self.countBounds.lowerBound), Self.countBounds.upperBound)
            self.seconds = seconds
        }
    }

    /// Priorities by push type. Documented: 10 is an error for background pushes. Unknown: the
    /// reason of the rejection.
    public var priorityRule = PriorityRule.refuseGiven
    /// Whether a topic whose suffix does not fit the push type is `BadTopic`. Chosen; if `false`,
    /// it is accepted and only compared with the device token.
    public var refusesTopicOfOtherType = true
    /// Whether the push type may be in any letter case. Reported: Apple's pages use several.
    public var ignoresCaseOfPushType = true
    /// The reason with which a second team on one connection is rejected. Documented: this is an
    /// error; its reason is not documented.
    public var secondTeamReason = RejectionReason.invalidProviderToken
    /// Whether a connection that has received an expired provider token rejects every later one as
    /// well. Reported by some senders, denied by others; off by default.
    public var wedgesAfterExpiredProviderToken = false
    /// Whether a key of the other environment is rejected with the reason observed in responses,
    /// `BadEnvironmentKeyInToken`, rather than with the documented `BadEnvironmentKeyIdInToken`.
    public var sendsEnvironmentReasonAsSeenOnWire = true
    /// Whether a rejection has a content type. Apple's sample has one, a recorded response did not.
    public var sendsContentType = true
    /// The time in seconds after the removal of an app during which its tokens are still accepted
    /// and the notifications discarded. Reported: Apple waits for an unspecified time; with 0 the
    /// status is 410 immediately.
    public var unregisteredDelaySeconds = 0.0
    /// The limit for `TooManyRequests`; `nil` for none. Apple does not publish the limit.
    public var tokenRateLimit: TokenRateLimit?
    /// The number of consecutive rejections that ends a connection; `nil` for no limit. Documented:
    /// APNs does this, and 410 does not count; the number is not published.
    public var refusalsBeforeGoAway: Int?
    /// The bounds of the numbers of streams.
    public static let streamCountBounds = 0...10_000

    static func bounded(streamCount: Int) -> Int {
        min(max(streamCount, streamCountBounds.lowerBound), streamCountBounds.upperBound)
    }

    /// The streams that a connection may have open before a valid provider token was received.
    /// Documented: 1.
    public var streamCountBeforeToken = 1
    /// The streams that it may have open after that, or from the start with a certificate.
    /// Measured: 1000.
    public var streamCountAfterToken = 1000
    /// The handling of further streams.
    public var excessStreamRule = ExcessStreamRule.goAway
    /// Whether a rejection lowers the number of streams to 1 until the next request is accepted.
    /// Reported for 2016; documented since: rejections lower the capacity. Off by default.
    public var dropsStreamsAfterRefusal = false
    /// Whether a connection with a certificate of the other environment ends before its first
    /// request, with GOAWAY and `BadCertificateEnvironment`. Reported. If `false`, each request is
    /// rejected with that reason.
    public var endsConnectionOfOtherEnvironment = true
    /// When requests are checked and carried out but get no response. Never by default.
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
