// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts the receipts of campaigns when they are stored, as steps of one transaction, so that a
/// report reads a few sums and no receipts.
enum SQLReceiptSums {
    /// What a sum is grouped by. The database contains the raw values of this type.
    enum Dimension: String, Sendable {
        /// All installations; the value is empty.
        case all
        /// The hour of the event, in hours since 1970.
        case hour
        /// The number of the content's variant.
        case variant
        case locale
        case appVersion = "app_version"
        /// The identifier of the action that the person chose.
        case action
    }

    /// The maximum number of values of one dimension and event of a campaign. Further values are
    /// counted as ``other``, because locales and versions come from devices.
    static let valuesMax = 500
    static let other = "other"

    private static let millisecondsPerHour: Int64 = 3_600_000

    private struct Key: Hashable, Comparable {
        let campaign: Int64
        let event: String
        let dimension: String
        var value: String

        static func < (a: Key, b: Key) -> Bool {
            (a.campaign, a.event, a.dimension, a.value) < (
                b.campaign, b.event, b.dimension, b.value
            )
        }
    }

    private struct Sum {
        var count: Int64 = 0
        var weight: Int64 = 0

        mutating func add(_ other: Sum) {
            count += other.count
            weight += other.weight
        }
    }

    /// Counts receipts that have just been stored.
    static func add(
        _ db: isolated SQLStore.Connection, _ receipts: [SQLReceipts.New], now: Date
    ) async throws {
        var sums: [Key: Sum] = [:]
        for one in receipts {
            guard let facts = one.target.facts else { continue }
            for (dimension, value) in values(of: one, facts, now: now) {
                let key = Key(
                    campaign: -one.target.number, event: one.receipt.event.rawValue,
                    dimension: dimension.rawValue, value: value)
                sums[key, default: Sum()].add(Sum(count: 1, weight: one.report.weight))
            }
        }
        guard !sums.isEmpty else { return }
        sums = try await limited(db, sums)
        let rows = sums.sorted { $0.key < $1.key }
        let table = SQLTable().with("sum_campaign", integers: rows.map(\.key.campaign))
            .with("sum_event", texts: rows.map(\.key.event))
            .with("sum_dimension", texts: rows.map(\.key.dimension))
            .with("sum_value", texts: rows.map(\.key.value))
            .with("sum_count", integers: rows.map(\.value.count))
            .with("sum_weight", integers: rows.map(\.value.weight))
        try await db.run(
            """
            INSERT INTO receipt_sum (campaign, event, dimension, value, count, weight)
            SELECT r.sum_campaign, r.sum_event, r.sum_dimension, r.sum_value, r.sum_count,
                r.sum_weight
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (campaign, event, dimension, value) DO UPDATE
                SET count = receipt_sum.count + excluded.count,
                    weight = receipt_sum.weight + excluded.weight
            """)
    }

    /// Returns the sums to which a receipt adds. If an installation reports several actions, each
    /// adds to the sum of its action, but only the first adds to the other sums.
    private static func values(
        of one: SQLReceipts.New, _ facts: SQLReceiptTargets.Facts, now: Date
    ) -> [(Dimension, String)] {
        var values: [(Dimension, String)] = []
        if one.receipt.event == .action { values.append((.action, one.action)) }
        guard one.isFirst else { return values }
        // The phone's clock may be wrong; the event was after the start and before now.
        let at = min(
            max(one.receipt.at.storedMilliseconds, facts.startedAt), now.storedMilliseconds)
        values += [
            (.all, ""), (.hour, String(at / millisecondsPerHour)), (.locale, facts.locale),
            (.appVersion, facts.appVersion),
        ]
        if let variant = facts.variant { values.append((.variant, String(variant))) }
        return values
    }

    /// Replaces new values with ``other`` if their dimension has reached the maximum.
    private static func limited(
        _ db: isolated SQLStore.Connection, _ sums: [Key: Sum]
    ) async throws -> [Key: Sum] {
        let campaigns = Set(sums.keys.map(\.campaign)).sorted()
        let groups = try await db.rows(
            """
            SELECT campaign, event, dimension, count(*) AS n FROM receipt_sum
            WHERE campaign \(in: campaigns) GROUP BY campaign, event, dimension
            """)
        var limited = sums
        for group in groups where try group.value("n") >= Int64(valuesMax) {
            let campaign: Int64 = try group.value("campaign")
            let event: String = try group.value("event")
            let dimension: String = try group.value("dimension")
            let rows = try await db.rows(
                """
                SELECT value FROM receipt_sum WHERE campaign = \(campaign) AND event = \(event)
                    AND dimension = \(dimension)
                """)
            let known = Set(try rows.firstColumn(as: String.self))
            for (key, sum) in limited
            where key.campaign == campaign && key.event == event && key.dimension == dimension
                && !known.contains(key.value) && key.value != other
            {
                limited[key] = nil
                var replaced = key
                replaced.value = other
                limited[replaced, default: Sum()].add(sum)
            }
        }
        return limited
    }

    /// One sum.
    struct Entry: Sendable {
        let event: Receipt.Event
        let dimension: Dimension
        let value: String
        /// The number of installations whose receipts were stored.
        let count: Int
        /// The number of installations that these represent.
        let estimate: Int
    }

    /// Returns the sums of a campaign. Those of unknown events and dimensions are left out.
    static func entries(
        _ db: isolated SQLStore.Connection, of campaign: Campaign.Number
    ) async throws -> [Entry] {
        try await db.rows(
            """
            SELECT event, dimension, value, count, weight FROM receipt_sum
            WHERE campaign = \(campaign) ORDER BY event, dimension, value
            """
        ).compactMap { row in
            guard let event = Receipt.Event(rawValue: try row.value("event")),
                let dimension = Dimension(rawValue: try row.value("dimension"))
            else { return nil }
            let weight: Int64 = try row.value("weight")
            return Entry(
                event: event, dimension: dimension, value: try row.value("value"),
                count: try row.value("count"), estimate: Int((weight + 50) / 100))
        }
    }
}
