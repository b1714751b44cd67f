// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionCategoryUnregistered = DoctorCheck(
        "extension-category-unregistered", .note,
        "a content extension is for a category that the app does not register",
        why: "Category identifiers are case-sensitive. If the payload and the extension spell a "
            + "category differently, the system shows its own view instead of the extension's.",
        remedy: "spell the category as in the code that registers it",
        wrong: RuleExample(
            ExtensionExample.content(
                ExtensionExample.contentPrincipal,
                attributes: [
                    "UNNotificationExtensionCategory": ["Order"],
                    "UNNotificationExtensionInitialContentSizeRatio": 0.5,
                ])),
        right: RuleExample(
            ExtensionExample.content(
                ExtensionExample.contentPrincipal,
                attributes: [
                    "UNNotificationExtensionCategory": ["ORDER"],
                    "UNNotificationExtensionInitialContentSizeRatio": 0.5,
                ])),
        claim: .documented("Customizing the Appearance of Notifications")
    ) { project, report in
        let key = "UNNotificationExtensionCategory"
        for app in project.apps where !project.mayHaveUnexaminedCode(app) {
            let categories = project.index(of: app).categories
            guard categories.isComplete, !categories.identifiers.isEmpty else { continue }
            for target in project.extensions(of: app)
            where target.extensionPoint == ExtensionPoint.notificationContent {
                report.markExamined(target.name)
                for configuration in target.configurations {
                    guard let list = configuration.infoPlist else { continue }
                    let declared = Declared(
                        list.value["NSExtension"]?["NSExtensionAttributes"]?[key], isKnown: true)
                    for name in declared.value?.strings ?? []
                    where !categories.identifiers.contains(name) {
                        let meant =
                            categories.identifiers.sorted().first {
                                $0.lowercased() == name.lowercased()
                            } ?? Misspelling.of(name, among: categories.identifiers.sorted())
                        // A category without actions need not be registered.
                        report.add(
                            "\(target.name) is for the category \(name.prefix(60)), which "
                                + "\(app.name) does not register"
                                + (meant.map { "; it registers \($0)" } ?? ""),
                            at: list.location(of: key), remedy: meant == nil ? "" : nil,
                            severity: meant == nil ? .note : .warning)
                    }
                }
            }
        }
    }
}
