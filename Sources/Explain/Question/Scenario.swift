// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

/// The state of phone and app when a push arrives; `nil` means the default.
package struct Scenario: Hashable, Sendable {
    /// The behaviour of the app's notification service extension.
    package enum ServiceExtension: Hashable, Sendable {
        /// The app has no service extension.
        case none
        case does(AppBehaviour.Extension)

        /// The names that select a value on the command line.
        package static let names = AppBehaviour.Extension.allCases.map(\.rawValue) + ["none"]

        package init?(word: String) {
            if word == "none" {
                self = .none
            } else if let behaviour = AppBehaviour.Extension(rawValue: word) {
                self = .does(behaviour)
            } else {
                return nil
            }
        }
    }

    /// The app; `nil` means an app that has everything a push can require.
    package var app: AppConfig?
    /// The app's state. Default: suspended.
    package var state: AppState?
    /// The app's permission. Default: as in ``app``, otherwise authorized.
    package var permission: Authorization?
    /// Whether the phone is locked. Default: unlocked if the app is in use, otherwise locked.
    package var isLocked: Bool?
    /// The name of the active Focus; `nil` for none.
    package var focusName: String?
    package var focusAllowsApp = false
    /// The names or handles of the people whom the Focus allows.
    package var focusPeople: [String] = []
    package var focusHoldsTimeSensitive = false
    /// Whether the Ring/Silent switch is set to silent.
    package var isMuted = false
    package var isLowPower = false
    /// Whether the app's notifications wait for the scheduled summary.
    package var isInSummary = false
    /// The preview setting. Default: always, so that the explanation shows the notification's text.
    /// A new phone hides the text while the phone is locked (`when-authenticated`).
    package var previews: PreviewSetting?
    /// Whether Background App Refresh is enabled for the app.
    package var hasBackgroundRefresh = true
    package var isOnline = true
    /// The options that `willPresent` returns. Default: as in ``app``, otherwise all.
    package var presentation: PresentationOptions?
    /// The behaviour of the service extension. Default: as in ``app``, otherwise unchanged.
    package var serviceExtension: ServiceExtension?

    package init(state: AppState? = nil, app: AppConfig? = nil) {
        self.state = state
        self.app = app
    }

    /// The app's state.
    package var appState: AppState { state ?? .suspended }

    /// The app's permission.
    package var authorization: Authorization {
        permission ?? app?.app.authorization ?? .authorized
    }

    /// Whether the phone is locked.
    package var phoneIsLocked: Bool { isLocked ?? (appState != .foreground) }
}
