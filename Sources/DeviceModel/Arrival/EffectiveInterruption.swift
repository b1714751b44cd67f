// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How strongly a notification of an app may interrupt, and with which sound, after entitlements
/// and the person's switches are applied.
struct EffectiveInterruption {
    let level: InterruptionLevel
    /// The sound file, or `default` for the system's sound; `nil` for no sound.
    let sound: String?
    /// The volume, 0 to 1; `nil` for the phone's volume.
    let volume: Double?
    /// Whether the sound repeats for 30 seconds (`SND-5`).
    let isRingtone: Bool
    private(set) var rules: [RuleID] = []

    init(_ content: NotificationContent, of app: InstalledApp) {
        var wanted = content.level
        var volume: Double?
        if case .critical(_, let asked) = content.sound {
            wanted = .critical
            volume = asked.map { min(1, max(0, $0)) }
        }
        switch wanted {
        case .passive, .active: rules.append(wanted.rule)
        case .timeSensitive where app.mayBeTimeSensitive: rules.append(wanted.rule)
        case .critical where app.mayBeCritical: rules.append(wanted.rule)
        case .timeSensitive, .critical:
            rules.append(wanted == .critical ? "INT-4" : "INT-3")
            wanted = .active
        }
        level = wanted
        let isCritical = wanted == .critical
        if volume != nil, isCritical { rules.append("INT-6") }
        self.volume = isCritical ? volume : nil
        let isCall = content.communication?.kind == .call && app.capabilities.communication
        if case .ringtone = content.sound { isRingtone = isCall } else { isRingtone = false }
        if isRingtone { rules.append("SND-5") }
        if let asked = content.sound {
            let found = app.bundle.findSound(asked.name)
            sound = found.name
            rules.append(found.rule)
        } else {
            sound = isCritical ? "default" : nil
            if isCritical { rules.append("INT-5") }
        }
    }
}

extension InstalledApp {
    /// Whether the app's time-sensitive notifications get the level `time-sensitive` (`INT-3`).
    var mayBeTimeSensitive: Bool { capabilities.timeSensitive && settings.timeSensitive }

    /// Whether the app's critical alerts get the level `critical` (`INT-4`).
    var mayBeCritical: Bool { capabilities.criticalAlerts && settings.criticalAlert }
}

extension AppBundle {
    /// The file name extensions of playable sounds.
    private static let soundFileExtensions: Set<String> = ["aif", "aiff", "wav", "caf"]

    /// The limit of a sound's length in seconds; if a sound is this long or longer, the default
    /// sound is played (`SND-1`).
    public static let soundSecondsMax = 30.0

    /// Returns the sound that is played for a requested name, and the rule behind this choice. The
    /// sound is the file with this name in the first location that has such a file; otherwise, the
    /// system's sound.
    ///
    /// - Parameter name: `nil` or `default` for the system's sound.
    public func findSound(_ name: String?) -> (name: String, rule: RuleID) {
        guard let name, name != "default" else { return ("default", "SND-2") }
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard Self.soundFileExtensions.contains(ending) else { return ("default", "SND-1") }
        let files = sounds.filter { $0.name == name }
        guard let file = files.min(by: { $0.place.rank < $1.place.rank }) else {
            return ("default", "SND-3")
        }
        guard file.isPlayable, file.seconds < Self.soundSecondsMax else {
            return ("default", "SND-1")
        }
        return (name, files.count > 1 ? "SND-4" : "SND-2")
    }
}

extension AppBundle.Sound.Place {
    /// The position of the location in the search order, from 0.
    var rank: Int {
        switch self {
        case .container: 0
        case .appGroup: 1
        case .bundle: 2
        }
    }
}
