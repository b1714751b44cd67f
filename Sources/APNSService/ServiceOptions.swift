// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What Apple leaves open about APNs, as switches; the defaults are what a new service does.
///
/// Each one says what is known. Where nothing is, the default is Bellhop's choice: the one that
/// shows a sender's mistake rather than hides it.
public struct ServiceOptions: Hashable, Sendable, Codable {
    /// What to answer to the priorities that Apple's table does not give a push type.
    public enum PriorityRule: String, Hashable, Sendable, Codable {
        /// Take any of 10, 5 and 1.
        case acceptAny = "accept-any"
        /// Refuse a priority that was sent and does not fit, accept the assumed 10 when none was
        /// sent.
        case refuseGiven = "refuse-given"
        /// Refuse also the 10 that is assumed when none was sent.
        case refuseAssumedToo = "refuse-assumed-too"
    }

    /// What becomes of a stream beyond the number that the client was told.
    public enum ExcessStreamRule: String, Hashable, Sendable, Codable {
        /// The connection ends with GOAWAY and the words
        /// `Maximum active streams violated for this endpoint.` Measured. A client that has not
        /// acknowledged the number yet may still exceed it.
        case goAway = "go-away"
        /// The stream is reset with REFUSED_STREAM, from the moment that the number was sent.
        case refuseStream = "refuse-stream"
    }

    /// When a connection takes requests and does not answer them any more.
    public enum Silence: String, Hashable, Sendable, Codable {
        case never
        /// From the first expired provider token on; reported of tokens that expired long ago.
        case afterExpiredProviderToken = "after-expired-provider-token"
        case always
    }

    /// How many notifications one device token takes within a time.
    public struct TokenRateLimit: Hashable, Sendable, Codable {
        /// The limit in notifications; at least 1, at most ``countBounds``.
        public var countMax: Int
        /// The time in seconds over which they are counted.
        public var seconds: Double
        private enum CodingKeys: String, CodingKey {
            case countMax = "count_max"
            case seconds
        }

        /// What ``countMax`` is kept to: the times of so many notifications are remembered for each
        /// token.
        public static let countBounds = 1...10_000

        public init(countMax: Int, seconds: Double) {
            self.countMax = min(
                max(countMax, Self.countBounds.lowerBound), Self.countBounds.upperBound)
            self.seconds = seconds
        }
    }

    /// Priorities by push type. Documented: 10 is an error for background pushes. Unknown: which
    /// answer.
    public var priorityRule = PriorityRule.refuseGiven
    /// Whether a topic whose suffix does not fit the push type is `BadTopic`. Chosen; otherwise it
    /// is accepted and held against the device token alone.
    public var refusesTopicOfOtherType = true
    /// Whether the push type may be spelled in any letter case. Reported: Apple's pages use
    /// several.
    public var ignoresCaseOfPushType = true
    /// The answer to a second team on one connection. Documented: an error; which one is not.
    public var secondTeamReason = RejectionReason.invalidProviderToken
    /// Whether a connection that saw an expired provider token refuses every later one as well.
    /// Reported by some senders, denied by others; off.
    public var wedgesAfterExpiredProviderToken = false
    /// Whether a key of the other environment is answered with the word seen on the wire,
    /// `BadEnvironmentKeyInToken`, rather than with the documented `BadEnvironmentKeyIdInToken`.
    public var sendsEnvironmentReasonAsSeenOnWire = true
    /// Whether a refusal names its content type. Apple's sample does, a recorded answer did not.
    public var sendsContentType = true
    /// How long after the removal of an app its tokens are still accepted, in seconds (and the
    /// notifications discarded). Reported: Apple waits for an unspecified time; 0 shows the 410 at
    /// once.
    public var unregisteredDelaySeconds = 0.0
    /// The limit for `TooManyRequests`; `nil` for none. Apple does not publish it.
    public var tokenRateLimit: TokenRateLimit?
    /// How many refusals in a row end a connection; `nil` for any number. Documented: APNs does
    /// this, and 410 does not count; the number is not published.
    public var refusalsBeforeGoAway: Int?
    /// What the numbers of streams are kept to.
    public static let streamCountBounds = 0...10_000

    static func bounded(streamCount: Int) -> Int {
        min(max(streamCount, streamCountBounds.lowerBound), streamCountBounds.upperBound)
    }

    /// Streams a connection may have open before a valid provider token came. Documented: 1.
    public var streamCountBeforeToken = 1
    /// Streams it may have open after that, or with a certificate from the start. Measured: 1000.
    public var streamCountAfterToken = 1000
    /// What becomes of a stream beyond that.
    public var excessStreamRule = ExcessStreamRule.goAway
    /// Whether a refusal lowers the number of streams to 1 until the next request is accepted.
    /// Reported for 2016; documented since: refusals lower the capacity. Off.
    public var dropsStreamsAfterRefusal = false
    /// Whether a connection with a certificate of the other environment ends before its first
    /// request, with GOAWAY and `BadCertificateEnvironment`. Reported; otherwise each request is
    /// answered with that reason.
    public var endsConnectionOfOtherEnvironment = true
    /// When requests are judged and carried out, but not answered. Off.
    public var silence = Silence.never

    /// Whether a broadcast has to say `apns-expiration` and `apns-priority`. Reported: two
    /// write-ups of Apple's page call them required. Unknown: which answer; `BadExpirationDate` and
    /// `BadPriority` are chosen. Otherwise nothing is said about storage and 10 is assumed.
    public var requiresBroadcastHeaders = true

    public init() {}

    /// The names that the switches have in JSON.
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
