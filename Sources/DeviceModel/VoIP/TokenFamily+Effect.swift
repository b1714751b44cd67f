// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension TokenFamily {
    /// The effect of a push to a token of this family, as a text for the record. The text is needed
    /// because no callback in the app's process shows the effect (`REG-16`).
    var effect: String {
        switch self {
        case .app: "the app and its service extension receive it"
        case .voip: "the app's PushKit registry receives it"
        case .complication: "the paired watch updates the complication"
        case .fileProvider: "the file provider reports what changed"
        case .mdm: "the phone contacts its management server"
        case .location: "the location push service extension runs, in any state of the app"
        case .liveActivity: "the system updates the Live Activity"
        case .liveActivityStart: "the system starts a Live Activity and wakes the app"
        case .pushToTalk: "the app is woken and reports the active speaker to its channel manager"
        case .widgets: "the system reloads the app's widgets"
        case .controls: "the system reloads the app's controls"
        }
    }
}
