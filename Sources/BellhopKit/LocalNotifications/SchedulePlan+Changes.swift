// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The changes to make to the system's requests, so that the system has the soonest notifications
/// of a plan.
struct ScheduleChanges: Hashable, Sendable {
    /// The identifiers of the requests to remove, before any are added.
    var remove: [String] = []
    /// Requests to add. Some replace a request that the system has.
    var add: [PlannedRequest] = []
    /// Requests that the system has and keeps.
    var keep: [PlannedRequest] = []
    /// The identifiers of notifications that were delivered and are not due again.
    var done: [String] = []
    /// Notifications whose time passed before the system had room for them.
    var missed: [LocalNotification] = []
    /// The number of notifications that wait until there is room.
    var waitingCount = 0
}

extension SchedulePlan {
    /// Compares the plan with the requests that the system has.
    ///
    /// - Parameters:
    ///   - zone: the phone's time zone.
    ///   - reserve: how many of the system's requests are left to the app's other code.
    func changes(
        system: SystemRequests, now: Date, in zone: TimeZone, quietHours: QuietHours?, reserve: Int
    ) -> ScheduleChanges {
        var changes = ScheduleChanges()
        var candidates: [PlannedRequest] = []
        for (id, entry) in entries {
            var request = entry.request(at: now, in: zone, quietHours)
            if system.knows(id) { request = request.withFingerprint() }
            switch entry.state(of: request, in: system, now) {
            case .done: changes.done.append(id)
            case .missed: changes.missed.append(entry.notification)
            case .toCome: candidates.append(request)
            }
        }
        candidates.sort { $0.isSooner(than: $1) }
        let ids = Set(candidates.map(\.id))
        let othersCount = system.pending.count { $0.value == nil && !ids.contains($0.key) }
        let room = max(0, LocalSchedule.systemCountMax - max(reserve, othersCount))
        for request in candidates.prefix(room).map({ $0.withFingerprint() }) {
            if system.pending[request.id] == request.fingerprint {
                changes.keep.append(request)
            } else {
                changes.add.append(request)
            }
        }
        changes.waitingCount = candidates.count - changes.keep.count - changes.add.count
        let chosen = Set((changes.keep + changes.add).map(\.id))
        changes.remove = system.pending.filter { $0.value != nil && !chosen.contains($0.key) }
            .keys.sorted()
        changes.done.sort()
        changes.missed.sort { $0.id < $1.id }
        return changes
    }

    /// Records that requests are about to be removed from the system and will not be delivered.
    /// Store the plan before removing the requests: otherwise, if the process ended in between, the
    /// requests would be considered delivered.
    mutating func release(_ changes: ScheduleChanges) {
        for id in changes.remove { entries[id]?.submitted = nil }
    }

    /// Records which changes were made. Entries that were changed in the meantime are left for the
    /// next call.
    ///
    /// - Parameters:
    ///   - failed: the identifiers of the requests that the system did not accept.
    ///   - old: the plan from which the changes were computed.
    mutating func apply(
        _ changes: ScheduleChanges, failed: Set<String>, from old: SchedulePlan, now: Date
    ) {
        func isUnchanged(_ id: String) -> Bool { entries[id] == old.entries[id] }
        for id in changes.done + changes.missed.map(\.id) where isUnchanged(id) {
            entries[id] = nil
        }
        for request in changes.keep where isUnchanged(request.id) {
            // An interval is measured from the submission of its request, so the stored date must
            // not change.
            if case .every = request.due.trigger { continue }
            entries[request.id]?.submitted = SchedulePlan.Submission(
                fingerprint: request.fingerprint, date: request.date)
        }
        for request in changes.add
        where isUnchanged(request.id) && !failed.contains(request.id) {
            var date = request.date
            if case .every(let seconds) = request.due.trigger {
                date = now.addingTimeInterval(seconds)
            }
            entries[request.id]?.submitted = SchedulePlan.Submission(
                fingerprint: request.fingerprint, date: date)
        }
    }
}

extension SchedulePlan.Entry {
    enum State { case toCome, done, missed }

    /// The tolerance, in seconds, when a request's due date is compared with the current time.
    /// Delivery is accurate to one second at best.
    private static let toleranceSeconds = 1.0

    func request(at now: Date, in zone: TimeZone, _ quietHours: QuietHours?) -> PlannedRequest {
        let trigger = notification.trigger.systemTrigger(at: plannedAt)
        let due = trigger.due(
            after: now, in: zone, quiet: notification.ignoresQuietHours ? nil : quietHours,
            submitted: submitted?.date)
        return PlannedRequest(notification: notification, plannedAt: plannedAt, due: due)
    }

    func state(of request: PlannedRequest, in system: SystemRequests, _ now: Date) -> State {
        let isPending = system.pending[request.id] == request.fingerprint
        if isPending || notification.trigger.repeats { return .toCome }
        if system.delivered[request.id] == request.fingerprint { return .done }
        if request.due.trigger.isRegion { return submitted == nil ? .toCome : .done }
        if let fired = submitted?.date, fired <= now.addingTimeInterval(Self.toleranceSeconds) {
            return .done
        }
        guard let date = request.date, date > now else { return .missed }
        return .toCome
    }
}

extension LocalTrigger {
    /// Whether the trigger fires repeatedly.
    var repeats: Bool {
        switch self {
        case .at, .after, .on: false
        case .daily, .weekly, .monthly, .yearly, .every: true
        case .arriving(_, let repeats), .leaving(_, let repeats): repeats
        }
    }
}

extension PlannedRequest {
    /// Returns whether this request is due sooner than another. Location triggers have no date and
    /// may fire at any moment, so they come first.
    func isSooner(than other: PlannedRequest) -> Bool {
        switch (date, other.date) {
        case (nil, nil): id < other.id
        case (nil, _?): true
        case (_?, nil): false
        case (let mine?, let theirs?): mine == theirs ? id < other.id : mine < theirs
        }
    }
}
