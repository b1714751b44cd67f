// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Counts the tokens and permissions of an app, as steps of one transaction.
enum SQLAppReports {
    /// The maximum number of tokens that one report counts.
    static let tokensMax = 1_000_000
    /// The maximum number of rejected deliveries among which a report looks for tokens of other
    /// apps.
    static let rejectedMax = 20_000
    /// The day of a time. The divisor is part of the statement's text and not a parameter, because
    /// the expression occurs twice: with parameters, a database would take the two for different
    /// expressions, even if the parameters have the same value.
    private static let day: SQL = "picked.unused_since / 86400000"

    /// The number of tokens with the same values.
    struct TokenCount: Sendable {
        let cause: TokenCause
        let environment: APNSEnvironment
        /// The day on which the tokens ended, in days since 1970; `nil` for tokens that are still
        /// in use.
        let day: Int64?
        let count: Int
    }

    /// Returns the tokens that have ended since a time.
    static func ended(
        _ db: isolated SQLStore.Connection, app: Int64, since: Date
    ) async throws -> [TokenCount] {
        try await db.rows(
            """
            SELECT picked.state, picked.reason, picked.environment,
                \(day) AS day, count(*) AS n
            FROM (SELECT e.state, e.reason, e.environment, e.unused_since FROM endpoint e
                WHERE e.app = \(app) AND e.unused_since IS NOT NULL
                    AND e.unused_since >= \(since.storedMilliseconds)
                ORDER BY e.unused_since DESC LIMIT \(tokensMax)) picked
            GROUP BY picked.state, picked.reason, picked.environment,
                \(day)
            """
        ).compactMap { row in
            let state: TokenState = try row.word("state")
            guard let cause = TokenCause(ended: state, reason: try row.optional("reason")) else {
                return nil
            }
            return TokenCount(
                cause: cause, environment: try row.word("environment"), day: try row.value("day"),
                count: try row.value("n"))
        }
    }

    /// Returns the tokens that APNs has refused and that are still in use.
    static func suspect(
        _ db: isolated SQLStore.Connection, app: Int64
    ) async throws -> [TokenCount] {
        let suspects = try await db.rows(
            """
            SELECT picked.reason, picked.environment, picked.other_environment, count(*) AS n
            FROM (SELECT e.reason, e.environment, e.other_environment FROM endpoint e
                WHERE e.app = \(app) AND e.state = 'suspect' LIMIT \(tokensMax)) picked
            GROUP BY picked.reason, picked.environment, picked.other_environment
            """
        ).map { row in
            let verdict: String? = try row.optional("other_environment")
            return TokenCount(
                cause: TokenCause(
                    suspect: try row.optional("reason") ?? "",
                    isOfOtherEnvironment: verdict == OtherEnvironment.accepted),
                environment: try row.word("environment"), day: nil, count: try row.value("n"))
        }
        let others = try await db.rows(
            """
            SELECT e.environment, count(DISTINCT e.no) AS n
            FROM (SELECT d.endpoint, d.reason FROM delivery d
                WHERE d.state = 'rejected' AND d.due_at IS NULL AND d.state <> 'accepted'
                ORDER BY d.no DESC LIMIT \(rejectedMax)) picked
            JOIN endpoint e ON e.no = picked.endpoint
            WHERE picked.reason = \(RejectionReason.deviceTokenNotForTopic.rawValue)
                AND e.app = \(app) AND e.unused_since IS NULL
            GROUP BY e.environment
            """
        ).map { row in
            TokenCount(
                cause: TokenCause(
                    suspect: RejectionReason.deviceTokenNotForTopic.rawValue,
                    isOfOtherEnvironment: false),
                environment: try row.word("environment"), day: nil, count: try row.value("n"))
        }
        return suspects + others
    }

    /// Returns the number of an app's installations with each value of ``PermissionBits``.
    static func permissions(
        _ db: isolated SQLStore.Connection, app: Int64
    ) async throws -> [(bits: PermissionBits, count: Int)] {
        try await db.rows(
            """
            SELECT permission_bits, count(*) AS n FROM installation WHERE app = \(app)
            GROUP BY permission_bits
            """
        ).map { row in
            (PermissionBits(value: try row.value("permission_bits")), try row.value("n"))
        }
    }
}

/// The values of `endpoint.other_environment`.
enum OtherEnvironment {
    /// APNs accepted the token in the other environment.
    static let accepted = "accepted"
    /// APNs refused the token in the other environment too.
    static let refused = "refused"
}

/// The cause for which a token is no longer in use, or may be invalid.
struct TokenCause: Hashable, Sendable {
    /// The cause in reports.
    let name: String
    /// What the cause means, and what to do about it.
    let meaning: String

    /// Returns `nil` for a token that is still in use.
    init?(ended state: TokenState, reason: String?) {
        switch state {
        case .dead:
            name = reason ?? "unknown"
            meaning =
                "APNs reported that the token is not active any more: the app was removed, or "
                + "the device was erased; nothing is sent to it until the app registers again"
        case .replaced:
            name = "replaced"
            meaning = "the app registered another token instead, for instance after a restore"
        case .removed where reason == "token_ended":
            name = "token_ended"
            meaning = "the app reported the end of the token, for instance of a Live Activity"
        case .removed:
            name = "installation_deleted"
            meaning =
                "the installation was deleted by the app or a server, or its retention time ended"
        case .active, .suspect: return nil
        }
    }

    init(suspect reason: String, isOfOtherEnvironment: Bool) {
        name = reason
        if reason == RejectionReason.deviceTokenNotForTopic.rawValue {
            meaning =
                "the token belongs to another app; check which app's token your code uploads "
                + "under this bundle identifier"
        } else if isOfOtherEnvironment {
            meaning =
                "APNs accepted the token in the other environment: correct the environment with "
                + "which your code registers tokens of these builds"
        } else {
            meaning =
                "APNs refused the token; often it comes from a build for the other environment "
                + "(development builds have sandbox tokens), or it was truncated"
        }
    }
}
