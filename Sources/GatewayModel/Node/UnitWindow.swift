// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// The installations of a unit that were read and have no durable outcome, in the order of their
/// numbers. The unit's checkpoint is before the first of them.
struct UnitWindow: Sendable {
    /// The state of an installation.
    enum State: Sendable {
        /// The installation's notification waits to be sent.
        case ready
        /// The installation waited too long and must be read again.
        case stale
        /// The installation's notification is in flight.
        case open
        /// The installation's outcome is in a group.
        case settled
    }

    private struct Entry: Sendable {
        let installation: Int64
        var state: State
    }

    private var entries = Deque<Entry>()
    /// The position of the first entry, counted from the unit's beginning.
    private var base = 0
    /// The number of the last installation before the window.
    private(set) var mark: Int64
    private(set) var openCount = 0
    private(set) var staleCount = 0

    init(mark: Int64) { self.mark = mark }

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    /// The largest installation number that was read.
    var last: Int64 { entries.last?.installation ?? mark }

    /// Adds an installation that was read; its number must be the largest so far.
    ///
    /// - Returns: the installation's position.
    mutating func add(_ installation: Int64) -> Int {
        entries.append(Entry(installation: installation, state: .ready))
        return base + entries.count - 1
    }

    func installation(at position: Int) -> Int64 { entries[position - base].installation }

    func state(at position: Int) -> State { entries[position - base].state }

    mutating func set(_ position: Int, _ state: State) {
        let old = entries[position - base].state
        if old == .open { openCount -= 1 }
        if old == .stale { staleCount -= 1 }
        if state == .open { openCount += 1 }
        if state == .stale { staleCount += 1 }
        entries[position - base].state = state
    }

    /// Moves the checkpoint past all settled entries at the beginning of the window.
    mutating func advance() {
        while let first = entries.first {
            let isDone =
                first.state == .settled
                || Bug.is(.checkpointBeforeDurable) && first.state == .open
            guard isDone else { return }
            if first.state == .open { openCount -= 1 }
            mark = first.installation
            entries.removeFirst()
            base += 1
        }
    }

    /// Returns whether a position is still in the window.
    func contains(_ position: Int) -> Bool { position >= base && position - base < entries.count }

    /// Returns the position of an installation; `nil` if it is not in the window.
    func position(of installation: Int64) -> Int? {
        let index = firstIndex(after: installation - 1)
        guard index < entries.count, entries[index].installation == installation else {
            return nil
        }
        return base + index
    }

    /// Returns the positions of stale installations whose number is in a range.
    func stale(in range: Range<Int64>) -> [Int] {
        guard staleCount > 0 else { return [] }
        var found: [Int] = []
        var index = firstIndex(after: range.lowerBound - 1)
        while index < entries.count, entries[index].installation < range.upperBound {
            if entries[index].state == .stale { found.append(base + index) }
            index += 1
        }
        return found
    }

    /// The number of the first stale installation.
    var firstStale: Int64? {
        staleCount == 0 ? nil : entries.first { $0.state == .stale }?.installation
    }

    /// Returns the index of the first entry with a larger number, by binary search.
    private func firstIndex(after installation: Int64) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].installation <= installation {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
