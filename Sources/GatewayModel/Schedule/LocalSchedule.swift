// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// When a campaign at a local time is sent to the installations of each time zone.
///
/// The schedule is made once, when the campaign is scheduled. It assigns every zone, known or not,
/// to one moment, so that the schedule alone determines which unit contains an installation:
/// - A unit contains the installations whose zone is assigned to the unit's moment.
/// - It also contains installations that are now in a zone with an earlier moment and have
///   registered again since the campaign was planned. They may have left a zone before its moment,
///   and reached their new zone after its units were sent.
/// - An installation that has an outcome in a unit with an earlier moment gets nothing more: a
///   claim contains the outcomes of these units, and a unit is not claimed while an earlier unit
///   with the same installation numbers is open.
///
/// Together, these rules give each installation exactly one outcome, wherever its user travels.
package struct LocalSchedule: Hashable, Sendable, Codable {
    /// The maximum number of zones that a schedule distinguishes. There are about 600 names of
    /// zones.
    package static let zonesMax = 2000

    /// How a campaign treats zones whose local time has already passed when the campaign is
    /// scheduled.
    package enum LateRule: String, Sendable, Codable, CaseIterable {
        /// The installations of these zones do not get the campaign.
        case skip
        /// The installations of these zones get the campaign with the first units.
        case sendNow = "send_now"
    }

    /// The zones that share a moment.
    package struct Group: Hashable, Sendable, Codable {
        /// The moment, in milliseconds since 1970.
        package let dueAt: Int64
        /// The IANA names of the zones, in order.
        package var zones: [String]
    }

    /// The groups in the order of their moments, which all differ.
    package let groups: [Group]
    /// The moment of installations without a zone, or with a zone that is in no group; `nil` if
    /// they are skipped.
    package let fallbackDueAt: Int64?
    /// The zones that are skipped, because their time had passed.
    package let skipped: [String]

    /// Makes the schedule.
    ///
    /// - Parameters:
    ///   - wall: the local time.
    ///   - zones: the names of all zones that are known; names beyond ``zonesMax`` are treated as
    ///     unknown.
    ///   - fallback: the zone of installations whose zone is unknown.
    ///   - now: the current time, in milliseconds since 1970.
    ///   - late: the rule for zones whose time has passed.
    ///   - offset: returns the difference between a zone and UTC at an instant, both in seconds.
    package init(
        wall: WallTime, zones: some Sequence<String>, fallback: String, now: Int64,
        late: LateRule, offset: (_ zone: String, _ instant: Int64) -> Int64
    ) {
        func due(_ zone: String) -> Int64? {
            let time = wall.firstInstant { offset(zone, $0) } * 1000
            if time >= now { return time }
            return late == .skip ? nil : now
        }
        var byTime: [Int64: [String]] = [:]
        var skipped: [String] = []
        for zone in Set(zones).sorted().prefix(Self.zonesMax) {
            if let time = due(zone) {
                byTime[time, default: []].append(zone)
            } else {
                skipped.append(zone)
            }
        }
        fallbackDueAt = due(fallback)
        if let time = fallbackDueAt { byTime[time, default: []] += [] }
        groups = byTime.sorted { $0.key < $1.key }.map { Group(dueAt: $0.key, zones: $0.value) }
        self.skipped = skipped
    }

    /// The moments, in order.
    package var dueTimes: [DatabaseTime] {
        groups.map { DatabaseTime(milliseconds: $0.dueAt) }
    }

    /// Returns the moment of a zone; `nil` if it is skipped.
    package func dueAt(_ zone: String?) -> Int64? {
        guard let zone else { return fallbackDueAt }
        if skipped.contains(zone) { return nil }
        return groups.first { $0.zones.contains(zone) }?.dueAt ?? fallbackDueAt
    }

    /// Returns whether the unit of a moment contains an installation. The function does not examine
    /// whether the installation already has an outcome in an earlier unit.
    ///
    /// - Parameters:
    ///   - zone: the current zone of the installation.
    ///   - registeredAt: when the installation last registered, in milliseconds since 1970.
    ///   - plannedAt: when the campaign's units were created, in milliseconds since 1970.
    package func isInUnit(
        dueAt moment: Int64, zone: String?, registeredAt: Int64, plannedAt: Int64
    ) -> Bool {
        guard let dueAt = dueAt(zone) else { return false }
        if dueAt == moment { return true }
        return dueAt < moment && registeredAt >= plannedAt - Self.clockTolerance
            && !Bug.is(.travellersForgotten)
    }

    /// The tolerated difference, in milliseconds, between the clocks that determine `registeredAt`
    /// and `plannedAt` of ``isInUnit(dueAt:zone:registeredAt:plannedAt:)``. A larger value only
    /// makes a unit read more installations that already have an outcome.
    package static let clockTolerance: Int64 = 10 * 60 * 1000

    /// The zones of a unit's page.
    package struct PageZones: Hashable, Sendable {
        /// The zones whose installations the unit contains.
        package var own: [String] = []
        /// Whether the unit contains the installations whose zone is unknown.
        package var ownsUnknown = false
        /// The zones of earlier moments.
        package var earlier: [String] = []
        /// Whether the installations whose zone is unknown have an earlier moment.
        package var unknownIsEarlier = false
        /// All zones that the schedule contains; every other zone is unknown.
        package var known: [String] = []
    }

    /// Returns the zones of the unit of a moment. They select the same installations as
    /// ``isInUnit(dueAt:zone:registeredAt:plannedAt:)``.
    package func pageZones(dueAt moment: Int64) -> PageZones {
        var zones = PageZones()
        for group in groups {
            if group.dueAt == moment { zones.own = group.zones }
            if group.dueAt < moment { zones.earlier += group.zones }
            zones.known += group.zones
        }
        zones.known += skipped
        zones.ownsUnknown = fallbackDueAt == moment
        zones.unknownIsEarlier = fallbackDueAt.map { $0 < moment } ?? false
        return zones
    }
}
