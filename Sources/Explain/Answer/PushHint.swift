// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

/// Something about payload and headers that a sender should know whatever the phone does; `explain`
/// and `push` say it in the same words.
public struct PushHint: Hashable, Sendable {
    public let text: String
    /// What to do; empty when there is nothing to do.
    public let remedy: String
    /// The rule behind it; `nil` when it is one of APNs.
    public let rule: RuleID?

    init(_ text: String, remedy: String = "", rule: RuleID? = nil) {
        self.text = text
        self.remedy = remedy
        self.rule = rule
    }

    /// The hint in one line: what, rule, what to do.
    public var words: String {
        (rule.map { "\(text) (\($0))" } ?? text) + (remedy.isEmpty ? "" : "; \(remedy)")
    }

    /// The hints for a payload with the headers it is sent with.
    public static func all(_ payload: Payload, _ push: PushInference) -> [PushHint] {
        let aps = payload.aps ?? APS()
        let isVisible = aps.alert != nil || aps.badge != nil || aps.sound != nil
        var hints: [PushHint] = []
        if push.pushType == .background {
            if isVisible {
                hints.append(
                    PushHint(
                        "something to show, sound or badge is sent as background: APNs and the "
                            + "phone may delay or drop it",
                        remedy: "send it with --type alert", rule: "SIL-1"))
            } else {
                hints.append(
                    PushHint(
                        "background pushes are a favour: a few an hour, none is promised",
                        rule: "SIL-3"))
                if aps.contentAvailable != true {
                    hints.append(
                        PushHint(
                            "a background push without content-available 1 wakes nothing",
                            remedy: "put \"content-available\": 1 into aps", rule: "SIL-1"))
                }
            }
        }
        if push.pushType == .alert, aps.contentAvailable == true, !isVisible {
            hints.append(
                PushHint(
                    "a silent payload is sent as alert: the phone may delay or drop it",
                    remedy: "send it with --type background and priority 5", rule: "SIL-1"))
        }
        hints += unread(aps) + liveActivity(aps, push.pushType)
        return hints
    }

    /// Keys of Apple's whose value has another type than documented: iOS ignores them.
    private static func unread(_ aps: APS) -> [PushHint] {
        let keys = aps.other.keys.filter { APSKey(rawValue: $0) != nil }
        return keys.map { key in
            PushHint(
                "\(key) in aps has a value of the wrong type and does nothing",
                remedy: "write \(key) as Apple's \"Generating a remote notification\" says")
        }
    }

    /// Seconds in the year 5138; a moment in milliseconds is beyond it.
    private static let plausibleSecondsMax = 100_000_000_000

    private static func liveActivity(_ aps: APS, _ type: PushType) -> [PushHint] {
        guard type == .liveactivity else { return [] }
        var hints: [PushHint] = []
        if aps.liveActivity.timestamp == nil {
            hints.append(
                PushHint(
                    "a Live Activity push needs timestamp, by which the phone finds the newest",
                    remedy: "put \"timestamp\" in seconds since 1970 into aps", rule: "LA-4"))
        }
        let dates = [
            ("timestamp", aps.liveActivity.timestamp), ("stale-date", aps.liveActivity.staleDate),
            ("dismissal-date", aps.liveActivity.dismissalDate),
        ]
        for (key, value) in dates {
            guard let value, value > plausibleSecondsMax else { continue }
            hints.append(
                PushHint(
                    "\(key) is far in the future; it looks like milliseconds",
                    remedy: "write \(key) in whole seconds since 1970", rule: "LA-4"))
        }
        return hints
    }
}
