// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SQLRetention {
    /// Returns the statements for sessions and links of the console that are no longer valid, and
    /// for failed sign-ins that no longer count.
    static func rulesOfConsole(_ retention: Retention, now: Date) -> [Rule] {
        let limit = retention.batchRows
        let idle = now.addingTimeInterval(-ConsoleSession.idleSecondsMax).storedMilliseconds
        let forgotten = now.addingTimeInterval(-SignInThrottle.memorySeconds).storedMilliseconds
        return [
            Rule(
                table: "console_session",
                statement: """
                    DELETE FROM console_session WHERE hash IN (
                        SELECT hash FROM console_session WHERE used_at < \(idle) LIMIT \(limit))
                    """),
            Rule(
                table: "member_link",
                statement: """
                    DELETE FROM member_link WHERE hash IN (
                        SELECT hash FROM member_link
                        WHERE expires_at < \(now.storedMilliseconds) LIMIT \(limit))
                    """),
            Rule(
                table: "used_sign_in",
                statement: """
                    DELETE FROM used_sign_in WHERE hash IN (
                        SELECT hash FROM used_sign_in
                        WHERE expires_at < \(now.storedMilliseconds) LIMIT \(limit))
                    """),
            Rule(
                table: "sign_in_failure",
                statement: """
                    DELETE FROM sign_in_failure WHERE login IN (
                        SELECT login FROM sign_in_failure
                        WHERE failed_at < \(forgotten) LIMIT \(limit))
                    """),
        ]
    }
}
