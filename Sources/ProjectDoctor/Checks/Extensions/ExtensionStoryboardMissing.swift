// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionStoryboardMissing = DoctorCheck(
        "extension-storyboard-missing", .error,
        "an extension names a storyboard that is not in the checkout",
        why: "The system creates the extension's view from the storyboard. Without the file the "
            + "extension crashes, and the notification is shown in the system's own view.",
        remedy: "add the storyboard to the extension's target, or name a principal class instead",
        wrong: RuleExample(
            ExtensionExample.content(
                ["NSExtensionMainStoryboard": "MainInterface"],
                attributes: [
                    "UNNotificationExtensionCategory": ["ORDER"],
                    "UNNotificationExtensionInitialContentSizeRatio": 0.5,
                ])),
        right: RuleExample(
            ExtensionExample.content(
                ["NSExtensionMainStoryboard": "MainInterface"],
                attributes: [
                    "UNNotificationExtensionCategory": ["ORDER"],
                    "UNNotificationExtensionInitialContentSizeRatio": 0.5,
                ]),
            .init("Content/Base.lproj/MainInterface.storyboard", "<document/>")),
        claim: .documented("NSExtensionMainStoryboard")
    ) { project, report in
        for target in project.notificationExtensions {
            report.examine(target) { configuration in
                guard let list = configuration.infoPlist,
                    let name = list.value["NSExtension"]?["NSExtensionMainStoryboard"]?.string,
                    !name.isEmpty, !name.contains("$(")
                else { return nil }
                let file = "\(name).storyboard"
                guard !project.paths.contains(where: { $0 == file || $0.hasSuffix("/" + file) })
                else { return nil }
                return (
                    "\(target.name) names the storyboard \(name.prefix(60)), but there is no "
                        + "\(file.prefix(80))", nil,
                    list.location(of: "NSExtensionMainStoryboard")
                )
            }
        }
    }
}
