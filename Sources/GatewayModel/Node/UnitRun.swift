// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DequeModule

/// A unit that a node is sending: the installations that were read, the notifications that wait to
/// be sent, and the outcomes that are to be stored.
struct UnitRun: Sendable {
    /// An installation whose notification waits to be sent.
    struct Ready: Sendable {
        let recipient: Recipient
        let position: Int
        let readAt: Duration
    }

    let lease: UnitLease
    let unit: CampaignUnit
    let campaign: Campaign
    /// The uptime from which the node sends nothing more, because the lease may have ended.
    var leaseEnd: Duration
    /// Whether the unit is to be released.
    private(set) var isClosing = false
    /// Whether a page is being read or places below a cap are being reserved.
    private(set) var isReading = false
    /// Whether the node has read all pages of the unit.
    private(set) var isExhausted = false
    /// The number of the unit's last turn. Among an app's units, the lowest number is next.
    var turns = 0
    /// Whether a group with outcomes of this unit is being stored.
    var isBeingStored = false

    private var window: UnitWindow
    /// The largest installation number that was read, or a smaller number if stale installations
    /// must be read again.
    private var cursor: Int64
    private let done: Set<Int64>
    /// The installations that wait, for each route.
    private var ready: [Deque<Ready>] = Route.all.map { _ in [] }
    private var partNumber = 0
    private var record = PendingRecord()

    init(_ claimed: ClaimedUnit, campaign: Campaign, done: Set<Int64>, leaseEnd: Duration) {
        lease = claimed.lease
        unit = claimed.unit
        self.campaign = campaign
        self.leaseEnd = leaseEnd
        self.done = done
        let mark = max(claimed.mark, claimed.unit.first - 1)
        window = UnitWindow(mark: mark)
        cursor = mark
    }

    var windowCount: Int { window.count }
    var openCount: Int { window.openCount }
    var pendingCount: Int { record.count }
    func readyCount(_ route: Route) -> Int { ready[route.index].count }

    /// The number of installations that wait, in all routes.
    private var waitingCount: Int { ready.reduce(0) { $0 + $1.count } }

    /// Whether every installation of the unit has an outcome, so that the unit can be finished.
    var isComplete: Bool {
        if Bug.is(.unitFinishedTooEarly) { return isExhausted && ready.allSatisfy(\.isEmpty) }
        // If no installation in the window is ready, stale or open, all of them are settled.
        return isExhausted && !isReading && window.openCount == 0 && window.staleCount == 0
            && ready.allSatisfy(\.isEmpty)
    }

    /// Whether the unit can be released, because nothing is in flight or waits to be stored.
    var isIdle: Bool { window.openCount == 0 && record.isEmpty && !isBeingStored }

    /// Whether only released places below the cap must be stored, and no outcomes.
    var hasOnlyReleases: Bool { record.count == 0 && !record.capReleases.isEmpty }

    /// The unit's state in one line, for people.
    var line: String {
        "unit \(lease.unit.number) of campaign \(lease.unit.campaign), fence \(lease.fence): "
            + "\(window.count) read, \(waitingCount) ready, "
            + "\(window.openCount) in flight, \(window.staleCount) to read again, "
            + "\(record.count) to store, \(isReading ? "reading" : "not reading"), "
            + "\(isExhausted ? "all read" : "more to read"), \(isClosing ? "closing" : "open")"
    }

    // MARK: Reading

    /// Returns the request for the next page; `nil` if no page is needed now.
    mutating func nextPage(size: Int, windowMax: Int) -> PageRequest? {
        guard !isReading, !isClosing else { return nil }
        let waiting = waitingCount
        if let stale = window.firstStale {
            guard waiting < size else { return nil }
            cursor = min(cursor, stale - 1)
        } else {
            cursor = max(cursor, window.last)
            guard !isExhausted else { return nil }
            guard
                Bug.is(.readsWithoutLimit)
                    || waiting < size && window.count + size <= windowMax
            else { return nil }
        }
        isReading = true
        return PageRequest(lease: lease, after: cursor, limit: size)
    }

    /// Records that the page could not be read.
    mutating func readingFailed() { isReading = false }

    /// Adds the installations of a page.
    ///
    /// - Returns: the positions of the installations for which a decision is needed.
    mutating func take(
        _ page: StoreResponse.Page, after: Int64
    ) -> [(position: Int, recipient: Recipient)] {
        isReading = false
        let known = window.last
        // A page that repeats part of an earlier page ends where the earlier page ended.
        let isRepeat = after < known
        let pageEnd =
            page.isLast
            ? unit.last : page.end ?? page.recipients.last?.installation ?? unit.last
        let end = isRepeat ? min(pageEnd, known) : pageEnd
        var undecided: [(Int, Recipient)] = []
        for recipient in page.recipients {
            let installation = recipient.installation
            guard installation > after, installation <= end else { continue }
            if installation <= known, let position = window.position(of: installation) {
                guard window.state(at: position) == .stale else { continue }
                window.set(position, .ready)
                undecided.append((position, recipient))
            } else if installation > window.last, !done.contains(installation) {
                undecided.append((window.add(installation), recipient))
            }
        }
        for position in window.stale(in: after + 1..<end + 1) { settleMissing(position) }
        cursor = Bug.is(.pageSkipsOne) ? end + 1 : end
        if page.isLast, !isRepeat { isExhausted = true }
        return undecided
    }

    /// Settles an installation that was read before and is no longer in the unit.
    private mutating func settleMissing(_ position: Int) {
        guard campaign.isLocal, !Bug.is(.waitingTravellersDropped) else {
            return settle(
                position, OutcomeCode(.suppressed, reason: OutcomeCode.Reason.leftAudience))
        }
        // The installation may have moved to a zone whose unit is sent later. Therefore it gets no
        // outcome here.
        if campaign.cap != nil { record.capReleases.append(window.installation(at: position)) }
        window.set(position, .settled)
    }

    /// Marks the unit as waiting for places below the cap. No page is read until they are reserved.
    mutating func beginReserving() { isReading = true }

    mutating func endReserving() { isReading = false }

    mutating func makeReady(_ recipient: Recipient, at position: Int, readAt: Duration) {
        ready[recipient.route.index].append(
            Ready(recipient: recipient, position: position, readAt: readAt))
        if isClosing { freePlacesAndDropReady() }
    }

    /// Marks an installation as stale: it must be read again.
    mutating func makeStale(_ position: Int) { window.set(position, .stale) }

    // MARK: Sending

    /// Returns the next installation to which a notification is sent. From now on, the installation
    /// is in flight.
    mutating func popReady(_ route: Route) -> Ready? {
        guard let next = ready[route.index].popFirst() else { return nil }
        window.set(next.position, .open)
        return next
    }

    /// If the oldest waiting installation was read before the given uptime, marks all waiting
    /// installations as stale: they must be read again.
    mutating func dropReady(readBefore uptime: Duration) {
        guard ready.contains(where: { ($0.first?.readAt ?? uptime) < uptime }) else { return }
        dropReady()
    }

    private mutating func dropReady() {
        for index in ready.indices {
            for item in ready[index] { window.set(item.position, .stale) }
            ready[index].removeAll()
        }
    }

    /// Begins to release the unit: waiting notifications are no longer sent, and requests in flight
    /// can end.
    mutating func close() {
        isClosing = true
        freePlacesAndDropReady()
    }

    private mutating func freePlacesAndDropReady() {
        if campaign.cap != nil {
            record.capReleases += ready.joined().map(\.recipient.installation)
        }
        dropReady()
    }

    // MARK: Outcomes

    /// Returns whether the installation at a position is still in flight.
    func isOpen(_ position: Int) -> Bool {
        window.contains(position) && window.state(at: position) == .open
    }

    /// Records the outcome of an installation, which will be stored with the next group.
    mutating func settle(
        _ position: Int, _ code: OutcomeCode, verdict: VerdictRecord? = nil
    ) {
        let isSuppressed = code.kind == .suppressed
        if !(isSuppressed && Bug.is(.suppressedNotRecorded)) {
            record.builder.add(window.installation(at: position), code)
        }
        window.set(position, .settled)
        if let verdict { record.verdicts.append(verdict) }
        if let cap = campaign.cap, code.kind != .accepted, code.reason != cap.reason,
            !Bug.is(.capNotReleased)
        {
            record.capReleases.append(window.installation(at: position))
        }
    }

    /// Turns the installation into a separate delivery.
    mutating func settle(_ position: Int, retry row: NewRow, verdict: VerdictRecord? = nil) {
        let code = OutcomeCode(.retrying, variant: row.variant, reason: row.reason)
        record.builder.add(window.installation(at: position), code)
        window.set(position, .settled)
        if !Bug.is(.retryForgotten) { record.retries.append(row) }
        if let verdict { record.verdicts.append(verdict) }
    }

    /// Returns and clears the record that must be stored; `nil` if there is nothing to store.
    mutating func takeRecord() -> UnitRecord? {
        let isFinished = isComplete && !isClosing
        guard !record.isEmpty || isFinished else { return nil }
        window.advance()
        partNumber += 1
        defer { record = PendingRecord() }
        return UnitRecord(
            lease: lease, partNumber: partNumber, part: record.builder.finish(),
            sums: record.builder.sums, mark: isFinished ? unit.last : window.mark,
            isFinished: isFinished, retries: record.retries, verdicts: record.verdicts,
            capReleases: record.capReleases)
    }
}

/// The results for a unit since the previous group.
private struct PendingRecord: Sendable {
    var builder = OutcomePartBuilder()
    var retries: [NewRow] = []
    var verdicts: [VerdictRecord] = []
    var capReleases: [Int64] = []

    var count: Int { builder.count }
    var isEmpty: Bool { builder.isEmpty && verdicts.isEmpty && capReleases.isEmpty }
}
