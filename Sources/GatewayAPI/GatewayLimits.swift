// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What the gateway takes at most; every limit of its HTTP API stands here.
public enum GatewayLimits {
    /// Bytes of a request's body: 1 MiB. More is answered with 413.
    public static let bodyByteCountMax = 1 << 20
    /// Objects and arrays inside each other in a body.
    public static let jsonDepthMax = 32
    /// Deliveries that one message may make. More is answered with 422.
    public static let deliveriesPerMessageMax = 10_000
    /// Entries of one page of a listing.
    public static let pageEntriesMax = 1_000
    /// Entries of a page when the request does not say.
    public static let pageEntriesDefault = 100
    /// Bytes of an installation's, user's or app's name and of similar short texts.
    public static let nameByteCountMax = 255
    /// Bytes of an `Idempotency-Key`.
    public static let idempotencyKeyByteCountMax = 255
    /// How long an `Idempotency-Key` is remembered, in seconds: 48 hours.
    public static let idempotencyKeySecondsMax = 48 * 3600
    /// How far ahead a message may expire, in seconds: 30 days, which is what APNs stores at most
    /// ("Sending notification requests to APNs").
    public static let lifetimeSecondsMax = 30 * 24 * 3600
    /// Receipts of one call.
    public static let receiptsPerBatchMax = 100
    /// Tokens in one registration: the app's own and those of its Live Activities.
    public static let tokensPerRegistrationMax = 100
}
