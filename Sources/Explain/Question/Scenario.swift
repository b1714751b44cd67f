// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

/// The state of the phone and of the app when a push arrives. A property that is `nil` has its
/// default.
package struct Scenario: Hashable, Sendable {
    /// The behaviour of the app's notification service extension.
    package enum ServiceExtension: Hashable, Sendable {
        /// The app has no service extension.
        case none
        case does(AppBehaviour.Extension)

        /// The names with which a behaviour is selected on the command line.
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

    /// The app; `nil` means an app that has every capability that a push can require.
    package var app: AppConfig?
    /// The app's state. Default: suspended.
    package var state: AppState?
    /// The app's permission. Default: the permission in ``app``; without an app, authorized.
    package var permission: Authorization?
    /// Whether the phone is locked. Default: unlocked if the app is in use, and locked otherwise.
    package var isLocked: Bool?
    /// The name of the active Focus; `nil` for none.
    package var focusName: String?
    package var focusAllowsApp = false
    /// The names or handles of the people whose notifications the Focus allows.
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
    /// The options that `willPresent` returns. Default: the options in ``app``; without an app, all
    /// options.
    package var presentation: PresentationOptions?
    /// The behaviour of the service extension. Default: the behaviour in ``app``; without an app,
    /// the content stays unchanged.
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
