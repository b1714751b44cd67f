// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// The counts of all events on the phones of a fleet.
public struct FleetReport: Hashable, Sendable, Codable {
    /// The number of phones.
    public internal(set) var devices = 0
    /// The sum of all phones' days.
    public internal(set) var deviceDays = 0
    /// The number of pushes that were sent.
    public internal(set) var sent = 0
    /// The number of pushes that never left APNs, because a newer push replaced them while the
    /// phone was offline.
    public internal(set) var replacedAtAPNs = 0
    /// The number of pushes that reached a phone. A push that is held and delivered later is
    /// counted twice.
    public internal(set) var pushes = 0
    /// The number of local notifications that were due.
    public internal(set) var localNotifications = 0
    /// The number of the app's requests that the phone rejected.
    public internal(set) var refusedRequests = 0
    /// The outcomes of the pushes and local notifications that reached a phone.
    public internal(set) var outcomes: [Arrival.Outcome: Int] = [:]
    /// The number of sounds that were played.
    public internal(set) var sounds = 0
    /// The number of badges that were set.
    public internal(set) var badges = 0
    /// The number of times that the app ran in the background for `content-available`.
    public internal(set) var wakes = 0
    /// The number of times that the service extension ran.
    public internal(set) var extensionRuns = 0
    /// The number of scheduled summaries that were delivered.
    public internal(set) var summaries = 0
    public internal(set) var unlocks = 0
    public internal(set) var launches = 0
    public internal(set) var taps = 0
    public internal(set) var dismissals = 0
    /// The peak number of notifications of one app in Notification Center.
    public internal(set) var longestList = 0
    /// The number of outcomes for which each rule was among the reasons.
    public internal(set) var rules: [RuleID: Int] = [:]
    /// The hash of the whole trace, 16 hex digits. The same plan always has the same hash.
    public internal(set) var traceHash = ""

    enum CodingKeys: String, CodingKey {
        case devices, sent, pushes, outcomes, sounds, badges, wakes, summaries, unlocks, launches
        case taps, dismissals, rules
        case deviceDays = "device_days"
        case replacedAtAPNs = "replaced_at_apns"
        case localNotifications = "local_notifications"
        case refusedRequests = "refused_requests"
        case extensionRuns = "extension_runs"
        case longestList = "longest_list"
        case traceHash = "trace_hash"
    }

    init() {}

    /// The number of decisions: pushes and local notifications together.
    public var notifications: Int { pushes + localNotifications }

    /// Adds the report of another part of the fleet.
    mutating func add(_ other: FleetReport) {
        devices += other.devices
        deviceDays += other.deviceDays
        sent += other.sent
        replacedAtAPNs += other.replacedAtAPNs
        pushes += other.pushes
        localNotifications += other.localNotifications
        refusedRequests += other.refusedRequests
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        sounds += other.sounds
        badges += other.badges
        wakes += other.wakes
        extensionRuns += other.extensionRuns
        summaries += other.summaries
        unlocks += other.unlocks
        launches += other.launches
        taps += other.taps
        dismissals += other.dismissals
        longestList = max(longestList, other.longestList)
        rules.merge(other.rules, uniquingKeysWith: +)
    }
}

extension FleetReport {
    /// Returns the report in a few lines, with the most frequent rules.
    ///
    /// - Parameter ruleCount: How many rules to list.
    public func lines(ruleCount: Int = 10) -> [String] {
        func list<Key: Hashable>(_ counts: [Key: Int], _ name: (Key) -> String) -> [String] {
            // Equal numbers are sorted by name, so that equal reports have equal text.
            counts.map { (name($0.key), $0.value) }
                .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
                .map { "\($0.0) \($0.1)" }
        }
        return [
            "\(devices) phones, \(deviceDays) device-days, trace \(traceHash)",
            "\(sent) pushes sent, \(replacedAtAPNs) replaced at APNs, \(pushes) arrived; "
                + "\(localNotifications) local notifications, \(refusedRequests) requests refused",
            "outcomes: " + list(outcomes) { $0.rawValue }.joined(separator: ", "),
            "\(sounds) sounds, \(badges) badges set, \(wakes) wakes, \(extensionRuns) extension "
                + "runs, \(summaries) summaries",
            "\(unlocks) unlocks, \(launches) launches, \(taps) taps, \(dismissals) dismissals; "
                + "the longest list had \(longestList)",
            "rules: "
                + list(rules) { $0.rawValue }.prefix(max(0, ruleCount)).joined(separator: ", "),
        ]
    }
}
