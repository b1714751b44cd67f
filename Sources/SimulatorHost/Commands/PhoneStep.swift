// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

/// A step of a command on a phone.
enum PhoneStep: Sendable {
    case action(UserAction)
    /// A direct change of the phone's state, for commands that do not represent an action by the
    /// person.
    case edit(@Sendable (inout Device) -> Void)
    /// An injected failure of the next service extension run of an app.
    case extensionFailure(bundleID: String, ServiceExtensionResult)
    /// A payload that arrives as if `simctl push` had sent it.
    case push(bundleID: String, payload: JSONObject)
    /// A request for permission by the app's code.
    case ask(bundleID: String, AuthorizationOptions)
}

extension ExtensionFailure {
    /// The result of the service extension that the phone assumes if this failure occurs.
    var result: ServiceExtensionResult {
        switch self {
        case .crash: .crashed("as the command requested")
        case .memory: .killedForMemory
        case .slowStart: .startedTooSlowly
        case .hang: .timedOut
        }
    }
}
