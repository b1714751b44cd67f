// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DemoBundle
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The phone and the app that every new simulator has.
package enum DemoPhone {
    package static let name = "Alex's iPhone"
    /// The user whom the demo app registers with the gateway.
    package static let user = "alex"
    static let deviceID = "B3110000-0000-4000-8000-000000000001"
    private static let model = "iPhone 17"
    /// The maximum length of a phone's name, in characters.
    private static let nameCountMax = 100

    /// Makes the default phone. The phone is locked; the demo app has permission for notifications
    /// and is not running.
    static func make() -> Device {
        var demo = InstalledApp.demo
        demo.name = DemoAppDescription.name
        demo.tokenFamilies = TokenFamily.allCases
        demo.bundle = bundle
        var device = Device(id: deviceID, name: name, model: model, apps: [demo])
        registerCategories(of: InstalledApp.demoBundleID, on: &device)
        return device
    }

    /// Makes the phone that a request describes.
    ///
    /// - Throws: ``ControlProblem`` with the first error.
    static func make(_ request: NewDevice, id: String, at now: Date) throws -> Device {
        guard !request.name.isEmpty, request.name.count <= nameCountMax else {
            throw ControlProblem(
                .badRequest, "a phone's name must have 1 to \(nameCountMax) characters")
        }
        let bundleID = request.app ?? InstalledApp.demoBundleID
        try CommandReader.check(bundleID: bundleID)
        let isAppClip = request.isAppClip ?? false
        var app = app(
            bundleID: bundleID, name: appName(bundleID),
            environment: request.environment ?? .sandbox,
            authorization: request.authorization ?? (isAppClip ? .notDetermined : .authorized))
        app.capabilities.isAppClip = isAppClip
        app.capabilities.requestsEphemeralNotifications = isAppClip
        var device = Device(
            id: id, name: request.name, model: request.model ?? model, apps: [app])
        device.kind = request.kind ?? .phone
        try set("time-zone", request.timeZone, on: &device, at: now)
        try set("language", request.language, on: &device, at: now)
        registerCategories(of: bundleID, on: &device)
        return device
    }

    /// Sets a switch in the same way as a command, including the check of the value.
    private static func set(
        _ name: String, _ word: String?, on device: inout Device, at now: Date
    ) throws {
        guard let word else { return }
        for case .action(let action) in try PhoneSwitch.named(name).steps(word, device, "") {
            do {
                device = try device.performing(action, at: now).device
            } catch { throw ControlProblem(.badRequest, "\(error)") }
        }
    }

    /// The demo app's texts in all its languages, and its sounds.
    private static let bundle: AppBundle = {
        var bundle = InstalledApp.demo.bundle
        // The string catalog is embedded in the program. If it cannot be read, the English texts of
        // the examples are used.
        if let catalog = try? DemoAppDescription.strings() {
            bundle.strings = catalog.texts
            bundle.developmentLanguage = catalog.sourceLanguage
        }
        return bundle
    }()

    /// Returns an app for the simulator to install, which is a copy of the demo app with another
    /// name. The app requests a device token of every family, so that every push type can be tried.
    static func app(
        bundleID: String, name: String, environment: APNSEnvironment = .sandbox,
        authorization: Authorization = .authorized
    ) -> InstalledApp {
        var app = InstalledApp(
            bundleID: bundleID, name: name, authorization: authorization,
            capabilities: AppCapabilities(environment: environment),
            tokenFamilies: TokenFamily.allCases)
        app.bundle = bundle
        return app
    }

    /// Returns the last part of a bundle identifier as the name under the app's icon.
    static func appName(_ bundleID: String) -> String {
        guard bundleID != InstalledApp.demoBundleID else { return InstalledApp.demo.name }
        return bundleID.split(separator: ".").last.map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        } ?? bundleID
    }
}

// MARK: - Buttons

extension DemoPhone {
    /// Registers the categories of the example payloads for an app that has not registered any
    /// categories.
    static func registerCategories(of bundleID: String, on device: inout Device) {
        guard device[bundleID]?.categories.isEmpty == true else { return }
        device.setCategories(categories, of: bundleID)
    }

    private static let categories: [NotificationCategory] = [
        NotificationCategory(
            id: "MESSAGE", actions: [reply, NotificationAction(id: "LIKE", title: "Like")]),
        NotificationCategory(
            id: "MAIL",
            actions: [
                reply, NotificationAction(id: "ARCHIVE", title: "Archive"),
                NotificationAction(
                    id: "TRASH", title: "Trash", options: [.destructive, .authenticationRequired]),
            ]),
        NotificationCategory(
            id: "ORDER",
            actions: [
                NotificationAction(id: "TRACK", title: "Track", options: .foreground),
                NotificationAction(id: "NEIGHBOUR", title: "Leave with a Neighbour"),
            ]),
        NotificationCategory(
            id: "STOP",
            actions: [
                NotificationAction(id: "DONE", title: "Delivered"),
                NotificationAction(id: "NAVIGATE", title: "Navigate", options: .foreground),
            ]),
        NotificationCategory(
            id: "DOORBELL",
            actions: [
                NotificationAction(id: "OPEN", title: "Open", options: .authenticationRequired),
                NotificationAction(id: "TALK", title: "Talk", options: .foreground),
            ], options: .customDismissAction),
        NotificationCategory(
            id: "EVENT_REMINDER",
            actions: [
                NotificationAction(id: "SNOOZE", title: "Snooze"),
                NotificationAction(id: "LATE", title: "I Am Late"),
            ], hiddenPreviewsBodyPlaceholder: "Event"),
    ]

    private static let reply = NotificationAction(
        id: "REPLY", title: "Reply", options: .authenticationRequired,
        textInput: .init(buttonTitle: "Send", placeholder: "Message"))
}
