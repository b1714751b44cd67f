// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

/// How long the gateway keeps data that it no longer needs for sending.
///
/// Messages that are still to be sent are never removed. All other data has a retention time, so no
/// table grows without limit.
public struct Retention: Hashable, Sendable {
    private static let day = 24 * 3600

    /// The time for which messages that have ended are kept, with their deliveries: 30 days by
    /// default. A message with receipts is kept as long as its receipts.
    public var messageSeconds = 30 * day
    /// The time for which receipts are kept after the gateway received them. Default:
    /// `GatewayLimits.receiptSecondsMax`, 90 days.
    public var receiptSeconds = GatewayLimits.receiptSecondsMax
    /// The time for which unused tokens are kept: tokens that were replaced, have ended or are
    /// dead, and tokens that were used in messages and never registered. Default 30 days. The
    /// tokens are kept at least as long as messages, because deliveries refer to them.
    public var unusedTokenSeconds = 30 * day
    /// The time for which an installation is kept after its last registration: 270 days by default.
    public var installationSeconds = 270 * day
    /// The time for which campaigns that have ended are kept, with the outcome of each device: 90
    /// days by default.
    public var campaignSeconds = 90 * day
    /// The time for which archived templates are kept: 90 days by default.
    public var templateSeconds = 90 * day
    /// The time for which entries of the audit log are kept. Default:
    /// `GatewayLimits.auditSecondsDefault`, 730 days.
    public var auditSeconds = GatewayLimits.auditSecondsDefault
    /// The time for which the history of decisions about topics is kept: 3 years by default. The
    /// last decision about each topic is kept as long as its installation.
    public var consentSeconds = 3 * 365 * day
    /// The time for which orders to erase users are kept after they are done; they do not name the
    /// users. Default 365 days.
    public var erasureSeconds = 365 * day
    /// The time for which imports of an erased user are refused, if that was ordered: 3 years by
    /// default.
    public var tombstoneSeconds = 3 * 365 * day
    /// The maximum number of rows of a table that one transaction removes: 1,000 by default, so
    /// that other transactions wait for milliseconds and not for seconds.
    public var batchRows = 1000

    public init() {}

    /// The time for which inbox entries are kept: `GatewayLimits.inboxSecondsMax`, because apps
    /// cannot fetch older entries.
    var inboxSeconds: Int { GatewayLimits.inboxSecondsMax }

    /// The time for which events are kept: `GatewayLimits.eventSecondsMax`. Webhooks that are
    /// further behind miss the older events.
    var eventSeconds: Int { GatewayLimits.eventSecondsMax }

    /// The time for which idempotency keys are kept: `GatewayLimits.idempotencyKeySecondsMax`.
    var idempotencySeconds: Int { GatewayLimits.idempotencyKeySecondsMax }

    /// The time for which messages are kept, which is long enough for the inboxes and the
    /// idempotency keys that refer to them.
    var keptMessageSeconds: Int { max(messageSeconds, inboxSeconds, idempotencySeconds) }
    /// The time for which campaigns are kept, which is long enough for the inboxes that show them
    /// and the idempotency keys that refer to them.
    var keptCampaignSeconds: Int { max(campaignSeconds, inboxSeconds, idempotencySeconds) }
    var keptTokenSeconds: Int { max(unusedTokenSeconds, keptMessageSeconds) }
}

/// The result of removing old data.
public struct PurgeReport: Hashable, Sendable {
    /// The number of removed rows by table, without tables from which nothing was removed.
    public private(set) var rows: [String: Int] = [:]
    /// Whether there may be more rows to remove.
    public private(set) var hasMore = false

    public init() {}

    /// Notes that something else is left to remove.
    mutating func addUnfinished() { hasMore = true }

    mutating func add(_ count: Int, _ table: String, limit: Int) {
        guard count > 0 else { return }
        rows[table, default: 0] += count
        if count >= limit { hasMore = true }
    }
}
