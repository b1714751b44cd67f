// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The console's members and sessions: those of the database, and the person at this machine.
final class ConsoleAccess: Sendable {
    /// The members and sessions in the database; `nil` if the gateway uses another kind of storage.
    let store: SQLConsoleStore?
    /// The sessions of the person at this machine (`bellhop up`). They end with the process, so
    /// that no later process accepts them.
    let local = LocalSessions()
    let passwords: PasswordChecker
    /// The identity provider; `nil` if members sign in with passwords only.
    let provider: IdentityProvider?

    init(
        store: SQLConsoleStore?, passwords: PasswordChecker, provider: IdentityProvider? = nil
    ) {
        self.store = store
        self.passwords = passwords
        self.provider = provider
    }
}

/// The sessions of the person at this machine.
final class LocalSessions: Sendable {
    /// The maximum number of sessions; a further session ends the least recently used session.
    static let countMax = 100

    private struct Entry {
        let beganAt: Date
        var usedAt: Date
    }

    private let entries = Mutex<[[UInt8]: Entry]>([:])

    func begin(_ hash: [UInt8], now: Date) {
        entries.withLock { entries in
            entries = entries.filter { Self.isValid($0.value, at: now) }
            if entries.count >= Self.countMax,
                let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt })
            {
                entries[oldest.key] = nil
            }
            entries[hash] = Entry(beganAt: now, usedAt: now)
        }
    }

    /// Returns whether there is a valid session, and records its use.
    func use(_ hash: [UInt8], now: Date) -> Bool {
        entries.withLock { entries in
            guard let entry = entries[hash], Self.isValid(entry, at: now) else {
                entries[hash] = nil
                return false
            }
            entries[hash]?.usedAt = now
            return true
        }
    }

    func end(_ hash: [UInt8]) { entries.withLock { $0[hash] = nil } }

    private static func isValid(_ entry: Entry, at now: Date) -> Bool {
        now.timeIntervalSince(entry.usedAt) < ConsoleSession.idleSecondsMax
            && now.timeIntervalSince(entry.beganAt) < ConsoleSession.ageSecondsMax
    }
}
