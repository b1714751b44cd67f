// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let launchImageNotAName = LintRule(
        "launch-image-not-a-name", .warning, "launch-image is not the name of a file",
        why: "launch-image names an image or storyboard in the app that is shown while the app "
            + "starts. It does not add a picture to the notification, and nothing is downloaded.",
        remedy: "write the name of a file in the app; for a picture in the notification, send its "
            + "URL outside aps, and let a service extension attach the picture",
        wrong: """
            {"aps": {"alert": {"title": "Photo", "launch-image": "https://example.com/1.jpg"}}}
            """,
        right: #"{"aps": {"alert": {"title": "Photo", "launch-image": "PhotoLaunch"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem, let member = push.alertMember("launch-image"),
            let name = member.value.value.stringValue,
            name.isBlank || name.utf8.contains(UInt8(ascii: "/"))
        else { return }
        report.add(
            name.isBlank ? "launch-image is empty" : "launch-image contains a path or a URL",
            at: member.value)
    }
}
