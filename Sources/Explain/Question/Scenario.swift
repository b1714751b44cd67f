// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// The state of phone and app when a push arrives; `nil` means the default.
public struct Scenario: Hashable, Sendable {
    /// The behaviour of the app's notification service extension.
    public enum ServiceExtension: Hashable, Sendable {
        /// The app has no service extension.
        case none
        case does(AppBehaviour.Extension)

        /// The words that select a value on the command line.
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

    /// The app; `nil` means one that has everything a push can require.
    public var app: AppConfig?
    /// The app's state. Default: suspended.
    public var state: AppState?
    /// The app's permission. Default: as in ``app``, otherwise authorized.
    public var permission: Authorization?
    /// Whether the phone is locked. Default: unlocked if the app is in use, otherwise locked.
    public var isLocked: Bool?
    /// The name of the active Focus; `nil` for none.
    public var focusName: String?
    public var focusAllowsApp = false
    /// The names or handles of the people whom the Focus allows.
    public var focusPeople: [String] = []
    public var focusHoldsTimeSensitive = false
    /// Whether the Ring/Silent switch is set to silent.
    public var isMuted = false
    public var isLowPower = false
    /// Whether the app is in the scheduled summary.
    public var isInSummary = false
    /// The preview setting. Default: always, so that the explanation shows the notification's text.
    /// A new phone hides it while it is locked (`when-authenticated`).
    public var previews: PreviewSetting?
    /// Whether Background App Refresh is enabled for the app.
    public var hasBackgroundRefresh = true
    public var isOnline = true
    /// The options that `willPresent` returns. Default: as in ``app``, otherwise all.
    public var presentation: PresentationOptions?
    /// The behaviour of the service extension. Default: as in ``app``, otherwise unchanged.
    public var serviceExtension: ServiceExtension?

    public init(state: AppState? = nil, app: AppConfig? = nil) {
        self.state = state
        self.app = app
    }

    /// The app's state.
    public var appState: AppState { state ?? .suspended }

    /// The app's permission.
    public var authorization: Authorization {
        permission ?? app?.app.authorization ?? .authorized
    }

    /// Whether the phone is locked.
    public var phoneIsLocked: Bool { isLocked ?? (appState != .foreground) }
}
