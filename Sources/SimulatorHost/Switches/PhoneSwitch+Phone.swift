// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceModel

extension PhoneSwitch {
    /// The switches of the whole phone.
    static let phone: [PhoneSwitch] = [
        network,
        phone(
            "mute", "the Ring/Silent switch is set to silent", nil, read: \.isMuted,
            action: UserAction.setMuted),
        focus,
        phone(
            "low-power", "Low Power Mode", "SIL-9", read: \.isLowPower,
            action: UserAction.setLowPower),
        summary,
        phone(
            "previews", "whether the screen shows notification texts", "INT-14",
            read: \.previews, action: UserAction.setPreviews),
        phone(
            "background-refresh-all", "Background App Refresh for the whole phone", "SIL-8",
            read: \.backgroundRefreshEnabled, action: UserAction.setGlobalBackgroundRefresh),
        PhoneSwitch(
            name: "time-zone", scope: .phone, values: "an IANA name, for instance Europe/Berlin",
            meaning: "the phone's time zone", rule: "LCL-8", read: { device, _ in device.timeZone },
            steps: { word, _, _ in [.action(.setTimeZone(word))] }),
        PhoneSwitch(
            name: "language", scope: .phone, values: "a language, for instance en or pt-BR",
            meaning: "the language of the app's localized texts", rule: "LOC-1",
            read: { device, _ in device.language },
            steps: { word, _, _ in
                isLanguage(word) ? [.action(.setLanguage(word))] : nil
            }),
        PhoneSwitch(
            name: "location", scope: .phone,
            values: "latitude,longitude in degrees, for instance 52.52,13.405, or off",
            meaning: "the phone's location", rule: "LCL-13",
            read: { device, _ in device.location?.text ?? "off" },
            steps: { word, _, _ in
                if word == "off" { return [.action(.move(to: nil))] }
                return coordinate(word).map { [.action(.move(to: $0))] }
            }),
    ]

    private static let network = PhoneSwitch(
        name: "network", scope: .phone, values: "on, off or blocked",
        meaning: "the phone's network: on, off, or on but blocking APNs", rule: "REG-12",
        read: { device, _ in
            device.isOnline ? (device.isAPNsBlocked ? "blocked" : "on") : "off"
        },
        steps: { word, _, _ in
            switch word {
            case "on": [.action(.setAPNsBlocked(false)), .action(.setOnline(true))]
            case "off": [.action(.setOnline(false))]
            case "blocked": [.action(.setAPNsBlocked(true)), .action(.setOnline(true))]
            default: nil
            }
        })

    private static let focus = PhoneSwitch(
        name: "focus", scope: .phone, values: "off, or the name of a Focus",
        meaning: "the Focus that is on", rule: "INT-1",
        read: { device, _ in device.focus?.name ?? "off" },
        steps: { word, _, _ in
            switch word {
            case "off": return [.action(.setFocus(nil))]
            case "on": return [.action(.setFocus(Focus()))]
            default: return word.isEmpty ? nil : [.action(.setFocus(Focus(name: word)))]
            }
        })

    private static let summary = PhoneSwitch(
        name: "summary", scope: .phone,
        values: "times of day, for instance 08:00,18:00 (at most "
            + "\(ScheduledSummary.timeCountMax)), or off",
        meaning: "when the scheduled summary appears", rule: "INT-10",
        read: { device, _ in
            device.summary?.minutes.map(TimeOfDay.text).joined(separator: ",") ?? "off"
        },
        steps: { word, _, _ in
            switch word {
            case "off": return [.action(.setSummary(nil))]
            case "on": return [.action(.setSummary(ScheduledSummary()))]
            default: break
            }
            let times = word.split(separator: ",", omittingEmptySubsequences: false)
            let minutes = Set(times.compactMap { TimeOfDay.minutes(String($0)) })
            guard minutes.count == times.count, minutes.count <= ScheduledSummary.timeCountMax
            else { return nil }
            return [.action(.setSummary(ScheduledSummary(minutes: minutes.sorted())))]
        })

    /// Returns whether a word contains only letters, digits and hyphens, which are the characters
    /// of language tags (RFC 5646).
    private static func isLanguage(_ word: String) -> Bool {
        (2...35).contains(word.utf8.count)
            && word.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                    || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            }
    }

    static func coordinate(_ word: String) -> Coordinate? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1])
        else { return nil }
        let location = Coordinate(latitude: latitude, longitude: longitude)
        return isOnEarth(location) ? location : nil
    }

    static func isOnEarth(_ location: Coordinate) -> Bool {
        (-90...90).contains(location.latitude) && (-180...180).contains(location.longitude)
    }
}
