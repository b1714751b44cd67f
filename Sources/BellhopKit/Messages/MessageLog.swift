// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The record of handled messages. It makes decisions only; ``MessageLedger`` stores it in a file.
///
/// A message is unknown, claimed or handled. A process must claim a message before it runs the
/// handler. A claim ends when the handler finishes (the message is then handled permanently), when
/// the claim is released (the message is then unknown again), or when the process that holds it
/// dies:
/// - an app has one process, so the claim of an earlier app process ends immediately;
/// - a claim of an extension ends after ``extensionClaimSecondsMax``.
///
/// A process that died inside the handler may have done half of its work, so the message is handled
/// again, until ``crashesMax`` processes have died in this way: a message that crashes the app must
/// not crash it at every launch.
struct MessageLog: Codable, Equatable, Sendable {
    /// The maximum number of messages remembered. Beyond this number, the messages handled longest
    /// ago are forgotten, and a further copy of one of them is handled again.
    static let entriesMax = 512
    /// The time after which an extension's claim ends, in seconds. It is longer than an extension
    /// may live (rule `NSE-4`).
    static let extensionClaimSecondsMax: TimeInterval = 60
    /// How many times a process may die while handling a message before the message is considered
    /// handled.
    static let crashesMax = 3
    /// How long, in seconds after the first try, a message whose handler always throws is tried
    /// again.
    static let retrySecondsMax: TimeInterval = 3 * 24 * 60 * 60

    /// A process that handles messages.
    struct Claimant: Codable, Hashable, Sendable {
        var process: String
        var isExtension: Bool
    }

    struct Entry: Codable, Equatable, Sendable {
        /// The process that runs the handler now.
        var claimant: Claimant?
        var claimedAt: Date?
        var firstTriedAt: Date
        var handledAt: Date?
        /// The way in which the message had arrived when it was handled.
        var origin: PushMessage.Origin?
        var crashCount = 0
    }

    /// The result of a claim.
    enum Claim: Equatable, Sendable {
        /// The claim was granted: run the handler, then call ``MessageLog/finish(_:origin:at:)`` or
        /// ``MessageLog/releaseClaim(_:by:at:)``.
        case granted
        /// The handler has already handled this message, which had arrived in the given way.
        case handled(PushMessage.Origin?)
        /// Another process is running the handler.
        case claimedElsewhere
        /// The handler has crashed its process so often that the message is not tried again.
        case abandoned
    }

    private(set) var entries: [String: Entry] = [:]

    func entry(_ id: String) -> Entry? { entries[id] }

    mutating func claim(_ id: String, by claimant: Claimant, at now: Date) -> Claim {
        var entry = entries[id] ?? Entry(firstTriedAt: now)
        if entry.handledAt != nil { return .handled(entry.origin) }
        if let holder = entry.claimant {
            guard hasEnded(entry, of: holder, for: claimant, at: now) else {
                return .claimedElsewhere
            }
            entry.crashCount += 1
            if entry.crashCount >= Self.crashesMax {
                (entry.claimant, entry.claimedAt, entry.handledAt) = (nil, nil, now)
                entries[id] = entry
                return .abandoned
            }
        }
        (entry.claimant, entry.claimedAt) = (claimant, now)
        entries[id] = entry
        forgetOldest()
        return .granted
    }

    /// Records that the handler has finished.
    mutating func finish(_ id: String, origin: PushMessage.Origin, at now: Date) {
        var entry = entries[id] ?? Entry(firstTriedAt: now)
        (entry.claimant, entry.claimedAt) = (nil, nil)
        (entry.handledAt, entry.origin) = (now, origin)
        entries[id] = entry
        forgetOldest()
    }

    /// Records that the handler failed, so that the handler runs again for the next copy of the
    /// message.
    ///
    /// - Returns: `false` when the message has been tried for too long and is now considered
    ///   handled.
    @discardableResult
    mutating func releaseClaim(_ id: String, by claimant: Claimant, at now: Date) -> Bool {
        guard var entry = entries[id], entry.claimant == claimant else { return true }
        (entry.claimant, entry.claimedAt) = (nil, nil)
        let isTooOld = now.timeIntervalSince(entry.firstTriedAt) > Self.retrySecondsMax
        if isTooOld { entry.handledAt = now }
        entries[id] = entry
        return !isTooOld
    }

    private func hasEnded(
        _ entry: Entry, of holder: Claimant, for claimant: Claimant, at now: Date
    ) -> Bool {
        if holder == claimant { return false }
        if !holder.isExtension && !claimant.isExtension { return true }
        guard holder.isExtension, let since = entry.claimedAt else { return false }
        // A clock that was set back must not make a claim last forever.
        return abs(now.timeIntervalSince(since)) > Self.extensionClaimSecondsMax
    }

    private mutating func forgetOldest() {
        guard entries.count > Self.entriesMax else { return }
        let oldest = entries.min { ($0.value.age, $0.key) < ($1.value.age, $1.key) }
        if let oldest { entries[oldest.key] = nil }
    }
}

extension MessageLog.Entry {
    /// The date by which the oldest entry is determined. A message that is being handled is never
    /// the oldest.
    fileprivate var age: Date { claimant == nil ? handledAt ?? firstTriedAt : .distantFuture }
}
