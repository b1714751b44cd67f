// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DueSource {
    /// The crossings of regions that have lasted long enough (`LCL-15`).
    static let regions = DueSource(
        next: { device in device.nextCrossing.map(\.date) },
        take: { device, now in
            guard let first = device.nextCrossing, first.date <= now else { return nil }
            return device.confirm(first.place, of: first.index, at: now).map(DueEvent.arrival)
        })
}

extension Device {
    /// The next crossing that causes a notification: its app, its request, and the date at which it
    /// is confirmed.
    fileprivate var nextCrossing: (index: Int, place: Int, date: Date)? {
        var first: (index: Int, place: Int, date: Date)?
        for index in apps.indices where !apps[index].crossings.isEmpty {
            for place in apps[index].placeIndices {
                let pending = apps[index].pending[place]
                guard let crossing = apps[index].crossings[pending.id],
                    case .location(let region, _) = pending.request.trigger,
                    region.notifies(onEntry: crossing.isEntry), watches(region, of: apps[index])
                else { continue }
                let date = crossing.at + regionDwell
                if first.map({ date < $0.date }) ?? true { first = (index, place, date) }
            }
        }
        return first
    }

    /// Confirms a crossing: removes a one-shot request, and lets a repeating request wait for the
    /// next crossing (`LCL-14`, `LCL-22`).
    fileprivate mutating func confirm(_ place: Int, of index: Int, at now: Date) -> Incoming? {
        let pending = apps[index].pending[place]
        guard let crossing = apps[index].crossings.removeValue(forKey: pending.id) else {
            return nil
        }
        if pending.request.trigger?.repeats == true {
            apps[index].pending[place].isInside = crossing.isEntry
        } else {
            apps[index].removePending(id: pending.id)
        }
        // The limit may now allow monitoring another region.
        observePlace(after: location, at: now)
        return .local(pending.request, bundleID: apps[index].bundleID)
    }
}
