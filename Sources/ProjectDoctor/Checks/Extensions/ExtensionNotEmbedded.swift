// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let serviceExtensionNotEmbedded = DoctorCheck(
        "extension-service-missing", .error, "no notification service extension is embedded",
        why: "The service extension is not part of any app, so it does not run: notifications have "
            + "no pictures, are not decrypted, and no delivery receipts are sent.",
        remedy: "add the extension to the app's Embed Foundation Extensions build phase",
        wrong: RuleExample(SampleApp.manifest("      - target: CornerService\n", by: "")),
        right: RuleExample(SampleApp.manifest("", by: "")),
        claim: .documented("Modifying content in newly delivered notifications")
    ) { project, report in
        findUnembedded(at: ExtensionPoint.notificationService, in: project, &report)
    }

    static let contentExtensionNotEmbedded = DoctorCheck(
        "extension-content-missing", .error, "no notification content extension is embedded",
        why: "The content extension is not part of any app, so notifications are shown in the "
            + "system's own view.",
        remedy: "add the extension to the app's Embed Foundation Extensions build phase",
        wrong: RuleExample(SampleApp.manifest("      - target: CornerContent\n", by: "")),
        right: RuleExample(SampleApp.manifest("", by: "")),
        claim: .documented("Customizing the Appearance of Notifications")
    ) { project, report in
        findUnembedded(at: ExtensionPoint.notificationContent, in: project, &report)
    }

    private static func findUnembedded(
        at point: String, in project: AppProject, _ report: inout DoctorReport
    ) {
        // If this checkout contains no app, the app may be in another checkout.
        guard !project.apps.isEmpty else { return }
        // An app whose dependencies are not all known may embed any extension.
        let isUncertain = project.apps.contains(where: \.hasUnknownDependencies)
        for target in project.extensions(at: point) {
            let isEmbedded = !project.apps(embedding: target).isEmpty
            guard isEmbedded || !isUncertain else { continue }
            report.markExamined(target.name)
            guard !isEmbedded else { continue }
            report.add("no app embeds \(target.name)", at: target.location, of: target)
        }
    }
}
