// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

/// The receipts of one installation in one request.
struct ReceiptReport: Sendable {
    let installationID: String
    let receipts: [Receipt]
    /// The number of installations that this one represents, times 100: more than 100 if the app
    /// stores the receipts of only a part of its installations.
    var weight: Int64 = 100
}

/// Finds the messages and campaigns to which receipts belong, as steps of one transaction. Many
/// receipts are looked up by a few statements.
enum SQLReceiptTargets {
    /// A join in the order of the statement. Otherwise, SQLite would read all parts of a campaign
    /// for each installation, because it does not know that few of a campaign's parts belong to a
    /// unit.
    private static let then: SQL = "\(sqlite: "CROSS JOIN", postgres: "JOIN")"
    /// The number of outcome parts that one statement reads.
    private static let partsPerStatement = 50

    /// An installation, and a message or campaign that its receipts name.
    struct Pair: Hashable {
        let installationID: String
        /// The identifier in lower case.
        let id: String

        init(_ installationID: String, _ id: String) {
            self.installationID = installationID
            self.id = id.lowercased()
        }
    }

    /// A message or a campaign that was sent to an installation, or may still be.
    struct Target {
        /// The number of the message, or the negated number of the campaign.
        let number: Int64
        /// What the sums of a campaign's receipts distinguish; `nil` for a message.
        var facts: Facts?
    }

    /// What the sums of a campaign's receipts distinguish.
    struct Facts {
        /// The time of the campaign's start, in milliseconds since 1970.
        let startedAt: Int64
        /// The variant that was sent; `nil` if the outcome is not stored yet.
        let variant: UInt8?
        let locale: String
        let appVersion: String
    }

    /// What must be known about an installation.
    fileprivate struct Installation {
        let number: Int64
        let app: Int64
        let locale: String
        let appVersion: String
    }

    static func find(
        _ db: isolated SQLStore.Connection, _ reports: [ReceiptReport]
    ) async throws -> [Pair: Target] {
        let pairs = Set(
            reports.flatMap { report in
                report.receipts.map { Pair(report.installationID, $0.message) }
            })
        guard !pairs.isEmpty else { return [:] }
        var targets = try await messages(db, Array(pairs))
        let others = pairs.filter { targets[$0] == nil }
        for (pair, target) in try await campaigns(db, Array(others)) { targets[pair] = target }
        return targets
    }

    private static func messages(
        _ db: isolated SQLStore.Connection, _ pairs: [Pair]
    ) async throws -> [Pair: Target] {
        let table = SQLTable().with("pair", integers: pairs.indices.map { Int64($0) })
            .with("pair_installation", texts: pairs.map(\.installationID))
            .with("pair_message", texts: pairs.map(\.id))
        let rows = try await db.rows(
            """
            SELECT r.pair, m.no FROM \(table, as: "r")
            JOIN installation i ON i.id = r.pair_installation
            JOIN message m ON m.id = r.pair_message
            WHERE EXISTS (SELECT 1 FROM inbox x WHERE x.installation = i.no AND x.message = m.no)
                OR EXISTS (SELECT 1 FROM delivery d
                    WHERE d.installation = i.no AND d.message = m.no)
            """)
        var targets: [Pair: Target] = [:]
        for row in rows {
            targets[pairs[try row.value("pair")]] = Target(number: try row.value("no"))
        }
        return targets
    }

    // MARK: Campaigns

    /// An installation and a campaign of its app.
    fileprivate struct Candidate {
        let pair: Pair
        let installation: Installation
        let campaign: SQLInboxCampaigns.Facts
    }

    private static func campaigns(
        _ db: isolated SQLStore.Connection, _ pairs: [Pair]
    ) async throws -> [Pair: Target] {
        guard !pairs.isEmpty else { return [:] }
        let ids = Set(pairs.map(\.id)).sorted()
        let rows = try await db.rows(
            """
            SELECT \(SQLInboxCampaigns.Facts.columns), c.app FROM campaign c WHERE c.id \(in: ids)
            """)
        guard !rows.isEmpty else { return [:] }
        var campaigns: [String: (app: Int64, facts: SQLInboxCampaigns.Facts)] = [:]
        for row in rows {
            guard let facts = try? SQLInboxCampaigns.Facts(row) else { continue }
            campaigns[facts.id] = (try row.value("app"), facts)
        }
        let installations = try await installations(db, pairs)
        let candidates = pairs.compactMap { pair -> Candidate? in
            guard let campaign = campaigns[pair.id],
                let installation = installations[pair.installationID],
                installation.app == campaign.app
            else { return nil }
            return Candidate(pair: pair, installation: installation, campaign: campaign.facts)
        }
        return try await sent(db, candidates)
    }

    private static func installations(
        _ db: isolated SQLStore.Connection, _ pairs: [Pair]
    ) async throws -> [String: Installation] {
        let ids = Set(pairs.map(\.installationID)).sorted()
        let rows = try await db.rows(
            "SELECT id, no, app, locale, app_version FROM installation WHERE id \(in: ids)")
        var installations: [String: Installation] = [:]
        for row in rows {
            installations[try row.value("id")] = Installation(
                number: try row.value("no"), app: try row.value("app"),
                locale: try row.optional("locale") ?? "",
                appVersion: try row.optional("app_version") ?? "")
        }
        return installations
    }

    /// Returns those candidates whose campaign was sent to the installation, or may still be.
    ///
    /// The order of the statements matters outside of a snapshot, as in ``SQLInboxCampaigns``.
    private static func sent(
        _ db: isolated SQLStore.Connection, _ candidates: [Candidate]
    ) async throws -> [Pair: Target] {
        let planned = candidates.filter(\.campaign.isPlanned)
        let units = try await units(db, planned)
        let codes = try await codes(db, planned, units)
        var targets: [Pair: Target] = [:]
        for candidate in candidates where !candidate.campaign.isPlanned {
            guard !candidate.campaign.state.isTerminal else { continue }
            targets[candidate.pair] = candidate.target(variant: nil)
        }
        for (index, candidate) in planned.enumerated() {
            if let code = codes[index] {
                let standing = SQLInboxCampaigns.standing(code, candidate.campaign.state)
                guard standing != .hidden else { continue }
                targets[candidate.pair] = candidate.target(variant: code.variant)
            } else if let unit = units[index], unit.isOpen,
                unit.mark < candidate.installation.number,
                unit.isOwned || !candidate.campaign.state.isTerminal
            {
                targets[candidate.pair] = candidate.target(variant: nil)
            }
        }
        return targets
    }

    /// The unit that contains an installation.
    private struct Unit {
        let number: Int64
        let isOpen: Bool
        let mark: Int64
        let isOwned: Bool
    }

    private static func units(
        _ db: isolated SQLStore.Connection, _ candidates: [Candidate]
    ) async throws -> [Int: Unit] {
        guard !candidates.isEmpty else { return [:] }
        let table = SQLTable().with("pair", integers: candidates.indices.map { Int64($0) })
            .with("pair_campaign", integers: candidates.map(\.campaign.number))
            .with("pair_installation", integers: candidates.map(\.installation.number))
        let rows = try await db.rows(
            """
            SELECT r.pair, u.no, u.is_open, u.mark, u.owner
            FROM \(table, as: "r") \(Self.then) unit u
                ON u.campaign = r.pair_campaign AND u.first = (
                SELECT max(x.first) FROM unit x
                WHERE x.campaign = r.pair_campaign AND x.first <= r.pair_installation)
            WHERE u.last >= r.pair_installation
            """)
        var units: [Int: Unit] = [:]
        for row in rows {
            let unit = Unit(
                number: try row.value("no"), isOpen: try row.value("is_open"),
                mark: try row.value("mark"), isOwned: row["owner"]?.isNull == false)
            let index: Int = try row.value("pair")
            // If there are units for several due times, the unit that may still be sent takes
            // precedence.
            if let known = units[index], known.isOpen { continue }
            units[index] = unit
        }
        return units
    }

    private struct PartKey: Hashable, Comparable {
        let campaign: Int64
        let unit: Int64
        let writer: Int64
        let number: Int64

        static func < (a: PartKey, b: PartKey) -> Bool {
            (a.campaign, a.unit, a.writer, a.number) < (b.campaign, b.unit, b.writer, b.number)
        }
    }

    /// Returns the outcomes of the candidates. A part that cannot be read is left out.
    private static func codes(
        _ db: isolated SQLStore.Connection, _ candidates: [Candidate], _ units: [Int: Unit]
    ) async throws -> [Int: OutcomeCode] {
        guard !candidates.isEmpty else { return [:] }
        let table = SQLTable().with("pair", integers: candidates.indices.map { Int64($0) })
            .with("pair_campaign", integers: candidates.map(\.campaign.number))
            .with("pair_installation", integers: candidates.map(\.installation.number))
        let rows = try await db.rows(
            """
            SELECT r.pair, p.campaign, p.unit, p.writer, p.no
            FROM \(table, as: "r") \(Self.then) unit u
                ON u.campaign = r.pair_campaign AND u.first = (
                SELECT max(x.first) FROM unit x
                WHERE x.campaign = r.pair_campaign AND x.first <= r.pair_installation)
            \(Self.then) outcome_part p ON p.campaign = u.campaign AND p.unit = u.no
            WHERE p.first <= r.pair_installation AND p.last >= r.pair_installation
            """)
        var places: [PartKey: [Int]] = [:]
        for row in rows {
            let key = PartKey(
                campaign: try row.value("campaign"), unit: try row.value("unit"),
                writer: try row.value("writer"), number: try row.value("no"))
            places[key, default: []].append(try row.value("pair"))
        }
        var codes: [Int: OutcomeCode] = [:]
        var rest = places.keys.sorted()[...]
        while !rest.isEmpty {
            let keys = Array(rest.prefix(partsPerStatement))
            rest = rest.dropFirst(partsPerStatement)
            for (key, entries) in try await parts(db, keys) {
                var indexes: [Int64: Int] = [:]
                for index in places[key] ?? [] {
                    indexes[candidates[index].installation.number] = index
                }
                for entry in entries {
                    if let index = indexes[entry.installation] { codes[index] = entry.code }
                }
            }
        }
        return codes
    }

    private static func parts(
        _ db: isolated SQLStore.Connection, _ keys: [PartKey]
    ) async throws -> [(PartKey, [OutcomePart.Entry])] {
        let table = SQLTable().with("part_campaign", integers: keys.map(\.campaign))
            .with("part_unit", integers: keys.map(\.unit))
            .with("part_writer", integers: keys.map(\.writer))
            .with("part_no", integers: keys.map(\.number))
        let rows = try await db.rows(
            """
            SELECT p.campaign, p.unit, p.writer, p.no, p.first, p.last, p.count, p.bytes
            FROM \(table, as: "r") JOIN outcome_part p ON p.campaign = r.part_campaign
                AND p.unit = r.part_unit AND p.writer = r.part_writer AND p.no = r.part_no
            ORDER BY p.campaign, p.unit, p.writer, p.no
            """)
        return try rows.compactMap { row in
            let key = PartKey(
                campaign: try row.value("campaign"), unit: try row.value("unit"),
                writer: try row.value("writer"), number: try row.value("no"))
            guard let entries = try? SQLWorkClaim.part(row).entries() else { return nil }
            return (key, entries)
        }
    }
}

extension SQLReceiptTargets.Candidate {
    fileprivate func target(variant: UInt8?) -> SQLReceiptTargets.Target {
        SQLReceiptTargets.Target(
            number: -campaign.number,
            facts: SQLReceiptTargets.Facts(
                startedAt: campaign.createdAt, variant: variant, locale: installation.locale,
                appVersion: installation.appVersion))
    }
}
