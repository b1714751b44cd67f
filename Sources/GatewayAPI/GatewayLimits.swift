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
    /// Receipts that are kept of one message and installation: its events, and one for each of
    /// the actions that a person may choose. More are ignored.
    public static let receiptsPerMessageMax = 20
    /// How long receipts are kept, in seconds: 90 days.
    public static let receiptSecondsMax = 90 * 24 * 3600
    /// How long an app can fetch a message, in seconds: 30 days, unless it expires earlier.
    public static let inboxSecondsMax = 30 * 24 * 3600
    /// Messages of one page that an app fetches.
    public static let inboxEntriesMax = 500
    /// Messages of such a page when the request does not say.
    public static let inboxEntriesDefault = 100
    /// Bytes of the body of a call that an app makes: 256 KiB. More is answered with 413.
    public static let deviceBodyByteCountMax = 1 << 18
    /// Calls that one installation can make at once after a while of silence. More are answered
    /// with 429.
    public static let deviceCallBurstMax = 120
    /// Calls that one installation gets back in a minute.
    public static let deviceCallsPerMinute = 60
    /// After how many seconds an app may try again that was told 429.
    public static let deviceCallRetrySeconds = 60
    /// Installations whose calls are counted at a time.
    public static let callBudgetCountMax = 20_000
    /// Bytes of an installation's secret. 32 random bytes are 43 characters of Base64.
    public static let installationSecretByteCounts = 32...255
    /// Bytes of a public key: the longest that is in use has 1,216 (X-Wing).
    public static let publicKeyByteCountMax = 2_048
    /// Tokens that an installation may have. Beyond it the oldest of Live Activities are removed.
    public static let tokensPerInstallationMax = 200
    /// Tokens in one registration: the app's own and those of its Live Activities.
    public static let tokensPerRegistrationMax = 100
}
