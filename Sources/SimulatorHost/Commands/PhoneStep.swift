// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

/// A step of a command on a phone.
enum PhoneStep: Sendable {
    case action(UserAction)
    /// A direct change of the phone's state, for commands that are not actions of a person.
    case edit(@Sendable (inout Device) -> Void)
    /// An injected failure of the next service extension run of an app.
    case extensionFailure(bundleID: String, ServiceExtensionResult)
    /// A payload arrives as if from `simctl push`.
    case push(bundleID: String, payload: JSONObject)
    /// The app's code requests permission.
    case ask(bundleID: String, AuthorizationOptions)
}

extension ExtensionFailure {
    /// The result of the service extension that the phone records for this failure.
    var result: ServiceExtensionResult {
        switch self {
        case .crash: .crashed("as the command requested")
        case .memory: .killedForMemory
        case .slowStart: .startedTooSlowly
        case .hang: .timedOut
        }
    }
}
