// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The sessions of the console.
final class ConsoleSessions: Sendable {
    private struct Entry {
        let member: ConsoleMember
        let beganAt: Date
        var usedAt: Date
    }

    private let entries = Mutex<[[UInt8]: Entry]>([:])

    func begin(secret: String, member: ConsoleMember, now: Date) -> ConsoleSession {
        entries.withLock { entries in
            entries = entries.filter { Self.isValid($0.value, at: now) }
            entries[ConsoleSession.hash(secret: secret)] = Entry(
                member: member, beganAt: now, usedAt: now)
        }
        return ConsoleSession(
            member: member, csrfToken: ConsoleSession.csrfToken(secret: secret))
    }

    func session(secret: String, now: Date) -> ConsoleSession? {
        let hash = ConsoleSession.hash(secret: secret)
        let member = entries.withLock { entries -> ConsoleMember? in
            guard let entry = entries[hash], Self.isValid(entry, at: now) else {
                entries[hash] = nil
                return nil
            }
            entries[hash]?.usedAt = now
            return entry.member
        }
        return member.map {
            ConsoleSession(member: $0, csrfToken: ConsoleSession.csrfToken(secret: secret))
        }
    }

    private static func isValid(_ entry: Entry, at now: Date) -> Bool {
        now.timeIntervalSince(entry.usedAt) < ConsoleSession.idleSecondsMax
            && now.timeIntervalSince(entry.beganAt) < ConsoleSession.ageSecondsMax
    }
}
