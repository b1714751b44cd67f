// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
import ControlAPI

// Writes the configuration as a file with comments. Reading this file results in the same values,
// except for the authorities.
extension SimulatorConfiguration {
    /// The whole configuration as YAML, with defaults for the values that are not set.
    package var yaml: String {
        var lines = ["# The configuration of bellhop apns, for: bellhop apns --config FILE"]
        for key in ConfigurationKeys.file {
            lines.append("")
            lines.append("# \(key.meaning)")
            lines += section(key.name)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ name: String) -> [String] {
        switch name {
        case "host": ["host: \(Self.quoted(host ?? "127.0.0.1"))"]
        case "ports": ["ports:"] + portLines
        case "virtual_clock": ["virtual_clock: \(isClockMovable ?? false)"]
        case "team_id": ["team_id: \(teamID ?? SimulatorHost.teamID)"]
        case "keys": Self.list("keys", keys.map(Self.lines), ConfigurationKeys.key)
        case "authorities":
            // The configuration contains the text of the authorities' files, but not the names of
            // the files.
            ["# authorities: [ca.pem]"]
                + authorities.map { _ in "# an authority was read from a file" }
        case "apps": Self.list("apps", apps.map(Self.lines), ConfigurationKeys.app)
        case "devices": Self.list("devices", devices.map(Self.lines), ConfigurationKeys.device)
        case "service": ["service:"] + optionLines
        case "limits": ["limits:"] + limitLines
        case "connections": ["connections:"] + connectionLines
        default:
            faults.isEmpty
                ? ["faults: []", "#  - {fault: status, status: 503, count: 1}"]
                : ["faults:"] + faults.map { "  - \(JSONWriter.text($0))" }
        }
    }

    private var portLines: [String] {
        let values = [
            ports.sandbox ?? 2197, ports.production ?? 2198,
            ports.sandboxChannels ?? (ports.sandbox ?? 2197 == 2197 ? 2195 : 0),
            ports.productionChannels ?? (ports.production ?? 2198 == 2198 ? 2196 : 0),
            ports.control ?? 8081,
        ]
        return zip(ConfigurationKeys.ports, values).flatMap { key, value in
            ["  # \(key.meaning)", "  \(key.name): \(value)"]
        }
    }

    private static func list(
        _ name: String, _ entries: [[(String, String)]], _ keys: [ConfigurationKeys.Key]
    ) -> [String] {
        var lines = entries.isEmpty ? ["\(name): []"] : ["\(name):"]
        for entry in entries {
            for (index, (key, value)) in entry.enumerated() {
                lines.append((index == 0 ? "  - " : "    ") + "\(key): \(value)")
            }
        }
        return lines + keys.map { "#   \($0.name): \($0.meaning)" }
    }

    private static func lines(_ key: RegisteredKey) -> [(String, String)] {
        var lines = [
            ("key_id", quoted(key.keyID)), ("team_id", quoted(key.teamID)),
            ("environment", key.environment?.rawValue ?? "both"),
            ("public_key", quoted(key.publicKeyPEM)),
        ]
        if let topics = key.bundleIDs?.sorted() {
            lines.append(("topics", "[\(topics.map(quoted).joined(separator: ", "))]"))
        }
        return lines
    }

    private static func lines(_ app: SenderApp) -> [(String, String)] {
        [
            ("bundle_id", quoted(app.bundleID)), ("team_id", quoted(app.teamID)),
            ("push", "\(app.push ?? true)"), ("broadcast", "\(app.broadcast ?? true)"),
        ]
    }

    private static func lines(_ device: LightDevice) -> [(String, String)] {
        var lines = [
            ("id", quoted(device.id)), ("app", quoted(device.bundleID)),
            ("environment", device.environment.rawValue), ("online", "\(device.isOnline)"),
            ("saving_power", "\(device.isSavingPower)"),
        ]
        if let token = device.token { lines.append(("token", quoted(token.hex))) }
        if let end = device.end {
            lines.append(("state", end.reason == .expiredToken ? "expired" : "unregistered"))
            lines.append(("since", quoted(APIJSON.text(of: end.since))))
        }
        return lines
    }

    private var optionLines: [String] {
        let effective = (try? ServiceOptions(overriding: options)) ?? ServiceOptions()
        let encoded = try? JSONReader.read(ControlJSON.encode(effective)).value.objectValue
        return ConfigurationKeys.options.flatMap { key in
            let value = encoded?[key.name].map { JSONWriter.text($0) }
            return [
                "  # \(key.meaning)",
                value.map { "  \(key.name): \($0)" } ?? "  # \(key.name): none",
            ]
        }
    }

    private var limitLines: [String] {
        let effective = serviceLimits
        return ConfigurationKeys.limits.flatMap { limit in
            ["  # \(limit.meaning)", "  \(limit.name): \(effective[keyPath: limit.path])"]
        }
    }

    private var connectionLines: [String] {
        let effective = connectionLimits
        return ConfigurationKeys.times.flatMap { time in
            let seconds = effective[keyPath: time.path].inSeconds
            let text =
                seconds == seconds.rounded() ? String(Int(saturating: seconds)) : String(seconds)
            return ["  # \(time.meaning)", "  \(time.name): \(text)"]
        }
            + ConfigurationKeys.counts.flatMap { count in
                ["  # \(count.meaning)", "  \(count.name): \(effective[keyPath: count.path])"]
            }
    }

    /// Returns a text in double quotes. YAML uses the same escape sequences as JSON.
    private static func quoted(_ text: String) -> String { JSONWriter.text(.string(text)) }
}
