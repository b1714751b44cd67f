// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What the app says it uses, so that nothing is reported that it does not need.
public struct SelfCheckNeeds: Hashable, Sendable {
    /// Background pushes, with `content-available`.
    public var backgroundPushes = true
    /// A notification service extension.
    public var serviceExtension = false
    /// Live Activities.
    public var liveActivities = false
    /// The App Group of app and extensions.
    public var appGroup: String?
    /// Background tasks that the app schedules.
    public var refreshTasks: Set<String> = []
    /// Categories that the server sends, or that were seen in messages.
    public var categories: Set<String> = []

    public init(appGroup: String? = nil) { self.appGroup = appGroup }
}

/// Everything that the check looks at, as a value. What cannot be known on a system is `nil`, and
/// then nothing is reported of it.
public struct SelfCheckFacts: Hashable, Sendable {
    /// The notification center's delegate.
    public enum Delegate: Hashable, Sendable {
        case none
        case ours
        /// With the name of its type.
        case other(String)
    }

    /// Where the device token stands.
    public enum Token: Hashable, Sendable {
        case arrived
        case notRequested
        /// Requested so many seconds ago.
        case waiting(seconds: Int)
        /// The system gave none, or the server could not be told.
        case failed(String)
    }

    /// Cases of `UIBackgroundRefreshStatus`.
    public enum BackgroundRefresh: Hashable, Sendable {
        case available, denied, restricted
    }

    public var needs: SelfCheckNeeds
    /// Whether the entitlements can be read; not in an app from the App Store.
    public var hasReadableEntitlements = true
    /// The entitlement `aps-environment`.
    public var environmentEntitlement: String?
    /// The environment that the server is told.
    public var environment: APNSEnvironment?
    /// `UIBackgroundModes`.
    public var backgroundModes: Set<String> = []
    /// `BGTaskSchedulerPermittedIdentifiers`.
    public var permittedTasks: Set<String> = []
    /// `NSSupportsLiveActivities`.
    public var declaresLiveActivities = false
    /// `FirebaseAppDelegateProxyEnabled`; Firebase takes a missing one for yes.
    public var firebaseProxyEnabled = true
    public var delegate: Delegate?
    /// Whether there was a delegate when the launch ended.
    public var delegateInTime: Bool?
    public var token: Token?
    public var settings: SettingsReading?
    public var backgroundRefresh: BackgroundRefresh?
    public var isLowPower = false
    public var hasServiceExtension: Bool?
    /// Whether the system knows the App Group; `nil` when the app has none.
    public var hasAppGroup: Bool?
    /// Why the kit's folder cannot be written.
    public var folderError: String?
    /// Identifiers of the app's categories.
    public var categories: Set<String> = []
    /// What is wrong with their declarations, in words.
    public var categoryFaults: [String] = []
    /// Whether FirebaseMessaging is in the app.
    public var hasFirebaseMessaging = false
    /// Whether the app handed FirebaseMessaging its APNs token.
    public var firebaseHasToken: Bool?

    public init(needs: SelfCheckNeeds = SelfCheckNeeds()) { self.needs = needs }
}
