// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The declarations of an app's developer, and the permissions that Apple signed: entitlements,
/// background modes, Info.plist keys, extensions.
public struct AppCapabilities: Hashable, Sendable, Codable {
    /// Whether the app may use the location (`LCL-13`).
    public enum LocationAccess: String, Hashable, Sendable, Codable, CaseIterable {
        case none
        /// The app may use the location until it leaves the screen.
        case once
        case whenInUse = "when-in-use"
        case always
    }

    /// The value of the `aps-environment` entitlement; `nil` without the Push Notifications
    /// capability.
    public var environment: APNSEnvironment?
    /// Whether `UIBackgroundModes` contains `remote-notification`: `content-available` may wake the
    /// app.
    public var remoteNotificationBackgroundMode: Bool
    /// Whether `UIBackgroundModes` contains `voip`.
    public var voipBackgroundMode = true
    /// Whether `UIBackgroundModes` contains `fetch`: background app refresh may wake the app.
    public var fetchBackgroundMode = true
    /// Whether the app has the entitlement for time-sensitive notifications.
    public var timeSensitive: Bool
    /// Whether the app has the entitlement for critical alerts.
    public var criticalAlerts: Bool
    /// Whether the app has a notification service extension.
    public var serviceExtension: Bool
    /// Whether the app has the entitlement `com.apple.developer.usernotifications.filtering`: the
    /// service extension may drop notifications.
    public var filtering = false
    /// Whether the app has the capability for communication notifications.
    public var communication = false
    /// Whether the person shares the Focus status with the app; otherwise, `INT-8` does not apply.
    public var sharesFocusStatus = true
    /// Whether the app has the CarPlay capability.
    public var carPlay = false
    /// Whether Siri can read notifications aloud, on headphones that are paired with the phone.
    public var announcement = false
    /// The value of `BGTaskSchedulerPermittedIdentifiers`: the background tasks that the app may
    /// request.
    public var taskIdentifiers: [String] = []
    /// Whether the app is an App Clip.
    public var isAppClip = false
    /// Whether the App Clip's Info.plist requests ephemeral notifications.
    public var requestsEphemeralNotifications = false
    /// The value of `NSSupportsLiveActivities`.
    public var liveActivities = true
    /// The value of `NSSupportsLiveActivitiesFrequentUpdates`.
    public var frequentUpdates = false
    public var locationAccess = LocationAccess.whenInUse
    /// Whether the app gets the precise location rather than an area of some kilometres (`LCL-13`).
    public var isLocationPrecise = true
    /// The identifiers of the app's App Groups.
    public var appGroups: [String] = []

    enum CodingKeys: String, CodingKey {
        case environment, filtering, communication, announcement
        case taskIdentifiers = "task_identifiers"
        case remoteNotificationBackgroundMode = "remote_notification_background_mode"
        case voipBackgroundMode = "voip_background_mode"
        case fetchBackgroundMode = "fetch_background_mode"
        case timeSensitive = "time_sensitive"
        case criticalAlerts = "critical_alerts"
        case serviceExtension = "service_extension"
        case sharesFocusStatus = "shares_focus_status"
        case carPlay = "car_play"
        case isAppClip = "is_app_clip"
        case requestsEphemeralNotifications = "requests_ephemeral_notifications"
        case liveActivities = "live_activities"
        case frequentUpdates = "frequent_updates"
        case locationAccess = "location_access"
        case isLocationPrecise = "is_location_precise"
        case appGroups = "app_groups"
    }

    public init(
        environment: APNSEnvironment? = .sandbox, remoteNotificationBackgroundMode: Bool = true,
        timeSensitive: Bool = true, criticalAlerts: Bool = false, serviceExtension: Bool = false
    ) {
        self.environment = environment
        self.remoteNotificationBackgroundMode = remoteNotificationBackgroundMode
        self.timeSensitive = timeSensitive
        self.criticalAlerts = criticalAlerts
        self.serviceExtension = serviceExtension
    }
}
