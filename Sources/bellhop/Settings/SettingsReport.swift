// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The output of `bellhop serve --print-config`: each setting with its value and its origin,
/// without secrets.
struct SettingsReport: Sendable {
    private static let hidden = "hidden"

    private let settings: Settings

    init(_ settings: Settings) { self.settings = settings }

    /// The report as a table for people.
    var text: String {
        var rows = [["SETTING", "VALUE", "ORIGIN"]]
        for entry in settings.entries {
            rows.append([entry.setting.key, Self.text(entry), entry.origin.description])
        }
        let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = widths.indices.map { column in
                row[column] + String(repeating: " ", count: widths[column] - row[column].count)
            }
            return (cells + [row[2]]).joined(separator: "  ")
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ entry: Settings.Entry) -> String {
        switch shown(entry) {
        case nil: "(\(entry.setting.withoutValue))"
        case .text(let text): text.printable
        case .number(let number): "\(number)"
        case .share(let share): JSONNumber(share).text
        case .yesNo(let value): "\(value)"
        case .texts(let texts): texts.map(\.printable).joined(separator: ", ")
        }
    }

    /// The report as JSON for programs.
    var json: JSONObject {
        ["settings": .array(settings.entries.map { .object(Self.json($0)) })]
    }

    private static func json(_ entry: Settings.Entry) -> JSONObject {
        var object: JSONObject = [
            "key": .string(entry.setting.key), "value": value(shown(entry)),
            "origin": .string(entry.origin.description), "source": .string(entry.origin.kind),
        ]
        if case .file(let path, let line) = entry.origin {
            object["file"] = .string(path)
            object["line"] = .number(JSONNumber(line))
        }
        return object
    }

    private static func value(_ value: SettingValue?) -> JSONValue {
        switch value {
        case nil: .null
        case .text(let text): .string(text)
        case .number(let number): .number(JSONNumber(number))
        case .share(let share): .number(JSONNumber(share))
        case .yesNo(let value): .bool(value)
        case .texts(let texts): .array(texts.map { .string($0) })
        }
    }

    /// Returns the value of a setting without secrets.
    private static func shown(_ entry: Settings.Entry) -> SettingValue? {
        guard case .text(let text) = entry.value else { return entry.value }
        return switch entry.setting.kind {
        case .masterKeys, .secret: .text(hidden)
        case .databaseAddress: .text(address(text))
        default: entry.value
        }
    }

    /// The parameters in the address of a database that are shown with their values. The values of
    /// all other parameters are hidden, because several of these parameters contain secrets, and
    /// new versions of libpq may add more.
    private static let shownParameters: Set<Substring> = [
        "application_name", "connect_timeout", "dbname", "host", "load_balance_hosts", "pool",
        "port", "prepared_statements", "sslcert", "sslmode", "sslrootcert", "target_session_attrs",
        "user",
    ]

    /// Returns the address of a database without the password and other secrets.
    static func address(_ text: String) -> String {
        guard let start = text.firstRange(of: "://")?.upperBound else { return hidden }
        let parts = text[start...].split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parameters = parts.count > 1 ? parts[1] : ""
        // If a password contains a question mark that is not percent-encoded, the address was split
        // inside the password.
        guard !parameters.contains("@") else { return String(text[..<start]) + hidden }
        var place = String(parts[0])
        if let at = place.lastIndex(of: "@"), let colon = place.firstIndex(of: ":"), colon < at {
            place.replaceSubrange(place.index(after: colon)..<at, with: hidden)
        }
        let shown = parameters.split(separator: "&").map { parameter in
            let name = parameter.prefix { $0 != "=" }
            return shownParameters.contains(name) ? String(parameter) : "\(name)=\(hidden)"
        }
        return String(text[..<start]) + place
            + (shown.isEmpty ? "" : "?" + shown.joined(separator: "&"))
    }
}
