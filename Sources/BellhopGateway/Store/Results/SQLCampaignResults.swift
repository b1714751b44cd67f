// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

/// The filter of a campaign's outcomes.
struct CampaignResultFilter: Hashable, Sendable {
    var outcome: OutcomeCode.Kind?
    var reason: String?

    func takes(_ code: OutcomeCode) -> Bool {
        (outcome == nil || code.kind == outcome) && (reason == nil || code.reason == reason)
    }
}

/// Reads the results of a campaign for each installation, as steps of one transaction.
enum SQLCampaignResults {
    /// The maximum number of outcome parts that one page reads. A part has at most a few thousand
    /// outcomes.
    private static let partsMax = 100
    /// The number of parts, or of deliveries that are tried again, in one statement.
    private static let partsPerStatement = 10
    private static let rowsPerStatement = 1000

    struct Page: Sendable {
        var entries: [CampaignDeliveryResource] = []
        var next: CampaignResultCursor?
    }

    /// One installation's outcome.
    private struct Found {
        let installation: Int64
        let code: OutcomeCode
    }

    static func page(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number,
        _ filter: CampaignResultFilter, after start: CampaignResultCursor, limit: Int
    ) async throws -> Page {
        var cursor: CampaignResultCursor? = start
        var found: [Found] = []
        var parts = 0
        while let here = cursor, found.count < limit, parts < partsMax {
            let room = limit - found.count
            if here.phase == .open {
                cursor = try await readOpen(db, campaign, filter, here, room, into: &found)
                parts += 1
            } else {
                cursor = try await readParts(
                    db, campaign, filter, here, room, into: &found, count: &parts)
            }
        }
        let names = try await names(db, of: found.map(\.installation))
        let entries = found.map { one in
            CampaignDeliveryResource(
                installation: names[one.installation], outcome: one.code.kind.name,
                reason: one.code.reason.isEmpty ? nil : one.code.reason,
                variant: Int(one.code.variant))
        }
        return Page(entries: entries, next: cursor)
    }

    /// Reads outcomes from some parts.
    ///
    /// - Returns: the position after them; `nil` at the end.
    private static func readParts(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number,
        _ filter: CampaignResultFilter, _ start: CampaignResultCursor, _ room: Int,
        into found: inout [Found], count: inout Int
    ) async throws -> CampaignResultCursor? {
        var cursor = start
        let end = found.count + room
        let rows = try await db.rows(parts(of: campaign, at: start, limit: partsPerStatement))
        for row in rows {
            let place: [Int64] = [
                try row.value("unit"), try row.value("writer"), try row.value("no"),
            ]
            if place != [cursor.unit, cursor.writer, cursor.part] {
                (cursor.unit, cursor.writer, cursor.part) = (place[0], place[1], place[2])
                cursor.after = 0
            }
            for entry in try entries(row) where entry.installation > cursor.after {
                cursor.after = entry.installation
                // This outcome is not the final one: the final outcome is in a part for retries, or
                // the retry is still open.
                let isLater = start.phase == .units && entry.code.kind == .retrying
                guard !isLater, filter.takes(entry.code) else { continue }
                found.append(Found(installation: entry.installation, code: entry.code))
                if found.count == end { return cursor }
            }
            count += 1
            (cursor.part, cursor.after) = (cursor.part + 1, 0)
        }
        if rows.count == partsPerStatement { return cursor }
        switch start.phase {
        case .units:
            return CampaignResultCursor(phase: .retries, unit: 0, writer: 0, part: 0, after: 0)
        case .retries:
            return CampaignResultCursor(
                phase: .open, unit: 0, writer: cursor.writer, part: cursor.part, after: 0)
        case .open, .late: return nil
        }
    }

    private static func entries(_ row: SQLRow) throws -> [OutcomePart.Entry] {
        do { return try SQLWorkClaim.part(row).entries() } catch is OutcomePartError {
            throw SQLValueError(column: "outcome_part.bytes")
        }
    }

    /// Reads the deliveries that are still to be retried.
    private static func readOpen(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number,
        _ filter: CampaignResultFilter, _ start: CampaignResultCursor, _ room: Int,
        into found: inout [Found]
    ) async throws -> CampaignResultCursor {
        var cursor = start
        let end = found.count + room
        let rows = try await db.rows(
            open(of: campaign, after: start.after, limit: rowsPerStatement))
        for row in rows {
            cursor.after = try row.value("no")
            let code = OutcomeCode(
                .retrying, variant: UInt8(clamping: try row.value("variant") as Int64),
                reason: try row.value("reason"))
            guard filter.takes(code) else { continue }
            found.append(Found(installation: try row.value("installation"), code: code))
            if found.count == end { return cursor }
        }
        if rows.count == rowsPerStatement { return cursor }
        (cursor.phase, cursor.after) = (.late, 0)
        return cursor
    }

    private static func names(
        _ db: isolated SQLStore.Connection, of installations: [Int64]
    ) async throws -> [Int64: String] {
        guard !installations.isEmpty else { return [:] }
        let rows = try await db.rows(
            "SELECT no, id FROM installation WHERE no \(in: installations)")
        var names: [Int64: String] = [:]
        for row in rows { names[try row.value("no")] = try row.value("id") }
        return names
    }

    // MARK: Statements

    private static func parts(
        of campaign: Campaign.Number, at cursor: CampaignResultCursor, limit: Int
    ) -> SQL {
        let (unit, writer, part) = (cursor.unit, cursor.writer, cursor.part)
        let place: SQL
        if cursor.phase == .units {
            place = "p.unit >= 1 AND (p.unit, p.writer, p.no) >= (\(unit), \(writer), \(part))"
        } else {
            place = "p.unit = 0 AND (p.writer, p.no) >= (\(writer), \(part))"
        }
        return """
            SELECT p.unit, p.writer, p.no, p.first, p.last, p.count, p.bytes FROM outcome_part p
            WHERE p.campaign = \(campaign) AND \(place)
            ORDER BY p.unit, p.writer, p.no LIMIT \(limit)
            """
    }

    private static func open(of campaign: Campaign.Number, after row: Int64, limit: Int) -> SQL {
        """
        SELECT no, installation, variant, reason FROM campaign_row
        WHERE campaign = \(campaign) AND no > \(row) ORDER BY no LIMIT \(limit)
        """
    }
}

extension CampaignResultCursor {
    init(phase: Phase, unit: Int64, writer: Int64, part: Int64, after: Int64) {
        self.init()
        self.phase = phase
        (self.unit, self.writer, self.part, self.after) = (unit, writer, part, after)
    }
}
