// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// How the phone and the app stand when a push arrives; what is `nil` has its default.
public struct Scenario: Hashable, Sendable {
    /// What the app's notification service extension does.
    public enum ServiceExtension: Hashable, Sendable {
        /// The app has none.
        case none
        case does(AppBehaviour.Extension)

        /// The words by which it is chosen.
        public static let words = AppBehaviour.Extension.allCases.map(\.rawValue) + ["none"]

        public init?(word: String) {
            if word == "none" {
                self = .none
            } else if let behaviour = AppBehaviour.Extension(rawValue: word) {
                self = .does(behaviour)
            } else {
                return nil
            }
        }
    }

    /// The app; `nil` for one that has whatever a push can ask for.
    public var app: AppConfig?
    /// Default: suspended.
    public var state: AppState?
    /// Default: what ``app`` says, else authorized.
    public var permission: Authorization?
    /// Default: unlocked with the app in use, else locked.
    public var isLocked: Bool?
    /// The Focus that is on; `nil` for none.
    public var focusName: String?
    public var focusAllowsApp = false
    /// Names or handles of people whom the Focus lets through.
    public var focusPeople: [String] = []
    public var focusHoldsTimeSensitive = false
    /// The Ring/Silent switch is on silent.
    public var isMuted = false
    public var isLowPower = false
    /// Whether the app is in the scheduled summary.
    public var isInSummary = false
    /// Default: always, so that the answer shows what the notification says. A new phone hides it
    /// while it is locked (`when-authenticated`).
    public var previews: PreviewSetting?
    /// Background App Refresh of the app.
    public var hasBackgroundRefresh = true
    public var isOnline = true
    /// What `willPresent` answers. Default: what ``app`` says, else everything.
    public var presentation: PresentationOptions?
    /// Default: what ``app`` says, else unchanged.
    public var serviceExtension: ServiceExtension?

    public init(state: AppState? = nil, app: AppConfig? = nil) {
        self.state = state
        self.app = app
    }

    /// Where the app stands.
    public var appState: AppState { state ?? .suspended }

    /// The permission the app has.
    public var authorization: Authorization {
        permission ?? app?.app.authorization ?? .authorized
    }

    /// Whether the phone is locked.
    public var phoneIsLocked: Bool { isLocked ?? (appState != .foreground) }
}
