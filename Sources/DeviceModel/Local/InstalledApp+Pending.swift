// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The pending requests are sorted, the soonest first. Requests with a region, which have no date,
// are at the end in the order of their creation. Timers need to examine only the first request.
extension InstalledApp {
    /// The maximum number of pending requests (`LCL-12`).
    public static let pendingCountMax = 64

    /// The sort key of requests with a region: later than any date.
    private static let endOfTime = Date(timeIntervalSinceReferenceDate: .infinity)

    /// Inserts a request, which replaces any request with the same identifier (`ID-1`).
    ///
    /// If there are too many requests, the dated request with the latest date is dropped silently
    /// (`LCL-12`). A request with a region may fire at any moment, and
    /// ``DeviceChoices/regionCountMax`` limits the monitored regions; therefore such a request is
    /// dropped only if there are no dated requests.
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

    /// Removes the first request, which has fired. If the request repeats, inserts it again with
    /// its next date.
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

    /// Returns the index for a request with this date: after all requests that fire at this date or
    /// before.
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

    /// The indices of the requests with a region.
    var placeIndices: Range<Int> {
        guard pending.last?.nextDate == nil else { return pending.count..<pending.count }
        return place(of: Self.endOfTime)..<pending.count
    }
}
