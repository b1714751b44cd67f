// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let soundNotInApp = LintRule(
        "sound-not-in-app", .warning, "the app does not contain this sound",
        why: "iOS looks for the file in Library/Sounds of the app's container, then in its bundle. "
            + "If iOS does not find the file, it plays the default sound.",
        remedy: "use the name of a sound file in the bundle, with its extension, or default",
        wrong: #"{"aps": {"alert": "At the door", "sound": "ding.wav"}}"#,
        right: #"{"aps": {"alert": "At the door", "sound": "ding.caf"}}"#,
        claim: .documented("UNNotificationSound")
    ) { push, report in
        guard let app = push.app, let known = app.sounds, push.pushType != .liveactivity,
            let sound = push[.sound]?.value, let node = sound["name"] ?? sound.asText,
            let name = node.value.stringValue, !name.isEmpty, name != "default",
            !known.contains(name)
        else { return }
        report.add(
            "\(app.name) has no sound \(Shown.quoted(name))"
                + LintSubject.suggestion(for: name, in: known), at: node)
    }
}

extension JSONNode {
    /// The node itself, if it is a string.
    fileprivate var asText: JSONNode? { if case .string = content { self } else { nil } }
}
