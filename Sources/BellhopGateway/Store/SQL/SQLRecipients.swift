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

/// Finds the tokens to which messages go, as steps of the transaction that stores the messages.
enum SQLRecipients {
    /// A token to which a message goes.
    struct Recipient {
        let endpoint: Int64
        let token: DeviceToken
        let environment: APNSEnvironment
        var transport = PushTransport.apns
        let installation: Int64?
        var installationID: String?
        let state: TokenState
        /// Whether the person allows what the message shows.
        var consents = true
        /// Whether nothing is sent for the app, because another sender sends its notifications.
        var isShadow = false

        /// The reason for which the message is not sent to the token; `nil` if it is sent.
        var suppression: String? {
            if !state.isUsable { return DeliveryPolicy.suppressionReason(state) }
            if !consents { return OutcomeCode.Reason.noConsent }
            return isShadow ? OutcomeCode.Reason.shadow : nil
        }
    }

    /// A message whose recipients are to be found.
    struct Wanted {
        /// The message's position in its batch.
        let place: Int
        let app: Int64
        let message: NewMessage
        let now: Date
    }

    /// The error when messages together have so many recipients that each needs a transaction of
    /// its own.
    struct TooManyTogether: Error {}

    /// The values that messages must have in common so that one statement finds their recipients.
    private struct Selection: Hashable {
        let isUser: Bool
        let tokens: TokenChoice
        /// Whether only people who allow alerts get the messages.
        let needsConsent: Bool
    }

    /// Returns the tokens to which messages go, by the messages' positions; for each message, at
    /// most one token more than it permits.
    ///
    /// On PostgreSQL, the installations and then the tokens are locked. So a simultaneous
    /// registration either ends first, and its changes are visible here, or begins later and finds
    /// the deliveries that are queued here.
    static func find(
        _ db: isolated SQLStore.Connection, _ wanted: [Wanted]
    ) async throws -> [Int: [Recipient]] {
        var found: [Int: [Recipient]] = [:]
        var selections: [Selection: [Wanted]] = [:]
        var tokens: [Wanted] = []
        for one in wanted {
            guard let isUser = one.message.target.isUser else {
                tokens.append(one)
                continue
            }
            let selection = Selection(
                isUser: isUser, tokens: one.message.tokens,
                needsConsent: one.message.pushType == .alert)
            selections[selection, default: []].append(one)
        }
        if db.dialect == .postgres, !selections.isEmpty {
            try await lock(db, wanted)
        }
        for (selection, wanted) in selections {
            found.merge(try await find(db, wanted, selection)) { $1 }
        }
        found.merge(try await ensureTokens(db, tokens)) { $1 }
        return found
    }

    /// Returns messages as rows that name their targets.
    private static func table(_ wanted: [Wanted]) -> SQLTable {
        SQLTable().with("place", integers: wanted.map { Int64($0.place) })
            .with("target_app", integers: wanted.map(\.app))
            .with("target", texts: wanted.map(\.message.target.name))
    }

    /// Locks the installations of users and the installations that are targets, in the order of
    /// their numbers.
    private static func lock(
        _ db: isolated SQLStore.Connection, _ wanted: [Wanted]
    ) async throws {
        let users = table(wanted.filter { $0.message.target.isUser == true })
        let installations = table(wanted.filter { $0.message.target.isUser == false })
        try await db.run(
            """
            SELECT i.no FROM installation i
            WHERE i.no IN (
                SELECT u.no FROM \(users, as: "r")
                    JOIN installation u ON u.app = r.target_app AND u.user_id = r.target
                UNION ALL
                SELECT n.no FROM \(installations, as: "r")
                    JOIN installation n ON n.id = r.target AND n.app = r.target_app)
            ORDER BY i.no FOR NO KEY UPDATE
            """)
    }

    private static func find(
        _ db: isolated SQLStore.Connection, _ wanted: [Wanted], _ selection: Selection
    ) async throws -> [Int: [Recipient]] {
        let target: SQL =
            selection.isUser
            ? "i.app = r.target_app AND i.user_id = r.target"
            : "i.id = r.target AND i.app = r.target_app"
        let consents: SQL = selection.needsConsent ? SQLCampaigns.consents : "1"
        let limit = (wanted.map(\.message.deliveriesMax).max() ?? 0) + 1
        // SQLite reads the tables of a CROSS JOIN in this order.
        var statement: SQL = """
            SELECT r.place, e.no, e.address, e.environment, e.transport, e.installation,
                i.id AS installation_id, e.state, \(consents) AS consents
            FROM \(table(wanted), as: "r") \(sqlite: "CROSS JOIN", postgres: "JOIN")
                installation i ON \(target)
                JOIN endpoint e ON e.installation = i.no
            WHERE e.family \(in: selection.tokens.families.map(\.rawValue).sorted())
                AND \(SQLTransports.preferred("e"))
            """
        if let type = selection.tokens.attributesType {
            statement += " AND (e.attributes_type IS NULL OR e.attributes_type = \(type))"
        }
        if let activity = selection.tokens.activity {
            statement += " AND e.activity = \(activity)"
        }
        statement += " ORDER BY r.place, e.no LIMIT \(limit)"
        statement += "\(sqlite: "", postgres: " FOR SHARE OF e")"
        let rows = try await db.rows(statement)
        guard rows.count < limit || wanted.count == 1 else { throw TooManyTogether() }
        var found: [Int: [Recipient]] = [:]
        for row in rows { found[try row.value("place"), default: []].append(try recipient(row)) }
        return found
    }

    /// Returns the families of a target's tokens.
    static func families(
        _ db: isolated SQLStore.Connection, _ wanted: Wanted
    ) async throws -> [TokenFamily] {
        guard let isUser = wanted.message.target.isUser else { return [] }
        let name = wanted.message.target.name
        let condition: SQL =
            isUser
            ? "i.app = \(wanted.app) AND i.user_id = \(name)"
            : "i.app = \(wanted.app) AND i.id = \(name)"
        return try await db.rows(
            """
            SELECT DISTINCT e.family FROM installation i JOIN endpoint e ON e.installation = i.no
            WHERE \(condition) ORDER BY e.family
            """
        ).map { try $0.word("family") }
    }

    private static func recipient(_ row: SQLRow) throws -> Recipient {
        Recipient(
            endpoint: try row.value("no"), token: try row.deviceToken("address"),
            environment: try row.word("environment"), transport: try row.word("transport"),
            installation: try row.optional("installation"),
            installationID: try row.optional("installation_id"), state: try row.word("state"),
            consents: try row.value("consents"))
    }

    // MARK: Tokens as targets

    /// Returns the rows of tokens that are targets themselves. For a token without a row, a row is
    /// created that belongs to no installation.
    private static func ensureTokens(
        _ db: isolated SQLStore.Connection, _ wanted: [Wanted]
    ) async throws -> [Int: [Recipient]] {
        guard !wanted.isEmpty else { return [:] }
        var firsts: [TokenPlace: Wanted] = [:]
        for one in wanted {
            guard let place = TokenPlace(one), firsts[place] == nil else { continue }
            firsts[place] = one
        }
        // All transactions lock tokens in the same order.
        let places = firsts.keys.sorted {
            $0.token.bytes.lexicographicallyPrecedes($1.token.bytes)
        }
        let table = SQLTable().with("target_app", integers: places.map(\.app))
            .with("target_environment", texts: places.map(\.environment.rawValue))
            .with("target_address", blobs: places.map(\.token.bytes))
            .with(
                "target_family",
                texts: places.map { firsts[$0]?.message.pushType.traits.tokenFamily.rawValue }
            )
            .with("unused", integers: places.map { firsts[$0]?.now.storedMilliseconds })
        try await db.run(
            """
            INSERT INTO endpoint (app, environment, address, family, state, unused_since)
            SELECT r.target_app, r.target_environment, r.target_address, r.target_family,
                'active', r.unused
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (address, app, environment) DO UPDATE
                SET unused_since = excluded.unused_since WHERE endpoint.unused_since IS NOT NULL
            """)
        let rows = try await db.rows(
            """
            SELECT e.no, e.app, e.address, e.environment, 'apns' AS transport, e.installation,
                (SELECT i.id FROM installation i WHERE i.no = e.installation) AS installation_id,
                e.state, 1 AS consents
            FROM \(table, as: "r") \(sqlite: "CROSS JOIN", postgres: "JOIN")
                endpoint e ON e.address = r.target_address AND e.app = r.target_app
                    AND e.environment = r.target_environment
            ORDER BY e.no \(sqlite: "", postgres: "FOR SHARE OF e")
            """)
        var stored: [TokenPlace: Recipient] = [:]
        for row in rows {
            let one = try recipient(row)
            let place = TokenPlace(
                token: one.token, environment: one.environment, app: try row.value("app"))
            stored[place] = one
        }
        var found: [Int: [Recipient]] = [:]
        for one in wanted {
            guard let place = TokenPlace(one), let recipient = stored[place] else {
                throw SQLValueError(column: "endpoint.address")
            }
            found[one.place] = [recipient]
        }
        return found
    }

    /// What identifies the row of a token.
    fileprivate struct TokenPlace: Hashable {
        let token: DeviceToken
        let environment: APNSEnvironment
        let app: Int64
    }
}

extension SQLRecipients.TokenPlace {
    fileprivate init?(_ wanted: SQLRecipients.Wanted) {
        guard case .token(let token, let environment) = wanted.message.target else { return nil }
        self.init(token: token, environment: environment, app: wanted.app)
    }
}

extension MessageTarget {
    /// Whether the target is a user; `nil` if it is a token.
    fileprivate var isUser: Bool? {
        switch self {
        case .user: true
        case .installation: false
        case .token: nil
        }
    }

    /// The word for the kind of target, as it is stored.
    var kind: String {
        switch self {
        case .user: "user"
        case .installation: "installation"
        case .token: "token"
        }
    }

    /// The name of the target, as it is stored; a token without its last digits.
    var name: String {
        switch self {
        case .user(let name), .installation(let name): name
        case .token(let token, _): token.redacted
        }
    }
}
