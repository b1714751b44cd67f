// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The capabilities that the app uses. Other capabilities are not reported as missing.
public struct SelfCheckNeeds: Hashable, Sendable {
    /// Whether the app uses background pushes, which have `content-available`.
    public var backgroundPushes = true
    /// Whether the app has a notification service extension.
    public var serviceExtension = false
    /// Whether the app uses Live Activities.
    public var liveActivities = false
    /// The App Group of the app and its extensions.
    public var appGroup: String?
    /// The identifiers of the background tasks that the app schedules.
    public var refreshTasks: Set<String> = []
    /// The identifiers of the categories that the server sends, or that occurred in messages.
    public var categories: Set<String> = []

    public init(appGroup: String? = nil) { self.appGroup = appGroup }
}

/// Everything that the check examines, as a value. A fact that cannot be determined on a system is
/// `nil`, and nothing is reported about it.
public struct SelfCheckFacts: Hashable, Sendable {
    /// The notification center's delegate.
    public enum Delegate: Hashable, Sendable {
        case none
        case ours
        /// Another object is the delegate; the text is the name of its type.
        case other(String)
    }

    /// The state of the device token.
    public enum Token: Hashable, Sendable {
        case arrived
        case notRequested
        /// The token was requested this many seconds ago and has not arrived.
        case waiting(seconds: Int)
        /// The system provided no token, or the registration with the server failed.
        case failed(String)
    }

    /// The cases of `UIBackgroundRefreshStatus`.
    public enum BackgroundRefresh: Hashable, Sendable {
        case available, denied, restricted
    }

    public var needs: SelfCheckNeeds
    /// Whether the entitlements can be read; false in an app from the App Store.
    public var hasReadableEntitlements = true
    /// The value of the entitlement `aps-environment`.
    public var environmentEntitlement: String?
    /// The environment that is sent to the server.
    public var environment: APNSEnvironment?
    /// The value of `UIBackgroundModes` in Info.plist.
    public var backgroundModes: Set<String> = []
    /// The value of `BGTaskSchedulerPermittedIdentifiers` in Info.plist.
    public var permittedTasks: Set<String> = []
    /// The value of `NSSupportsLiveActivities` in Info.plist.
    public var declaresLiveActivities = false
    /// The value of `FirebaseAppDelegateProxyEnabled` in Info.plist; Firebase treats a missing
    /// value as yes.
    public var firebaseProxyEnabled = true
    public var delegate: Delegate?
    /// Whether there was a delegate when the launch ended.
    public var delegateInTime: Bool?
    public var token: Token?
    public var settings: SettingsReading?
    public var backgroundRefresh: BackgroundRefresh?
    public var isLowPower = false
    public var hasServiceExtension: Bool?
    /// Whether the system grants access to the App Group; `nil` when the app has none.
    public var hasAppGroup: Bool?
    /// The reason why the kit's folder is not writable.
    public var folderError: String?
    /// The identifiers of the app's categories.
    public var categories: Set<String> = []
    /// Descriptions of the problems in the declarations of categories.
    public var categoryProblems: [String] = []
    /// Whether FirebaseMessaging is in the app.
    public var hasFirebaseMessaging = false
    /// Whether the app gave FirebaseMessaging its APNs token.
    public var firebaseHasToken: Bool?

    public init(needs: SelfCheckNeeds = SelfCheckNeeds()) { self.needs = needs }
}
