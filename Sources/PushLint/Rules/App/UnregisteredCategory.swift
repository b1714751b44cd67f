// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unregisteredCategory = LintRule(
        "unregistered-category", .warning, "the app does not register this category",
        why: "Buttons and the content extension come from the category that the app registered "
            + "under this identifier. If the app does not register the category, the notification "
            + "has neither buttons nor the content extension's view.",
        remedy: "use an identifier that the app registers with setNotificationCategories(_:)",
        wrong: #"{"aps": {"alert": "Ada: See you at 8", "category": "MESAGE"}}"#,
        right: #"{"aps": {"alert": "Ada: See you at 8", "category": "MESSAGE"}}"#,
        claim: .documented("Declaring your actionable notification types")
    ) { push, report in
        guard let app = push.app, let known = app.categories, push.pushType == .alert,
            let node = push[.category]?.value, let name = node.value.stringValue, !name.isEmpty,
            !known.contains(name)
        else { return }
        report.add(
            "\(app.name) registers no category \(Shown.quoted(name))"
                + LintSubject.suggestion(for: name, in: known), at: node)
    }
}
