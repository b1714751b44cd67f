// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

/// Translates a command into steps on a phone, without side effects.
struct CommandReader {
    let command: DeviceCommand
    let device: Device

    /// - Throws: ``ControlProblem`` when a value is missing or invalid; its message lists the
    ///   alternatives.
    func steps() throws -> [PhoneStep] {
        switch command {
        case .lock: [.action(.lock)]
        case .unlock: [.action(.unlock)]
        case .reboot: [.action(.reboot)]
        case .online: [.action(.setOnline(true))]
        case .offline: [.action(.setOnline(false))]
        case .restoreBackup: [.action(.restoreFromBackup)]
        case .flick: [.action(.flickBannerAway)]
        case .collapse: [.action(.collapse)]
        case .answer(let answer): [.action(.answerPrompt(answer))]
        case .install(let bundleID, let name):
            [.action(.install(try installation(bundleID, name)))]
        case .app(let command, let bundleID): [step(command, try app(bundleID).bundleID)]
        case .notification(let command, let id, let bundleID):
            [.action(try action(command, id, bundleID))]
        case .activity(let command, let id): [.action(action(command, try activity(id)))]
        case .set(let name, let value, let bundleID): try setting(name, value, bundleID)
        case .focus(let focus): [.action(.setFocus(focus.focus))]
        case .move(let location): [.action(try move(to: location))]
        }
    }

    // MARK: By subject

    private func step(_ command: AppCommand, _ bundleID: String) -> PhoneStep {
        switch command {
        case .launch: .action(.launch(bundleID: bundleID))
        case .background: .action(.bring(bundleID: bundleID, to: .background))
        case .suspend: .action(.bring(bundleID: bundleID, to: .suspended))
        case .terminate: .action(.bring(bundleID: bundleID, to: .terminated))
        case .uninstall: .action(.uninstall(bundleID: bundleID))
        case .quit: .action(.forceQuit(bundleID: bundleID))
        case .openAppClip: .action(.openAppClip(bundleID: bundleID))
        case .openSettings(let notification):
            .action(.openNotificationSettings(bundleID: bundleID, notificationID: notification))
        case .rotateToken: .action(.rotateToken(bundleID: bundleID))
        case .runRefresh: .action(.runBackgroundRefresh(bundleID: bundleID))
        case .failExtension(let failure): .extensionFailure(bundleID: bundleID, failure.result)
        case .ask(let options): .ask(bundleID: bundleID, options)
        case .push(let payload): .push(bundleID: bundleID, payload: payload)
        case .clear(let thread): .action(.clearAll(bundleID: bundleID, threadID: thread))
        }
    }

    private func action(
        _ command: NotificationCommand, _ id: String?, _ app: String?
    ) throws -> UserAction {
        let (owner, notification) = try found(id, of: app)
        let id = notification.id
        switch command {
        case .tap: return .tap(notificationID: id, bundleID: app)
        case .dismiss: return .dismiss(notificationID: id, bundleID: app)
        case .expand: return .expand(notificationID: id, bundleID: app)
        case .turnOff: return .turnOff(notificationID: id, bundleID: app)
        case .keep(let choice): return .keep(notificationID: id, bundleID: app, choice)
        case .choose(let button, let text):
            let actionID =
                try button ?? self.button(of: notification, owner, takesText: text != nil)
            return .choose(actionID: actionID, notificationID: id, bundleID: app, text: text)
        }
    }

    private func action(_ command: ActivityCommand, _ id: String) -> UserAction {
        switch command {
        case .tap: .tapActivity(id: id)
        case .remove: .removeActivity(id: id)
        case .collapse: .collapseActivity(id: id)
        case .rotateToken: .rotateActivityToken(id: id)
        }
    }

    private func setting(_ name: String, _ value: String, _ app: String?) throws -> [PhoneStep] {
        let found = try PhoneSwitch.named(name)
        let bundleID = found.scope == .app ? try self.app(app).bundleID : ""
        return try found.steps(value, device, bundleID)
    }

    private func move(to location: Coordinate) throws -> UserAction {
        guard PhoneSwitch.isOnEarth(location) else {
            throw ControlProblem(
                .badRequest,
                "\"location\" must have a latitude of -90 to 90 and a longitude of -180 to 180")
        }
        return .move(to: location)
    }
}

// MARK: - Subjects of a command

extension CommandReader {
    /// Returns the app with the given bundle identifier. If the identifier is `nil`, returns the
    /// phone's only app.
    private func app(_ bundleID: String?) throws -> InstalledApp {
        try Self.app(bundleID, on: device)
    }

    static func app(_ bundleID: String?, on device: Device) throws -> InstalledApp {
        let names = device.apps.map(\.bundleID).joined(separator: ", ")
        guard let bundleID else {
            if let only = device.apps.first, device.apps.count == 1 { return only }
            throw ControlProblem(
                .noSuchApp,
                device.apps.isEmpty
                    ? "no app is installed on \(device.name)"
                    : "name the app with --app: \(names)")
        }
        guard let app = device[bundleID] else {
            let name = OneLine.text(bundleID, characterCountMax: 100)
            throw ControlProblem(
                .noSuchApp,
                "\(name) is not installed on \(device.name); installed: \(names); "
                    + "install it with: bellhop device install \(name)")
        }
        return app
    }

    /// Returns the notification with the given identifier, and its app. If the identifier is `nil`,
    /// returns the newest notification.
    private func found(
        _ id: String?, of bundleID: String?
    ) throws -> (InstalledApp, DeliveredNotification) {
        var all: [(InstalledApp, DeliveredNotification)] = []
        for app in device.apps where bundleID == nil || app.bundleID == bundleID {
            all += app.delivered.map { (app, $0) }
            // A notification may be shown only as a banner, without being listed.
            if let banner = device.banner, banner.bundleID == app.bundleID,
                !app.delivered.contains(where: { $0.id == banner.notification.id })
            {
                all.append((app, banner.notification))
            }
        }
        if let id {
            if let found = all.first(where: { $0.1.id == id }) { return found }
            throw ControlProblem(
                .noSuchNotification,
                DeviceActionError.unknownNotification(id: id, deliveredCount: all.count)
                    .description)
        }
        guard let newest = all.max(by: { $0.1.deliveredAt < $1.1.deliveredAt }) else {
            throw ControlProblem(
                .noSuchNotification, "there is no notification on \(device.name); send one first")
        }
        return newest
    }

    /// Returns the button for a command that specifies a text but no button. This is the first
    /// button with a text field.
    private func button(
        of notification: DeliveredNotification, _ app: InstalledApp, takesText: Bool
    ) throws -> String {
        let actions =
            device.expanded?.notification.id == notification.id
            ? device.expanded?.actions ?? [] : app.longLookActions(of: notification)
        if takesText, let reply = actions.first(where: { $0.textInput != nil }) {
            return reply.id
        }
        let names = actions.map { OneLine.text($0.id) }.joined(separator: ", ")
        throw ControlProblem(
            .badRequest,
            takesText
                ? "none of the notification's buttons has a text field"
                    + (names.isEmpty ? "; its category has no buttons" : ": \(names)")
                : "set \"button\" to the identifier of a button"
                    + (names.isEmpty ? "; this notification has none" : ": \(names)"))
    }

    /// Returns the identifier of a Live Activity. If `id` is `nil`, returns the identifier of the
    /// phone's only Live Activity.
    private func activity(_ id: String?) throws -> String {
        if let id { return id }
        let there = device.activities.filter { $0.state != .dismissed }
        if let only = there.first, there.count == 1 { return only.id }
        throw ControlProblem(
            .noSuchActivity,
            there.isEmpty
                ? "there is no Live Activity on \(device.name); start one first"
                : "name one in \"activity\": "
                    + there.map { OneLine.text($0.id) }.joined(separator: ", "))
    }

    private func installation(_ bundleID: String, _ name: String?) throws -> InstalledApp {
        try Self.check(bundleID: bundleID)
        return DemoPhone.app(bundleID: bundleID, name: name ?? DemoPhone.appName(bundleID))
    }

    static func check(bundleID: String) throws {
        guard Topic.isPlausible(bundleID), PushType.named(byTopic: bundleID) == nil else {
            throw ControlProblem(
                .badRequest,
                "\"\(OneLine.text(bundleID, characterCountMax: 100))\" is not a bundle identifier; "
                    + "write one such as com.example.app")
        }
    }
}
