// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import ControlAPI
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Formats a phone as text for the terminal.
enum DeviceText {
    /// Returns a line for each phone.
    static func summary(_ device: DeviceView) -> String {
        let apps = device.apps.map { app in
            let badge = app.badge > 0 ? ", badge \(app.badge)" : ""
            let count = app.delivered.isEmpty ? "" : ", \(app.delivered.count) on the screen"
            return "\(app.name.printable) \(app.state.rawValue), "
                + "\(app.authorization.rawValue)\(badge)\(count)"
        }
        let state = [device.isLocked ? "locked" : "unlocked", device.isOnline ? nil : "offline"]
        return "\(Console.styled(device.name.printable, .bold)) (\(device.id.printable))  "
            + (state.compactMap { $0 } + apps).joined(separator: "; ")
    }

    static func callback(_ callback: CallbackView) -> String {
        let rule = callback.rule.map { " (\($0.rawValue))" } ?? ""
        let detail = callback.detail.map { Console.styled("  " + OneLine.text($0), .dim) } ?? ""
        return "  \(callback.name.printable)\(rule)\(detail)"
    }

    /// Returns a callback with its time and app, as the trace prints it.
    static func timedCallback(_ callback: CallbackView) -> String {
        let time = Console.styled(date(callback.time), .dim)
        return "\(time)  \(callback.bundleID.printable)\(Self.callback(callback))"
    }

    static func prompt(_ prompt: PromptView) -> String {
        let answers = prompt.answers.map(\.value.rawValue).joined(separator: " or ")
        return "? \(OneLine.text(prompt.title))  \(prompt.bundleID.printable)  answer: \(answers)"
    }

    static func activity(_ activity: ActivityView) -> String {
        let place = activity.place == .none ? "" : ", \(activity.place.rawValue)"
        let state = OneLine.text(activity.contentState)
        return "\(activity.attributesType.printable) \(activity.state.rawValue)\(place)  \(state)  "
            + Console.styled(activity.id.printable, .dim)
    }

    /// Returns a table of switches, with a heading for each kind of switch.
    static func switches(_ switches: [SwitchView]) -> String {
        let width = switches.map(\.name.count).max() ?? 0
        let valueWidth = min(24, switches.map(\.value.count).max() ?? 0)
        var lines: [String] = []
        for scope in SwitchView.Scope.allCases {
            let rows = switches.filter { $0.scope == scope }
            guard !rows.isEmpty else { continue }
            lines.append(Console.styled(heading(scope), .bold))
            for row in rows {
                let rule = row.rule.map { " (\($0.rawValue))" } ?? ""
                lines.append(
                    "  \(padded(row.name, width))  \(padded(OneLine.text(row.value), valueWidth))  "
                        + "\(row.meaning)\(rule); \(row.values)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func heading(_ scope: SwitchView.Scope) -> String {
        switch scope {
        case .phone: "the phone"
        case .app: "the app"
        case .choice: "not documented by Apple"
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func date(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
