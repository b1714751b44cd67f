// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DueSource {
    /// The local notifications with a date (`LCL-22`).
    static let pendingRequests = DueSource(
        next: { device in device.nextPending.map(\.date) },
        take: { device, now in
            guard let first = device.nextPending, first.date <= now else { return nil }
            let (timeZone, choices) = (device.timeZone, device.choices)
            let fired = device.apps[first.index].takeFirstPending { fired in
                fired.request.trigger?.nextDate(
                    afterFiring: first.date, at: now, timeZone: timeZone, choices: choices)
            }
            let bundleID = device.apps[first.index].bundleID
            return fired.map { .arrival(.local($0.request, bundleID: bundleID)) }
        })
}

extension Device {
    /// The app whose request fires next, and its date.
    fileprivate var nextPending: (index: Int, date: Date)? {
        var first: (index: Int, date: Date)?
        for index in apps.indices {
            guard let date = apps[index].pending.first?.nextDate else { continue }
            if first.map({ date < $0.date }) ?? true { first = (index, date) }
        }
        return first
    }
}
