// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How strongly a notification of an app may interrupt, and with which sound.
struct Loudness {
    let level: InterruptionLevel
    /// The file or `default`; `nil` for none.
    let sound: String?
    /// 0 to 1; `nil` for the phone's own volume.
    let volume: Double?
    let rules: [RuleID]

    /// The kinds of file that can be played.
    private static let soundFileExtensions = ["aif", "aiff", "wav", "caf"]

    init(_ aps: APS, of app: InstalledApp) {
        var rules: [RuleID] = []
        var wanted = aps.interruptionLevel ?? .active
        var volume: Double?
        if case .critical(let sound) = aps.sound, sound.isCritical == true {
            wanted = .critical
            volume = sound.volume.map { min(1, max(0, $0)) }
        }
        switch wanted {
        case .passive: rules.append("LVL-1")
        case .active: rules.append("LVL-2")
        case .timeSensitive: rules.append(app.capabilities.timeSensitive ? "LVL-3" : "INT-3")
        case .critical: rules.append(app.capabilities.criticalAlerts ? "LVL-4" : "INT-4")
        }
        if rules == ["INT-3"] || rules == ["INT-4"] { wanted = .active }
        level = wanted
        let isCritical = wanted == .critical
        if volume != nil, isCritical { rules.append("INT-6") }
        self.volume = isCritical ? volume : nil
        if aps.sound == nil {
            sound = isCritical ? "default" : nil
            if isCritical { rules.append("INT-5") }
        } else {
            let found = Self.find(aps.sound?.name ?? "default", in: app.bundle.sounds.map(\.name))
            sound = found.name
            rules.append(found.rule)
        }
        self.rules = rules
    }

    private static func find(_ name: String, in files: [String]) -> (name: String, rule: RuleID) {
        if name == "default" { return ("default", "SND-2") }
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard soundFileExtensions.contains(ending) else { return ("default", "SND-1") }
        return files.contains(name) ? (name, "SND-2") : ("default", "SND-3")
    }
}
