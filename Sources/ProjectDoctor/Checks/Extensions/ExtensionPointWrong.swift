// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionPointWrong = DoctorCheck(
        "extension-point-wrong", .error, "an extension is declared for another extension point",
        why: "The system selects an extension by its NSExtensionPointIdentifier. With another "
            + "identifier, its code never receives a notification.",
        remedy: "set NSExtensionPointIdentifier under NSExtension in the extension's Info.plist",
        wrong: RuleExample(
            ExtensionExample.service(point: "com.apple.usernotifications.service-extension")),
        right: RuleExample(
            ExtensionExample.service(point: "com.apple.usernotifications.service")),
        claim: .documented("Modifying content in newly delivered notifications")
    ) { project, report in
        for target in project.targets where target.product == .appExtension {
            guard let needed = project.neededPoint(of: target) else { continue }
            report.examine(target) { configuration in
                guard let list = configuration.infoPlist,
                    list.value["EXAppExtensionAttributes"] == nil
                else { return nil }
                let point = Declared(
                    list.value["NSExtension"]?["NSExtensionPointIdentifier"], isKnown: true)
                if point == .unknown || point.value?.string == needed { return nil }
                let found = point.value?.string.map {
                    "declares the extension point \($0.prefix(80))"
                }
                return (
                    "\(target.name) \(found ?? "has no NSExtensionPointIdentifier")",
                    "set NSExtensionPointIdentifier to \(needed)",
                    list.location(of: "NSExtensionPointIdentifier")
                )
            }
        }
    }
}

extension AppProject {
    /// Returns the extension point for which a target's own classes are written.
    fileprivate func neededPoint(of target: AppTarget) -> String? {
        let index = CodeIndex(ownCode(of: target))
        let classes = index.types(.class)
        func has(_ parent: String) -> Bool {
            classes.contains { index.type($0.type.name, is: parent) }
        }
        let isService = has("UNNotificationServiceExtension")
        let isContent = has("UNNotificationContentExtension")
        // If the files contain both kinds of classes, the extension point is uncertain.
        guard isService != isContent else { return nil }
        return isService ? ExtensionPoint.notificationService : ExtensionPoint.notificationContent
    }
}

/// Files shared by several examples about extensions.
enum ExtensionExample {
    static func service(
        point: String = ExtensionPoint.notificationService,
        principal: String = "$(PRODUCT_MODULE_NAME).NotificationService"
    ) -> RuleExample.File {
        .init(
            "Service/Info.plist",
            SampleApp.plist([
                "NSExtension": [
                    "NSExtensionPointIdentifier": .string(point),
                    "NSExtensionPrincipalClass": .string(principal),
                ]
            ]))
    }

    static func content(
        _ entries: KeyValuePairs<String, SamplePlist>,
        attributes: KeyValuePairs<String, SamplePlist>
    ) -> RuleExample.File {
        .init(
            "Content/Info.plist",
            SampleApp.plist([
                "NSExtension": .dictionary(
                    [
                        ("NSExtensionAttributes", .dictionary(attributes.map { ($0, $1) })),
                        (
                            "NSExtensionPointIdentifier",
                            .string(ExtensionPoint.notificationContent)
                        ),
                    ] + entries.map { ($0, $1) })
            ]))
    }

    static let contentPrincipal: KeyValuePairs<String, SamplePlist> = [
        "NSExtensionPrincipalClass": "$(PRODUCT_MODULE_NAME).OrderViewController"
    ]
}
