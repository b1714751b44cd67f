// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time zones of an app's installations.
struct UsedZones: Hashable, Sendable {
    var names: [String] = []
    /// Whether there are installations that have not reported a zone.
    var hasUnknown = false
}

/// When a campaign is sent.
struct CampaignTiming {
    /// The time of a campaign that is not sent at a local time.
    private(set) var dueTimes: [DatabaseTime] = []
    private(set) var schedule: LocalSchedule?
    /// What the campaign's settings show about its local time.
    private(set) var extras = CampaignExtras()
    /// The last time at which an installation gets the campaign. The lifetime of the campaign
    /// begins at this time.
    private(set) var lastDue: Date

    /// A campaign that is sent at once.
    init(now: Date) {
        dueTimes = [DatabaseTime(milliseconds: now.storedMilliseconds)]
        lastDue = now
    }

    /// A campaign that is sent at the time that its form states.
    ///
    /// - Throws: `Problem` if the time has passed or is too far ahead, or if it has passed in some
    ///   zones and the form does not state what happens in those zones.
    init(
        _ form: CampaignForm, policyZone: String?, used: UsedZones, now: Date
    ) throws(Problem) {
        self.init(now: now)
        if let at = form.at {
            guard at >= now else {
                throw Problem(
                    .badValue, "\"at\" is in the past; leave it out to start at once",
                    keyPath: "at")
            }
            try Self.check(at.timeIntervalSince(now), "at")
            dueTimes = [DatabaseTime(milliseconds: at.storedMilliseconds)]
            lastDue = at
        } else if let text = form.localTime {
            try plan(text, form, policyZone: policyZone, used, now: now)
        }
    }

    private static func check(_ seconds: Double, _ key: String) throws(Problem) {
        guard seconds <= Double(GatewayLimits.scheduleSecondsMax) else {
            throw Problem(
                .badValue,
                "\"\(key)\" is more than \(GatewayLimits.scheduleSecondsMax / 86_400) days ahead; "
                    + "schedule the campaign later", keyPath: key)
        }
    }

    private mutating func plan(
        _ text: String, _ form: CampaignForm, policyZone: String?, _ used: UsedZones, now: Date
    ) throws(Problem) {
        guard let wall = WallTime(text) else {
            throw Problem(
                .badValue,
                "\"local_time\" is not a date and time of day; send one without a zone, such as "
                    + "2026-12-24T09:00", keyPath: "local_time")
        }
        let fallback = form.defaultTimeZone ?? policyZone ?? "UTC"
        guard TimeZones.zone(fallback) != nil else {
            throw Problem(
                .badValue,
                "\"default_time_zone\" is not a time zone; send a name such as Europe/Berlin",
                keyPath: "default_time_zone")
        }
        let nowSeconds = now.storedMilliseconds / 1000
        try Self.check(Double(wall.seconds - nowSeconds), "local_time")
        let known = used.names.filter { TimeZones.zone($0) != nil }
        let all = Set(TimeZones.names + known + [fallback])
        let offset = TimeZones.offsets(of: all)
        let usesFallback = used.hasUnknown || known.count < used.names.count
        let inUse = Set(known + (usesFallback ? [fallback] : []))
        let times = inUse.map { zone in
            (zone: zone, at: wall.firstInstant { offset(zone, $0) } * 1000)
        }
        let nowMilliseconds = now.storedMilliseconds
        let late = times.filter { $0.at < nowMilliseconds }
        try Self.check(late.map(\.zone).sorted(), of: times.count, form, text)
        let schedule = LocalSchedule(
            wall: wall, zones: all, fallback: fallback, now: nowMilliseconds,
            late: form.lateZones == .skip ? .skip : .sendNow, offset: offset)
        guard let last = schedule.dueTimes.last else {
            throw Problem(
                .badValue, "\"local_time\" has passed in every time zone; send a later one",
                keyPath: "local_time")
        }
        let moments = times.compactMap { schedule.dueAt($0.zone) }
        extras.localTime = text
        extras.defaultTimeZone = fallback
        extras.zoneCount = times.count
        extras.firstAt = moments.min()
        extras.lastAt = moments.max()
        dueTimes = []
        self.schedule = schedule
        lastDue = Date(storedMilliseconds: last.milliseconds)
    }

    private static func check(
        _ late: [String], of count: Int, _ form: CampaignForm, _ text: String
    ) throws(Problem) {
        guard !late.isEmpty, form.lateZones == nil else { return }
        let names = late.prefix(3).joined(separator: ", ") + (late.count > 3 ? ", …" : "")
        throw Problem(
            .valueMissing,
            "\(text) has passed in \(late.count) of \(count) time zones of the app's installations "
                + "(\(names)); add \"late_zones\":\"skip\" to leave these installations out, or "
                + "\"late_zones\":\"send_now\"", keyPath: "late_zones")
    }
}
