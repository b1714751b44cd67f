// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// An event that changes a ``RegistrationState``.
enum RegistrationEvent: Hashable, Sendable {
    /// The app was launched or is used again.
    case resumed
    /// The current facts about the app: everything except the user and the tokens. `nil` when the
    /// app has no environment and cannot be registered.
    case facts(DeviceRegistration?)
    /// The system provided a token.
    case token(TokenName, DeviceToken)
    /// The system provided no token.
    case tokenFailed(String)
    /// A token is no longer in use.
    case ended(TokenName)
    /// A user signed in; `nil` when the user signed out.
    case user(String?, proof: String?)

    /// The app set the number on its icon.
    case badge(Int)

    /// Whether the event is an occasion to read the facts about the app.
    var isOccasion: Bool {
        if case .facts = self { false } else { true }
    }
}
