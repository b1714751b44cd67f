// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// A trigger in the forms that the system offers.
enum SystemTrigger: Hashable, Sendable, Codable {
    /// A fixed date.
    case moment(Date)
    /// A local time.
    case wall(WallTime, repeats: Bool)
    /// A repeating interval in seconds.
    case every(Double)
    case region(LocalRegion, onEntry: Bool, repeats: Bool)

    var isRegion: Bool { if case .region = self { true } else { false } }
}

extension LocalTrigger {
    /// Returns the trigger for the system, without quiet hours applied.
    ///
    /// - Parameter now: the start for ``after(_:)``.
    func systemTrigger(at now: Date) -> SystemTrigger {
        switch self {
        case .at(let date): .moment(date)
        case .after(let duration): .moment(now.addingTimeInterval(duration.inSeconds))
        case .on(let year, let month, let day, let hour, let minute):
            .wall(
                WallTime(year: year, month: month, day: day, hour: hour, minute: minute),
                repeats: false)
        case .daily(let hour, let minute):
            .wall(WallTime(hour: hour, minute: minute), repeats: true)
        case .weekly(let weekday, let hour, let minute):
            .wall(WallTime(weekday: weekday, hour: hour, minute: minute), repeats: true)
        case .monthly(let day, let hour, let minute):
            .wall(WallTime(day: day, hour: hour, minute: minute), repeats: true)
        case .yearly(let month, let day, let hour, let minute):
            .wall(WallTime(month: month, day: day, hour: hour, minute: minute), repeats: true)
        case .every(let duration): .every(duration.inSeconds)
        case .arriving(let region, let repeats): .region(region, onEntry: true, repeats: repeats)
        case .leaving(let region, let repeats): .region(region, onEntry: false, repeats: repeats)
        }
    }

    /// The end of the year 9999, the last year with four digits, in seconds since 1970.
    private static let endOfYears = 253_402_300_800.0

    /// Checks that the trigger is valid.
    ///
    /// - Throws: an error when the trigger would never fire, or when Apple's framework would raise
    ///   an exception for it (rules `LCL-2`, `LCL-5`).
    func check(now: Date, in zone: TimeZone) throws(LocalNotificationError) {
        switch systemTrigger(at: now) {
        case .moment(let date):
            guard date > now else { throw .timeHasPassed }
            guard date.timeIntervalSince1970 < Self.endOfYears else { throw .invalidTime }
        case .wall(let wall, _):
            guard wall.isPossible else { throw .invalidTime }
            guard wall.next(after: now, in: zone) != nil else { throw .timeHasPassed }
        case .every(let seconds):
            guard seconds.isFinite, seconds >= Self.everySecondsMin else { throw .repeatsTooOften }
        case .region(let region, _, _):
            guard region.isOnEarth else { throw .invalidRegion }
        }
    }
}

/// A trigger with quiet hours applied, and when it is due.
struct DueTrigger: Hashable, Sendable {
    var trigger: SystemTrigger
    /// The time at which the trigger fires next, or should have fired; `nil` for a location.
    var date: Date?
    /// Whether the notification is delivered without a sound.
    var isQuiet = false
}

extension SystemTrigger {
    /// The longest time, in seconds, by which quiet hours can postpone a delivery. An occurrence
    /// that was due up to this long ago may still have to be delivered.
    private static let postponementMax = 86_400.0

    /// - Parameters:
    ///   - quiet: the quiet hours that apply, if any.
    ///   - submitted: the due date recorded at the last submission; occurrences of ``every(_:)``
    ///     are counted from it.
    func due(
        after now: Date, in zone: TimeZone, quiet: QuietHours?, submitted: Date?
    ) -> DueTrigger {
        switch self {
        case .region: return DueTrigger(trigger: self)
        case .every(let seconds):
            let first = submitted ?? now.addingTimeInterval(seconds)
            let missed = max(0, (now.timeIntervalSince(first) / seconds).rounded(.up))
            return DueTrigger(trigger: self, date: first.addingTimeInterval(missed * seconds))
        case .moment(let date): return Self.due(at: date, in: zone, quiet)
        case .wall(let wall, let repeats):
            return Self.due(wall, repeats: repeats, after: now, in: zone, quiet)
        }
    }

    private static func due(at date: Date, in zone: TimeZone, _ quiet: QuietHours?) -> DueTrigger {
        let own = DueTrigger(trigger: .moment(date), date: date)
        let time = zone.wallSeconds(at: date) % CivilDate.secondCount
        let ofDay = (time + CivilDate.secondCount) % CivilDate.secondCount
        guard let quiet, quiet.contains(hour: ofDay / 3600, minute: ofDay / 60 % 60)
        else { return own }
        let end = WallTime(hour: quiet.endMinute / 60, minute: quiet.endMinute % 60)
        guard quiet.policy == .postpone, let later = end.next(after: date, in: zone) else {
            return DueTrigger(trigger: own.trigger, date: date, isQuiet: true)
        }
        return DueTrigger(trigger: .moment(later), date: later)
    }

    private static func due(
        _ wall: WallTime, repeats: Bool, after now: Date, in zone: TimeZone, _ quiet: QuietHours?
    ) -> DueTrigger {
        func own(_ wall: WallTime, isQuiet: Bool = false) -> DueTrigger {
            DueTrigger(
                trigger: .wall(wall, repeats: repeats),
                date: repeats ? wall.next(after: now, in: zone) : wall.moment(in: zone),
                isQuiet: isQuiet)
        }
        guard let quiet, quiet.contains(hour: wall.hour, minute: wall.minute) else {
            return own(wall)
        }
        guard quiet.policy == .postpone else { return own(wall, isQuiet: true) }
        let onNextDay = quiet.endsOnNextDay(hour: wall.hour, minute: wall.minute)
        if let moved = wall.moved(toMinute: quiet.endMinute, onNextDay: onNextDay) {
            return own(moved)
        }
        // When quiet hours postpone a monthly or yearly occurrence to the next day, the number of
        // that day in its month can differ between occurrences, so each occurrence is scheduled
        // separately.
        var from = now.addingTimeInterval(-postponementMax)
        while let occurrence = wall.next(after: from, in: zone) {
            let moved = due(at: occurrence, in: zone, quiet)
            if let date = moved.date, date > now { return moved }
            from = occurrence
        }
        return own(wall)
    }
}

extension SystemTrigger {
    /// Returns the trigger as a system object.
    ///
    /// - Parameters:
    ///   - now: the time from which an interval is measured.
    ///   - id: the identifier of a region; a region with the same identifier is replaced.
    @MainActor
    func object(at now: Date, id: String) throws(LocalNotificationError) -> UNNotificationTrigger {
        switch self {
        case .moment(let date):
            // An interval is independent of changes of the clock or zone (rule `LCL-9`).
            let seconds = max(date.timeIntervalSince(now), Self.intervalSecondsMin)
            return UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        case .wall(let wall, let repeats):
            return UNCalendarNotificationTrigger(
                dateMatching: wall.triggerComponents, repeats: repeats)
        case .every(let seconds):
            return UNTimeIntervalNotificationTrigger(
                timeInterval: max(seconds, LocalTrigger.everySecondsMin), repeats: true)
        case .region(let region, let onEntry, let repeats):
            return try Self.object(region, onEntry: onEntry, repeats: repeats, id: id)
        }
    }

    /// The minimum interval, in seconds. The system accepts only intervals above 0, but the date
    /// may pass while the request is being submitted.
    private static let intervalSecondsMin = 0.001

    @MainActor
    private static func object(
        _ region: LocalRegion, onEntry: Bool, repeats: Bool, id: String
    ) throws(LocalNotificationError) -> UNNotificationTrigger {
        #if !os(macOS) && !os(watchOS) && !os(visionOS) && !targetEnvironment(macCatalyst)
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(
                latitude: region.latitude, longitude: region.longitude),
            radius: region.radius, identifier: id)
        circle.notifyOnEntry = onEntry
        circle.notifyOnExit = !onEntry
        return UNLocationNotificationTrigger(region: circle, repeats: repeats)
        #else
        throw .regionsUnavailable
        #endif
    }
}
