// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionCategoryMissing = DoctorCheck(
        "extension-category-missing", .error, "a content extension has no category",
        why: "The system uses a content extension only for notifications with the categories in "
            + "UNNotificationExtensionCategory. Without a category it never uses the extension.",
        remedy: "set UNNotificationExtensionCategory under NSExtensionAttributes to the category, "
            + "or to an array of categories",
        wrong: RuleExample(
            ExtensionExample.content(
                ExtensionExample.contentPrincipal,
                attributes: ["UNNotificationExtensionInitialContentSizeRatio": 0.5])),
        right: RuleExample(
            ExtensionExample.content(
                ExtensionExample.contentPrincipal,
                attributes: [
                    "UNNotificationExtensionCategory": "ORDER",
                    "UNNotificationExtensionInitialContentSizeRatio": 0.5,
                ])),
        claim: .documented("UNNotificationExtensionCategory")
    ) { project, report in
        let key = "UNNotificationExtensionCategory"
        for target in project.extensions(at: ExtensionPoint.notificationContent) {
            report.examine(target) { configuration in
                guard let list = configuration.infoPlist else { return nil }
                let declared = list.value["NSExtension"]?["NSExtensionAttributes"]?[key]
                guard declared.map({ $0.strings.allSatisfy(\.isEmpty) }) ?? true else {
                    return nil
                }
                let attributes = "NSExtensionAttributes"
                if declared == nil, list.value[attributes] != nil {
                    return (
                        "\(target.name) has \(attributes) outside NSExtension, where the system "
                            + "ignores it", "move \(attributes) into NSExtension",
                        list.location(of: attributes)
                    )
                }
                let isMisplaced = list.value[key] != nil || list.value["NSExtension"]?[key] != nil
                let what =
                    if isMisplaced {
                        "has \(key) in the wrong dictionary"
                    } else if declared != nil {
                        "has an empty \(key)"
                    } else {
                        "has no \(key)"
                    }
                return (
                    "\(target.name) \(what)",
                    isMisplaced ? "move \(key) into \(attributes)" : nil,
                    list.location(of: key)
                )
            }
        }
    }
}
