// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionAttributeType = DoctorCheck(
        "extension-attribute-type", .error, "a content extension's attribute has the wrong type",
        why: "The system ignores a value of the wrong type: the view gets the default size, or "
            + "does not receive touches.",
        remedy: "write a number for the ratio, and true or false for the other attributes",
        wrong: RuleExample(
            ExtensionExample.content(
                ExtensionExample.contentPrincipal,
                attributes: [
                    "UNNotificationExtensionCategory": ["ORDER"],
                    "UNNotificationExtensionInitialContentSizeRatio": "half",
                ])),
        right: RuleExample(
            ExtensionExample.content(
                ExtensionExample.contentPrincipal,
                attributes: [
                    "UNNotificationExtensionCategory": ["ORDER"],
                    "UNNotificationExtensionInitialContentSizeRatio": 0.5,
                ])),
        claim: .documented("UNNotificationContentExtension")
    ) { project, report in
        let flags = [
            "UNNotificationExtensionDefaultContentHidden",
            "UNNotificationExtensionOverridesDefaultTitle",
            "UNNotificationExtensionUserInteractionEnabled",
        ]
        let ratio = "UNNotificationExtensionInitialContentSizeRatio"
        for target in project.extensions(at: ExtensionPoint.notificationContent) {
            report.examine(target) { configuration in
                guard let list = configuration.infoPlist,
                    let values = list.value["NSExtension"]?["NSExtensionAttributes"]?.dictionary
                else { return nil }
                for key in flags where values[key].map({ $0.bool == nil }) == true {
                    return ("\(key) is neither true nor false", nil, list.location(of: key))
                }
                guard let value = values[ratio], !value.isNumber else { return nil }
                return ("\(ratio) is not a number", nil, list.location(of: ratio))
            }
        }
    }
}

extension PlistValue {
    /// Whether the value is a number, or a string that the system reads as a number.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real: true
        case .string(let text): Double(text) != nil || text.contains("$(")
        default: false
        }
    }
}
