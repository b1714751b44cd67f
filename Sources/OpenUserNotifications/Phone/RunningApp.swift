// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import DeviceModel
import DeviceSimulator
public import Foundation

/// Information about the running app on the virtual phone: the clock, the Info.plist, the
/// entitlements and the app's own folder. On Apple's systems, code gets this information from
/// Foundation and Security. This type is not part of Apple's API.
public struct RunningApp: Sendable {
    private let services: DevicePhone

    /// The app whose code is running; in a plain test, the app on the default device.
    public static var current: RunningApp { RunningApp(services: PhoneContext.current.services) }

    /// The source of the phone's time.
    public var time: TimeSource { services.system.device.time }

    public var bundleIdentifier: String { services.system.bundleID }

    /// The system's version, for instance `26.0`.
    public var systemVersion: String { services.systemVersion }

    /// The language, for instance `pt-BR`.
    public var language: String { services.system.device.snapshot.language }

    public var timeZone: TimeZone? {
        TimeZone(identifier: services.system.device.snapshot.timeZone)
    }

    public var isLowPowerModeEnabled: Bool { services.system.device.snapshot.isLowPower }

    /// The app's own folder for its private files. The folder survives an update. Unlike on Apple's
    /// systems, the folder is not removed when the app is deleted.
    public var folder: URL? { services.containerURL(group: "app." + bundleIdentifier) }

    /// The app's Info.plist keys, as far as the virtual phone supports them. Source: "Information
    /// Property List".
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

    /// The app's entitlements, as far as the virtual phone supports them. Source: "Entitlements".
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

    /// Whether the app may access the location: always, while in use, or once.
    public var isLocationAllowed: Bool {
        switch services.system.app?.capabilities.locationAccess {
        case .always, .whenInUse, .once: true
        default: false
        }
    }

    /// Whether the person allows the app to use the precise location.
    public var isLocationPrecise: Bool {
        services.system.app?.capabilities.isLocationPrecise ?? false
    }

    /// Whether the app contains a notification service extension.
    public var hasServiceExtension: Bool {
        services.system.app?.capabilities.serviceExtension ?? false
    }
}
