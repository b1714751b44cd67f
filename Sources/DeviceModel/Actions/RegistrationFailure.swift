// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why registering with APNs failed. Source: "Registering your app with APNs".
public enum RegistrationFailure: Hashable, Sendable, CustomStringConvertible {
    /// The app lacks the `aps-environment` entitlement: `NSCocoaErrorDomain` 3000.
    case missingEntitlement
    /// The app uses PushKit without `voip` in its background modes.
    case missingBackgroundMode
    /// The phone is an older Simulator: `NSCocoaErrorDomain` 3010.
    case unsupportedSimulator
    /// The phone has no network.
    case offline
    /// The app is not installed on the phone.
    case notInstalled
    /// APNs cannot be reached, or APNs rejected the request; the associated value describes the
    /// error.
    case unreachable(String)

    /// The code in `NSCocoaErrorDomain`; `nil` when Apple documents none.
    public var code: Int? {
        switch self {
        case .missingEntitlement: 3000
        case .unsupportedSimulator: 3010
        case .missingBackgroundMode, .offline, .notInstalled, .unreachable: nil
        }
    }

    public var description: String {
        switch self {
        case .missingEntitlement: "The app has no aps-environment entitlement (error 3000)."
        case .missingBackgroundMode:
            "The app has no voip background mode. Add voip to UIBackgroundModes."
        case .unsupportedSimulator:
            "This Simulator does not support remote notifications (error 3010)."
        case .offline: "The phone has no network. Try again when it is online."
        case .notInstalled: "The app is not installed on the phone. Install it."
        case .unreachable(let description): description
        }
    }
}
