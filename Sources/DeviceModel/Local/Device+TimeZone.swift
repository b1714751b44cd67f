// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Device {
    /// Recalculates the dates of requests that follow the phone's time zone, after the time zone
    /// has changed (`LCL-8`). A request is removed if its only date is now past, because adding
    /// such a request would fail as well (`LCL-5`).
    mutating func refloatRequests(at now: Date) {
        for index in apps.indices {
            let floating = apps[index].pending.filter { $0.request.trigger?.floats ?? false }
            for old in floating {
                apps[index].removePending(id: old.id)
                var moved = old
                moved.nextDate = old.request.trigger?.firstDate(
                    after: now, timeZone: timeZone, choices: choices)
                if moved.nextDate != nil { apps[index].insertPending(moved) }
            }
        }
    }
}
