// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import DeviceModel
import DeviceSimulator
public import Foundation

/// What code in an app on the virtual phone finds out about itself where Apple's code asks
/// Foundation and Security: the clock, `Bundle.main`, its entitlements, its own folder. Not part of
/// Apple's API.
public struct RunningApp: Sendable {
    private let services: DevicePhone

    /// The app whose code runs; the one on the default device for a plain test.
    public static var current: RunningApp { RunningApp(services: PhoneContext.current.services) }

    /// The phone's clock.
    public var time: TimeSource { services.system.device.time }

    public var bundleIdentifier: String { services.system.bundleID }

    /// For instance `26.0`.
    public var systemVersion: String { services.systemVersion }

    /// For instance `pt-BR`.
    public var language: String { services.system.device.snapshot.language }

    public var timeZone: TimeZone? {
        TimeZone(identifier: services.system.device.snapshot.timeZone)
    }

    public var isLowPowerModeEnabled: Bool { services.system.device.snapshot.isLowPower }

    /// The app's own folder, for what it keeps for itself. It stays over an update and goes with
    /// the app.
    public var folder: URL? { services.containerURL(group: "app." + bundleIdentifier) }

    /// What the Info.plist says, as far as the phone knows it ("Information Property List").
    public var info: [String: any Sendable] {
        guard let declared = services.system.app?.capabilities else { return [:] }
        var modes: [String] = []
        if declared.remoteNotificationBackgroundMode { modes.append("remote-notification") }
        if declared.voipBackgroundMode { modes.append("voip") }
        if declared.fetchBackgroundMode { modes.append("fetch") }
        return [
            "CFBundleIdentifier": bundleIdentifier,
            "UIBackgroundModes": modes,
            "BGTaskSchedulerPermittedIdentifiers": declared.taskIdentifiers,
            "NSSupportsLiveActivities": declared.liveActivities,
            "NSSupportsLiveActivitiesFrequentUpdates": declared.frequentUpdates,
        ]
    }

    /// What the code signature allows, as far as the phone knows it ("Entitlements").
    public var entitlements: [String: any Sendable] {
        guard let declared = services.system.app?.capabilities else { return [:] }
        let prefix = "com.apple.developer.usernotifications."
        var entitlements: [String: any Sendable] = [:]
        switch declared.environment {
        case .sandbox?: entitlements["aps-environment"] = "development"
        case .production?: entitlements["aps-environment"] = "production"
        case nil: break
        }
        if declared.timeSensitive { entitlements[prefix + "time-sensitive"] = true }
        if declared.criticalAlerts { entitlements[prefix + "critical-alerts"] = true }
        if declared.communication { entitlements[prefix + "communication"] = true }
        if declared.filtering { entitlements[prefix + "filtering"] = true }
        if !declared.appGroups.isEmpty {
            entitlements["com.apple.security.application-groups"] = declared.appGroups
        }
        return entitlements
    }

    /// Whether the app may know where the person is: always, while it is in use, or this once.
    public var isLocationAllowed: Bool {
        switch services.system.app?.capabilities.locationAccess {
        case .always, .whenInUse, .once: true
        default: false
        }
    }

    /// Whether the person allows the exact place.
    public var isLocationPrecise: Bool {
        services.system.app?.capabilities.isLocationPrecise ?? false
    }

    /// Whether a notification service extension is embedded.
    public var hasServiceExtension: Bool {
        services.system.app?.capabilities.serviceExtension ?? false
    }
}
