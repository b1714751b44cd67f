// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
import Foundation

extension UNNotificationTrigger.Record {
    /// This trigger, converted to the device model's type.
    package var model: NotificationTrigger {
        switch kind {
        case .push: .push
        case .timeInterval(let seconds): .interval(seconds: seconds, repeats: repeats)
        case .calendar(let components): .calendar(DateMatch(components), repeats: repeats)
        case .location(let region): .location(region.model, repeats: repeats)
        }
    }

    package init(_ trigger: NotificationTrigger) {
        let kind: Kind =
            switch trigger {
            case .push: .push
            case .interval(let seconds, _): .timeInterval(seconds)
            case .calendar(let match, _): .calendar(match.components)
            case .location(let region, _): .location(CLRegion.Record(region))
            }
        self.init(kind: kind, repeats: trigger.repeats)
    }
}

extension DateMatch {
    init(_ components: DateComponents) {
        self.init(
            year: components.year, month: components.month, day: components.day,
            hour: components.hour, minute: components.minute, second: components.second,
            weekday: components.weekday,
            timeZone: (components.timeZone ?? components.calendar?.timeZoneOfItsOwn)?.identifier)
        era = components.era
        weekdayOrdinal = components.weekdayOrdinal
        weekOfMonth = components.weekOfMonth
        weekOfYear = components.weekOfYear
        yearForWeekOfYear = components.yearForWeekOfYear
        quarter = components.quarter
    }

    var components: DateComponents {
        var components = DateComponents()
        components.era = era
        components.year = year
        components.month = month
        components.day = day
        components.hour = hour
        components.minute = minute
        components.second = second
        components.weekday = weekday
        components.weekdayOrdinal = weekdayOrdinal
        components.weekOfMonth = weekOfMonth
        components.weekOfYear = weekOfYear
        components.yearForWeekOfYear = yearForWeekOfYear
        components.quarter = quarter
        components.timeZone = timeZone.flatMap { TimeZone(identifier: $0) }
        return components
    }
}

extension Calendar {
    /// The calendar's time zone; `nil` if it is the same as the time zone of the machine.
    fileprivate var timeZoneOfItsOwn: TimeZone? { timeZone == .current ? nil : timeZone }
}

extension CLRegion.Record {
    /// This region, converted to the device model's type.
    var model: Region {
        Region(
            id: identifier,
            centre: Coordinate(
                latitude: circle?.latitude ?? 0, longitude: circle?.longitude ?? 0),
            radius: circle?.radius ?? 0, notifiesOnEntry: notifyOnEntry,
            notifiesOnExit: notifyOnExit)
    }

    init(_ region: Region) {
        self.init(
            identifier: region.id,
            circle: Circle(
                latitude: region.centre.latitude, longitude: region.centre.longitude,
                radius: region.radius))
        notifyOnEntry = region.notifiesOnEntry
        notifyOnExit = region.notifiesOnExit
    }
}
