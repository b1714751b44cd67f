// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The requests that wait, the soonest first; those for places, which have no date, at the end in
// the order in which they were made. The first one is all that time has to look at.
extension InstalledApp {
    /// How many requests may wait (`LCL-12`).
    public static let pendingCountMax = 64

    /// Later than any date: those for places are behind it.
    private static let endOfTime = Date(timeIntervalSinceReferenceDate: .infinity)

    /// Puts a request into its place, in place of one of the same identifier (`ID-1`).
    ///
    /// Of too many those with a date leave, the latest first, without a word (`LCL-12`). A request
    /// for a place may fire at any moment and is limited by ``DeviceChoices/regionCountMax``;
    /// therefore it stays, unless there is nothing else.
    mutating func insertPending(_ new: PendingRequest) {
        removePending(id: new.id)
        pending.insert(new, at: place(of: new.nextDate))
        guard pending.count > Self.pendingCountMax else { return }
        let datedEnd = place(of: Self.endOfTime)
        if datedEnd > 0 {
            pending.remove(at: datedEnd - 1)
        } else {
            dropPending(at: pending.count - 1)
        }
    }

    mutating func removePending(id: String) {
        guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
        dropPending(at: index)
    }

    /// Takes the first request, which has fired; one that repeats waits for its next date.
    mutating func takeFirstPending(next: (PendingRequest) -> Date?) -> PendingRequest? {
        guard !pending.isEmpty else { return nil }
        var fired = pending.removeFirst()
        let request = fired
        if let date = next(fired) {
            fired.nextDate = date
            pending.insert(fired, at: place(of: date))
        }
        return request
    }

    /// Where a request with this date belongs: behind all that fire no later.
    private func place(of date: Date?) -> Int {
        guard let date else { return pending.count }
        var (low, high) = (0, pending.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = pending[middle].nextDate, other <= date {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private mutating func dropPending(at index: Int) {
        crossings[pending[index].id] = nil
        pending.remove(at: index)
    }

    /// Where the requests for places are.
    var placeIndices: Range<Int> {
        guard pending.last?.nextDate == nil else { return pending.count..<pending.count }
        return place(of: Self.endOfTime)..<pending.count
    }
}
