// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// What happens to a ``RegistrationState``.
enum RegistrationEvent: Hashable, Sendable {
    /// The app was launched or is used again.
    case resumed
    /// What the app says about itself now: everything but user and tokens. `nil` when it has no
    /// environment and cannot be registered.
    case facts(DeviceRegistration?)
    /// The system gave a token.
    case token(TokenName, DeviceToken)
    /// The system gives no token.
    case tokenFailed(String)
    /// A token is of no use any more.
    case ended(TokenName)
    /// Somebody signed in, or with `nil` out.
    case user(String?, proof: String?)

    /// Whether it is an occasion to find out what the app is.
    var isOccasion: Bool {
        if case .facts = self { false } else { true }
    }
}
