// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The random events of a walk.
extension PhoneWalk {
    mutating func payload() -> String {
        let members = [
            [
                nil, #""alert":"Hi""#, #""alert":{"title":"T","loc-key":"K"}"#, #""alert":{}"#,
                #""alert":7"#,
            ],
            [nil, #""badge":\#(below(4))"#, #""badge":-1"#],
            [nil, #""sound":"default""#, #""sound":{"critical":1,"volume":2}"#],
            [nil, #""content-available":1"#], [nil, #""mutable-content":1"#],
            [nil, #""category":"MESSAGE""#], [nil, #""thread-id":"t""#],
            [
                nil, #""interruption-level":"passive""#, #""interruption-level":"critical""#,
                #""interruption-level":"time-sensitive""#,
            ],
        ]
        let aps = members.compactMap { pick($0) }.joined(separator: ",")
        return pick(["{\"aps\":{\(aps)}}", "{\"aps\":{\(aps)}}", "{\"aps\":{\(aps)},\"x\":1}", "{"])
    }

    // MARK: - The person

    mutating func person() throws {
        let action = try action()
        steps.append("\(action)".prefix(200).description)
        let outcome: ActionOutcome
        do { outcome = try device.performing(action, at: now) } catch {
            steps[steps.count - 1] += " refused"
            return
        }
        device = outcome.device
        trace += outcome.callbacks.map { "\($0.kind) \($0.bundleID)" }
        switch action {
        case .install(let app) where badges[app.bundleID] == nil: badges[app.bundleID] = 0
        case .uninstall(let id): badges[id] = nil
        default: break
        }
        for app in device.apps where !app.state.isInMemory || flip() {
            device.endBackgroundRun(of: app.bundleID)
        }
    }

    private mutating func action() throws -> UserAction {
        let bundleID = pick(Self.bundleIDs)
        switch below(3) {
        case 0: return try appAction(bundleID)
        case 1: return notificationAction(bundleID)
        default: return surroundings(bundleID)
        }
    }

    private mutating func appAction(_ id: String) throws -> UserAction {
        pick([
            .launch(bundleID: id), .sendToBackground(bundleID: id), .suspend(bundleID: id),
            .terminate(bundleID: id), .forceQuit(bundleID: id),
            .bring(bundleID: id, to: pick(AppState.allCases)), .uninstall(bundleID: id),
            .install(try app(id)), .install(try app(id)), .openAppClip(bundleID: id),
            .runBackgroundRefresh(bundleID: id), .rotateToken(bundleID: id),
            .setAttachedToXcode(bundleID: id, flip()),
        ])
    }

    private mutating func notificationAction(_ id: String) -> UserAction {
        let known = device.apps.flatMap(\.delivered).map(\.id) + ["unknown"]
        let notification = pick(known)
        return pick([
            .tap(notificationID: notification), .dismiss(notificationID: notification),
            .choose(actionID: "OPEN", notificationID: notification),
            .choose(actionID: "REPLY", notificationID: notification, text: "yes"),
            .expand(notificationID: notification), .collapse, .flickBannerAway,
            .clearAll(bundleID: id), .clearAll(bundleID: id, threadID: "t"),
            .answerPrompt(.allow), .answerPrompt(.dontAllow),
            .keep(notificationID: notification, pick(KeepChoice.allCases)),
            .turnOff(notificationID: notification),
            .setAuthorization(bundleID: id, pick(Authorization.allCases)),
        ])
    }

    private mutating func surroundings(_ id: String) -> UserAction {
        var settings = NotificationSettings(
            alert: flip(), sound: flip(), badge: flip(), lockScreen: flip(),
            notificationCenter: flip())
        settings.scheduledDelivery = flip()
        settings.timeSensitive = flip()
        let here = Coordinate(latitude: 0, longitude: Double(below(30)) / 1000)
        return pick([
            .lock, .unlock, .unlock, .reboot, .restoreFromBackup, .setOnline(flip()),
            .setSettings(bundleID: id, settings), .setBackgroundRefresh(bundleID: id, flip()),
            .setFocus(flip() ? Focus(allowedApps: [id]) : nil), .setMuted(flip()),
            .setLowPower(flip()), .setSummary(flip() ? ScheduledSummary() : nil),
            .setPreviews(pick(PreviewSetting.allCases)), .setGlobalBackgroundRefresh(flip()),
            .setTimeZone(pick(["UTC", "Asia/Tokyo", "America/New_York"])), .move(to: here),
            .setLocationAccess(bundleID: id, .always),
        ])
    }

    // MARK: - The app

    mutating func call() throws {
        let id = pick(Self.bundleIDs)
        switch below(6) {
        case 0:
            let options = AuthorizationOptions(rawValue: UInt(1 + below(127)))
            steps.append("request \(options.rawValue) of \(id)")
            trace.append("\(device.requestAuthorization(options, of: id, at: now))")
        case 1, 2: try addRequests(of: id)
        case 3:
            let number = below(5) - 1
            steps.append("badge \(number) of \(id)")
            let isOn = device[id]?.effectiveSettings.badge == true
            try? device.setBadge(number, of: id, by: flip() ? .setBadgeCount : .iconBadgeNumber)
            if number >= 0, isOn { badges[id] = number }
        case 4:
            steps.append("categories and refresh of \(id)")
            let open = NotificationAction(id: "OPEN", title: "Open", options: .foreground)
            let reply = NotificationAction(
                id: "REPLY", title: "Reply",
                textInput: .init(buttonTitle: "Send", placeholder: ""))
            device.setCategories(
                [
                    NotificationCategory(
                        id: "MESSAGE", actions: [open, reply], options: .customDismissAction)
                ], of: id)
            try? device.submitRefresh(
                RefreshRequest(id: "refresh", earliest: nil), of: id, at: now)
        default:
            steps.append("removal of \(id)")
            if flip() {
                device.removeDelivered(flip() ? nil : ["a"], of: id)
            } else {
                device.removePending(flip() ? nil : ["request-3"], of: id)
            }
        }
    }

    private mutating func addRequests(of id: String) throws {
        let number = pick([1, 1, 3, 70])
        steps.append("\(number) requests of \(id)")
        for _ in 0..<number {
            count += 1
            var content = NotificationContent(body: "B", badge: pick([nil, 1, 9]))
            content.sound = flip() ? .default : nil
            let request = NotificationRequest(
                id: "request-\(below(100))", content: content, trigger: trigger())
            // Without permission, the request is refused and changes nothing.
            let before = device
            do {
                if let incoming = try device.add(request, of: id, at: now) {
                    let decision = device.decide(incoming, at: now)
                    if let badge = decision.badge { badges[id] = badge }
                    device.apply(decision)
                }
            } catch {
                try promise(device == before, "a refused request changed the phone")
            }
        }
    }

    private mutating func trigger() -> NotificationTrigger? {
        switch below(5) {
        case 0: nil
        case 1: .interval(seconds: Double(60 + below(90_000)), repeats: flip())
        case 2: .interval(seconds: 5, repeats: false)
        case 3: .calendar(DateMatch(hour: below(24), minute: below(60)), repeats: flip())
        default:
            .location(
                Region(
                    id: "r", centre: Coordinate(latitude: 0, longitude: Double(below(3)) / 100),
                    radius: 300), repeats: flip())
        }
    }
}
