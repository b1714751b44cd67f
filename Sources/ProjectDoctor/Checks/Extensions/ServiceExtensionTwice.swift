// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let serviceExtensionTwice = DoctorCheck(
        "extension-service-twice", .warning, "an app embeds two notification service extensions",
        why: "The system runs only one of them for each notification, and the app cannot choose "
            + "which.",
        remedy: "combine the two extensions into one",
        wrong: RuleExample(
            SampleApp.manifest(
                """
                  CornerContent:
                    type: app-extension
                """,
                by: """
                      CornerPictures:
                        type: app-extension
                        platform: iOS
                        deploymentTarget: "17.0"
                        sources: [Service]
                        settings:
                          base:
                            INFOPLIST_FILE: Service/Info.plist
                            CODE_SIGN_ENTITLEMENTS: Service/Service.entitlements
                            PRODUCT_BUNDLE_IDENTIFIER: com.example.corner.pictures
                      CornerContent:
                        type: app-extension
                    """,
                and: "      - target: CornerContent\n",
                by: "      - target: CornerContent\n      - target: CornerPictures\n")),
        right: RuleExample(SampleApp.manifest("", by: "")),
        claim: .reported("reports in Apple's forums by developers with two service extensions")
    ) { project, report in
        for app in project.apps {
            let services = project.extensions(of: app).filter {
                $0.extensionPoint == ExtensionPoint.notificationService
            }
            if !services.isEmpty { report.markExamined(app.name) }
            guard services.count > 1 else { continue }
            let names = services.map(\.name).joined(separator: ", ")
            report.add("\(app.name) embeds \(names)", at: services[1].location)
        }
    }
}
