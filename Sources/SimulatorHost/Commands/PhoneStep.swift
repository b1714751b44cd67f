// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

/// One thing that is done to a phone for a command.
enum PhoneStep: Sendable {
    case action(UserAction)
    /// What no action of a person covers.
    case edit(@Sendable (inout Device) -> Void)
    /// What is to go wrong with the next service extension of an app.
    case extensionFault(bundleID: String, ServiceExtensionResult)
    /// A payload comes as from `simctl push`.
    case push(bundleID: String, payload: JSONObject)
    /// The app's code asks for permission.
    case ask(bundleID: String, AuthorizationOptions)
}

extension ExtensionFault {
    /// What the phone notes when it happens.
    var result: ServiceExtensionResult {
        switch self {
        case .crash: .crashed("as the command asked for")
        case .memory: .killedForMemory
        case .slowStart: .startedTooSlowly
        case .hang: .timedOut
        }
    }
}
