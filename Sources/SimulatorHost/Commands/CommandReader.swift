// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

/// Turns a command into what is done to a phone; asks nobody, changes nothing.
struct CommandReader {
    let command: DeviceCommand
    let device: Device

    /// - Throws: ``ControlProblem`` with what is missing or wrong and the right words.
    func steps() throws -> [PhoneStep] {
        if let action = try phoneAction() ?? activityAction() ?? notificationAction() {
            return [.action(action)]
        }
        if let steps = try switchSteps() { return steps }
        return try appSteps()
    }

    // MARK: By subject

    private func phoneAction() throws -> UserAction? {
        switch command.action {
        case .lock: .lock
        case .unlock: .unlock
        case .reboot: .reboot
        case .online: .setOnline(true)
        case .offline: .setOnline(false)
        case .restoreBackup: .restoreFromBackup
        case .flick: .flickBannerAway
        case .collapse: .collapse
        case .answer: .answerPrompt(try value(of: PromptAnswer.self))
        case .install: .install(try installation())
        default: nil
        }
    }

    private func activityAction() throws -> UserAction? {
        switch command.action {
        case .tapActivity: .tapActivity(id: try activity())
        case .removeActivity: .removeActivity(id: try activity())
        case .collapseActivity: .collapseActivity(id: try activity())
        case .rotateActivityToken: .rotateActivityToken(id: try activity())
        default: nil
        }
    }

    private func notificationAction() throws -> UserAction? {
        let app = command.app
        switch command.action {
        case .tap: return .tap(notificationID: try notification().id, bundleID: app)
        case .dismiss: return .dismiss(notificationID: try notification().id, bundleID: app)
        case .expand: return .expand(notificationID: try notification().id, bundleID: app)
        case .turnOff: return .turnOff(notificationID: try notification().id, bundleID: app)
        case .keep:
            return .keep(
                notificationID: try notification().id, bundleID: app,
                try value(of: KeepChoice.self, or: .immediately))
        case .choose:
            let (owner, notification) = try found()
            return .choose(
                actionID: try button(of: notification, owner), notificationID: notification.id,
                bundleID: app, text: command.text)
        default: return nil
        }
    }

    /// A word that is a switch of its own, or `set` with the name of one.
    private func switchSteps() throws -> [PhoneStep]? {
        switch command.action {
        case .move:
            if let place = command.location {
                guard PhoneSwitch.isOnEarth(place) else {
                    throw ControlProblem(
                        .badRequest,
                        "\"location\" has a latitude of -90 to 90 and a longitude of -180 to 180")
                }
                return [.action(.move(to: place))]
            }
            return try setting("location")
        case .focus:
            if let focus = command.focus { return [.action(.setFocus(focus.focus))] }
            return try setting("focus")
        case .authorization: return try setting("permission")
        case .network, .mute, .lowPower, .summary, .previews, .language, .timeZone, .state,
            .presentation, .xcode, .backgroundRefresh, .backgroundRefreshAll, .locationAccess,
            .liveActivities, .frequentUpdates:
            return try setting(command.action.rawValue)
        case .set:
            guard let key = command.key else {
                throw ControlProblem(
                    .badRequest, "name the switch in \"key\" and give its \"value\"")
            }
            return try setting(key)
        default: return nil
        }
    }

    private func setting(_ name: String) throws -> [PhoneStep] {
        let found = try PhoneSwitch.named(name)
        let bundleID = found.scope == .app ? try app().bundleID : ""
        return try found.steps(command.value, device, bundleID)
    }

    private func appSteps() throws -> [PhoneStep] {
        let bundleID = try app().bundleID
        switch command.action {
        case .background: return [.action(.bring(bundleID: bundleID, to: .background))]
        case .suspend: return [.action(.bring(bundleID: bundleID, to: .suspended))]
        case .terminate: return [.action(.bring(bundleID: bundleID, to: .terminated))]
        case .quit: return [.action(.forceQuit(bundleID: bundleID))]
        case .uninstall: return [.action(.uninstall(bundleID: bundleID))]
        case .openAppClip: return [.action(.openAppClip(bundleID: bundleID))]
        case .openSettings:
            return [
                .action(
                    .openNotificationSettings(
                        bundleID: bundleID, notificationID: command.notification))
            ]
        case .rotateToken: return [.action(.rotateToken(bundleID: bundleID))]
        case .runRefresh: return [.action(.runBackgroundRefresh(bundleID: bundleID))]
        case .clear: return [.action(.clearAll(bundleID: bundleID, threadID: command.thread))]
        case .ask: return [.ask(bundleID: bundleID, try options())]
        case .push: return [.push(bundleID: bundleID, payload: try payload())]
        case .extensionFault:
            let fault = try value(of: ExtensionFault.self)
            return [.extensionFault(bundleID: bundleID, fault.result)]
        default: return [.action(.launch(bundleID: bundleID))]
        }
    }
}

// MARK: - What a command names

extension CommandReader {
    /// The value as one of the words of a vocabulary.
    private func value<Value>(of type: Value.Type, or usual: Value? = nil) throws -> Value
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        if command.value == nil, let usual { return usual }
        guard let value = command.value.flatMap(Value.init(rawValue:)) else {
            throw ControlProblem(
                .badRequest,
                "\"value\" of \(command.action.rawValue) has to be \(PhoneSwitch.words(type))")
        }
        return value
    }

    /// The app a command names, or the only one.
    func app() throws -> InstalledApp {
        try Self.app(command.app, on: device)
    }

    static func app(_ bundleID: String?, on device: Device) throws -> InstalledApp {
        let names = device.apps.map(\.bundleID).joined(separator: ", ")
        guard let bundleID else {
            if let only = device.apps.first, device.apps.count == 1 { return only }
            throw ControlProblem(
                .noSuchApp,
                device.apps.isEmpty
                    ? "no app is installed on \(device.name)"
                    : "say which app with --app: \(names)")
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

    /// The notification a command names with its app, or the newest.
    private func found() throws -> (InstalledApp, DeliveredNotification) {
        var all: [(InstalledApp, DeliveredNotification)] = []
        for app in device.apps where command.app == nil || app.bundleID == command.app {
            all += app.delivered.map { (app, $0) }
            // What is only a banner is not in the list.
            if let banner = device.banner, banner.bundleID == app.bundleID,
                !app.delivered.contains(where: { $0.id == banner.notification.id })
            {
                all.append((app, banner.notification))
            }
        }
        if let id = command.notification {
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

    private func notification() throws -> DeliveredNotification { try found().1 }

    /// The button a command names, or the one that takes a text.
    private func button(
        of notification: DeliveredNotification, _ app: InstalledApp
    ) throws -> String {
        if let button = command.button { return button }
        let actions =
            device.expanded?.notification.id == notification.id
            ? device.expanded?.actions ?? [] : app.longLookActions(of: notification)
        if command.text != nil, let reply = actions.first(where: { $0.textInput != nil }) {
            return reply.id
        }
        let names = actions.map { OneLine.text($0.id) }.joined(separator: ", ")
        throw ControlProblem(
            .badRequest,
            command.text != nil
                ? "none of the notification's buttons takes a text"
                    + (names.isEmpty ? "; its category has no buttons" : "; there are: \(names)")
                : "name the button in \"button\""
                    + (names.isEmpty ? "; this notification has none" : "; there are: \(names)"))
    }

    /// What the app asks permission for.
    private func options() throws -> AuthorizationOptions {
        guard let value = command.value else { return .interactions }
        let names = value.split(separator: ",").map { String($0) }
        guard !names.isEmpty, let options = AuthorizationOptions(names: names) else {
            throw ControlProblem(
                .badRequest,
                "\"value\" of ask has to be some of "
                    + AuthorizationOptions.allNames.joined(separator: ","))
        }
        return options
    }

    /// The payload of `push`.
    private func payload() throws -> JSONObject {
        guard let payload = command.payload?.objectValue, payload["aps"]?.objectValue != nil else {
            throw ControlProblem(
                .badRequest, "\"payload\" of push has to be an object with the key aps")
        }
        return payload
    }

    /// The Live Activity a command names, or the only one.
    private func activity() throws -> String {
        if let id = command.activity { return id }
        let there = device.activities.filter { $0.state != .dismissed }
        if let only = there.first, there.count == 1 { return only.id }
        throw ControlProblem(
            .noSuchActivity,
            there.isEmpty
                ? "there is no Live Activity on \(device.name); start one first"
                : "say which in \"activity\": "
                    + there.map { OneLine.text($0.id) }.joined(separator: ", "))
    }

    private func installation() throws -> InstalledApp {
        guard let bundleID = command.app else {
            throw ControlProblem(.badRequest, "name the app's bundle identifier in \"app\"")
        }
        try Self.check(bundleID: bundleID)
        return DemoPhone.app(
            bundleID: bundleID, name: command.value ?? DemoPhone.appName(bundleID))
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
