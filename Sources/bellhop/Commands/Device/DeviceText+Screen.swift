// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import ControlAPI
import DeviceModel

extension DeviceText {
    /// The maximum number of lines of each kind in the text; the JSON contains all entries.
    private static let lineCountMax = 20
    /// The maximum number of callbacks in the text.
    private static let callbackCountMax = 8

    /// Returns a description of the screen, the apps and the last callbacks.
    static func screen(_ device: DeviceView, trace: [CallbackView]) -> String {
        var lines = head(device)
        if let banner = device.banner {
            lines.append("  banner: \(text(banner.notification))")
        }
        if let expanded = device.expanded {
            lines.append("  long look: \(text(expanded.notification))")
            lines += expanded.actions.map { "    [\(OneLine.text($0.title))]  \(button($0))" }
        }
        lines += device.activities.prefix(lineCountMax).map { "  activity: " + activity($0) }
        for app in device.apps { lines += Self.app(app) }
        // The list omits callbacks for token registrations. There is one per token family at every
        // launch, and they would displace the callbacks that follow the person's actions.
        let registration = Callback.Kind.didRegister.apiName
        let calls = trace.filter { $0.name != registration }
        if !calls.isEmpty { lines.append("  last callbacks, newest first:") }
        return (lines + calls.prefix(callbackCountMax).map(callback)).joined(separator: "\n")
    }

    /// Returns a line about the phone, a line with its differences from a new phone if there are
    /// any, and a line for each open prompt.
    static func head(_ device: DeviceView) -> [String] {
        let state = conditions(device)
        return [summary(device)] + (state.isEmpty ? [] : ["  " + state.joined(separator: "; ")])
            + device.prompts.map { "  " + prompt($0) }
    }

    /// Returns the properties in which the phone differs from a new phone.
    private static func conditions(_ device: DeviceView) -> [String] {
        [
            device.kind == .phone ? nil : device.kind.rawValue,
            device.isAPNsBlocked ? "the connection to APNs is blocked" : nil,
            device.isMuted ? "muted" : nil,
            device.isLowPower ? "Low Power Mode" : nil,
            device.backgroundRefreshEnabled ? nil : "Background App Refresh off",
            device.focus.map { "Focus \(OneLine.text($0.name))" },
            device.summaryTimes.map { "summary at \($0.joined(separator: ", ").printable)" },
            device.previews == .whenAuthenticated ? nil : "previews \(device.previews.rawValue)",
            device.timeZone == "UTC" ? nil : device.timeZone.printable,
            device.language == "en" ? nil : device.language.printable,
            device.location.map { "at \($0.text)" },
            device.settingsPage.map { "Settings shows \($0.bundleID.printable)" },
        ].compactMap { $0 }
    }

    private static func app(_ app: AppView) -> [String] {
        var lines = [
            "  \(app.bundleID.printable)  \(app.environment?.rawValue ?? "no push entitlement")"
        ]
        lines.append("    badge \(app.badge)\(app.offSwitches)")
        lines += app.tokens.sorted { $0.key < $1.key }.map {
            "    token \($0.key.printable) \($0.value.printable)"
        }
        lines += app.startTokens.sorted { $0.key < $1.key }
            .map { "    token to start \($0.key.printable) \($0.value.printable)" }
        lines += app.delivered.prefix(lineCountMax).flatMap { notification in
            let buttons = notification.actions.map { button($0) }.joined(separator: ", ")
            let offers = notification.offersKeep ? "; keep or turn-off" : ""
            return ["    • \(text(notification))"]
                + (buttons.isEmpty && offers.isEmpty
                    ? [] : ["        " + (buttons.isEmpty ? "tap" : buttons) + offers])
        }
        lines += app.heldForSummary.prefix(lineCountMax).map { "    in the summary: \(text($0))" }
        lines += app.pending.prefix(lineCountMax).map { pending in
            let next = pending.nextDate.map { ", next \(date($0))" } ?? ""
            let text = [pending.title, pending.body].compactMap { $0?.printable }
                .joined(separator: " · ")
            return "    pending: \(text)  \(pending.trigger.printable)\(next)  "
                + Console.styled(OneLine.text(pending.id), .dim)
        }
        if let held = app.heldPush {
            lines.append(
                "    the phone has held a silent push since \(date(held.heldAt)) "
                    + "(\(held.rule.rawValue))")
        }
        if let left = app.wakesLeft, left.inHour == 0 || left.inDay == 0 {
            lines.append("    silent pushes do not wake the app now: its budget is used up (SIL-3)")
        }
        return lines
    }

    private static func text(_ notification: NotificationView) -> String {
        let id = Console.styled(OneLine.text(notification.id), .dim)
        return "\(notification.notification.oneLine)\(notification.pictures)  \(id)"
    }

    private static func button(_ action: ActionView) -> String {
        OneLine.text(action.id) + (action.textInput == nil ? "" : " (text field)")
    }
}

extension AppView {
    /// The names of the switches that are off on the app's page in Settings; empty if the app has
    /// no permission.
    fileprivate var offSwitches: String {
        guard authorization == .authorized || authorization == .ephemeral else { return "" }
        let off = [
            (settings.alert, "banners"), (settings.sound, "sounds"), (settings.badge, "badge"),
            (settings.lockScreen, "lock screen"), (settings.notificationCenter, "list"),
        ].filter { !$0.0 }.map(\.1)
        return (off.isEmpty ? "" : "; off: \(off.joined(separator: ", "))")
            + (settings.scheduledDelivery ? "; in the scheduled summary" : "")
    }
}

extension NotificationView {
    /// The number of attachments, and whether the preview is hidden, in square brackets.
    fileprivate var pictures: String {
        let count = notification.attachments.count
        let notes = [
            count > 0 ? "\(count) \(count == 1 ? "attachment" : "attachments")" : nil,
            shown.isHidden ? "preview hidden" : nil,
        ].compactMap { $0 }
        return notes.isEmpty ? "" : "  [\(notes.joined(separator: ", "))]"
    }
}
