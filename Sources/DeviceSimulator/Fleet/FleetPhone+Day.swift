// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// A day on a phone: the actions of the person, and the times of the pushes.
extension FleetPhone {
    private static let secondsPerDay = 86_400

    /// An event at a second of the day.
    private enum Entry {
        case push(kind: Int)
        case unlock
        case lock
        case setOnline(Bool)
        case setFocus(Bool)
        case setLowPower(Bool)
        case forceQuit
        case restart
        case clear
    }

    /// Runs the next day.
    public mutating func liveDay() {
        scheduleRequests(at: day)
        for (second, entry) in agenda() {
            let now = day + Double(second)
            runDue(until: now)
            carryOut(entry, at: now)
        }
        let end = day + Double(Self.secondsPerDay)
        runDue(until: end)
        day = end
        report.deviceDays += 1
    }

    /// Returns the events of the day in order.
    private mutating func agenda() -> [(second: Int, entry: Entry)] {
        let (people, traffic) = (plan.people, plan.traffic)
        var entries: [(second: Int, entry: Entry)] = []
        entries.reserveCapacity(traffic.pushesPerDay + 2 * people.sessionsPerDay + 12)
        let weight = traffic.pushes.reduce(0) { $0 + $1.weight }
        if weight > 0 {
            for _ in 0..<min(max(0, traffic.pushesPerDay), FleetTraffic.countPerDayMax) {
                let second = generator.below(Self.secondsPerDay)
                entries.append((second, .push(kind: pickKind(of: weight))))
            }
        }
        for _ in 0..<min(max(0, people.sessionsPerDay), FleetPeople.sessionsPerDayMax) {
            // The person is awake from 7:00 to 23:00.
            let start = 25_200 + generator.below(57_600)
            let length = 1 + generator.below(people.sessionSecondsMax)
            entries.append((start, .unlock))
            entries.append((min(start + length, Self.secondsPerDay - 1), .lock))
        }
        entries.append((25_200, .setFocus(false)))
        if generator.percent(people.focusNights) { entries.append((79_200, .setFocus(true))) }
        addSpell(people.offlineDays, to: &entries, begin: .setOnline(false), end: .setOnline(true))
        addSpell(
            people.lowPowerDays, to: &entries, begin: .setLowPower(true), end: .setLowPower(false))
        if generator.percent(people.forceQuitDays) {
            entries.append((generator.below(Self.secondsPerDay), .forceQuit))
        }
        if generator.percent(people.restartDays) {
            entries.append((generator.below(Self.secondsPerDay), .restart))
        }
        if !hoards { entries.append((82_800, .clear)) }
        // Comparing offsets makes the sort stable: equal times keep the order above.
        return entries.enumerated().sorted {
            $0.element.second == $1.element.second
                ? $0.offset < $1.offset : $0.element.second < $1.element.second
        }.map(\.element)
    }

    /// Adds a period that begins and ends within the day.
    private mutating func addSpell(
        _ share: Int, to entries: inout [(second: Int, entry: Entry)], begin: Entry, end: Entry
    ) {
        guard generator.percent(share) else { return }
        let start = generator.below(Self.secondsPerDay - 1)
        let length = 1 + generator.below(6 * 3600)
        entries.append((start, begin))
        entries.append((min(start + length, Self.secondsPerDay - 1), end))
    }

    private mutating func pickKind(of weight: Int) -> Int {
        var lot = generator.below(weight)
        for (kind, push) in plan.traffic.pushes.enumerated() {
            lot -= push.weight
            if lot < 0 { return kind }
        }
        return 0
    }

    /// Schedules the app's notifications of the day, whose triggers alternate between an interval
    /// and a time of day.
    private mutating func scheduleRequests(at now: Date) {
        let contents = plan.traffic.contents
        guard !contents.isEmpty else { return }
        for index in 0..<min(max(0, plan.traffic.requestsPerDay), FleetTraffic.countPerDayMax) {
            lastNumber += 1
            let second = 60 + generator.below(Self.secondsPerDay - 120)
            let trigger: NotificationTrigger =
                index.isMultiple(of: 2)
                ? .interval(seconds: Double(second), repeats: false)
                : .calendar(
                    DateMatch(hour: second / 3600, minute: second / 60 % 60), repeats: false)
            let request = NotificationRequest(
                id: "request-\(lastNumber)", content: contents[index % contents.count],
                trigger: trigger)
            do {
                _ = try device.add(request, of: bundleID, at: now)
            } catch {
                report.refusedRequests += 1
            }
        }
    }

    // MARK: - The person

    private mutating func carryOut(_ entry: Entry, at now: Date) {
        switch entry {
        case .push(let kind): send(kind, at: now)
        case .unlock: unlock(at: now)
        case .lock:
            perform(.lock, at: now)
            finishBackgroundRun(at: now)
        case .setOnline(let isOnline):
            perform(.setOnline(isOnline), at: now)
            if isOnline { deliverStored(at: now) }
        case .setFocus(true): perform(.setFocus(Focus()), at: now)
        case .setFocus(false): if device.focus != nil { perform(.setFocus(nil), at: now) }
        case .setLowPower(let isOn): perform(.setLowPower(isOn), at: now)
        case .forceQuit: perform(.forceQuit(bundleID: bundleID), at: now)
        case .restart: perform(.reboot, at: now)
        case .clear: perform(.clearAll(bundleID: bundleID), at: now)
        }
    }

    /// Unlocks the phone; the person may respond to the newest notification or open the app.
    private mutating func unlock(at now: Date) {
        let newest = device.apps.first?.delivered.first?.id
        report.unlocks += 1
        perform(.unlock, at: now)
        let people = plan.people
        let lot = generator.below(100)
        let isThere = device.apps.first?.delivered.first?.id == newest
        if let newest, isThere, lot < people.taps {
            report.taps += 1
            perform(.tap(notificationID: newest, bundleID: bundleID), at: now)
            emptyBadge()
        } else if let newest, isThere, lot < people.taps + people.dismissals {
            report.dismissals += 1
            perform(.dismiss(notificationID: newest, bundleID: bundleID), at: now)
            finishBackgroundRun(at: now)
        } else if generator.percent(people.opens) {
            report.launches += 1
            perform(.launch(bundleID: bundleID), at: now)
            emptyBadge()
        }
    }

    /// Sets the badge to 0, as most apps do when they are opened; does nothing if the phone rejects
    /// the call.
    private mutating func emptyBadge() {
        try? device.setBadge(0, of: bundleID, by: .iconBadgeNumber)
    }

    /// Performs an action; does nothing if the action is not possible on this phone now.
    ///
    /// The method must not be inlined: Swift 6.3.1 fails to optimize a caller that contains several
    /// inlined copies of the method ("Found ownership error").
    @inline(never)
    private mutating func perform(_ action: UserAction, at now: Date) {
        guard let outcome = try? device.performing(action, at: now) else { return }
        device = outcome.device
        note(UInt64(outcome.callbacks.count), at: now, reasons: outcome.reasons, "\(action)")
    }
}
