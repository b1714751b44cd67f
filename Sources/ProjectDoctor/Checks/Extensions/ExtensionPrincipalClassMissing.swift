// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionPrincipalClassMissing = DoctorCheck(
        "extension-principal-class-missing", .error,
        "an extension's principal class is not in its sources",
        why: "The system looks up the class NSExtensionPrincipalClass by its full name. If there "
            + "is no such class, the extension crashes at launch: the notification is shown "
            + "unchanged, or without the extension's view.",
        remedy: "set NSExtensionPrincipalClass to $(PRODUCT_MODULE_NAME).TheClass",
        wrong: RuleExample(
            ExtensionExample.service(principal: "$(PRODUCT_MODULE_NAME).PushService")),
        right: RuleExample(
            ExtensionExample.service(principal: "$(PRODUCT_MODULE_NAME).NotificationService")),
        claim: .documented("NSExtensionPrincipalClass")
    ) { project, report in
        for target in project.notificationExtensions where !project.mayHaveUnexaminedCode(target) {
            let index = project.index(of: target)
            guard !index.sources.isEmpty else { continue }
            report.examine(target) { configuration in
                guard let list = configuration.infoPlist else { return nil }
                let declared = list.value["NSExtension"]?["NSExtensionPrincipalClass"]
                guard let name = declared?.string else {
                    let storyboard = list.value["NSExtension"]?["NSExtensionMainStoryboard"]
                    guard declared == nil, storyboard == nil else { return nil }
                    return (
                        "\(target.name) declares no principal class", nil,
                        list.location(of: "NSExtension")
                    )
                }
                guard let problem = index.problem(ofPrincipalClass: name, in: configuration) else {
                    return nil
                }
                return (
                    "\(name.prefix(80)) of \(target.name) \(problem)", nil,
                    list.location(of: "NSExtensionPrincipalClass")
                )
            }
        }
    }
}

extension AppProject {
    /// The notification service and content extensions.
    var notificationExtensions: [AppTarget] {
        extensions(at: ExtensionPoint.notificationService)
            + extensions(at: ExtensionPoint.notificationContent)
    }
}

extension CodeIndex {
    /// Returns the problem with the name of a principal class; `nil` if there is no problem.
    fileprivate func problem(
        ofPrincipalClass name: String, in configuration: AppTarget.Configuration
    ) -> String? {
        let hasModule = name.contains(".")
        let last = name.split(separator: ".").last.map(String.init) ?? name
        guard !last.contains("$(") else { return nil }
        let found = types(.class).first { $0.type.name == last || $0.type.objectiveCName == last }
        guard let found else {
            // The name may be a type alias, or refer to a library's class that these files extend.
            return type(last) == nil ? "is not in any of its Swift files" : nil
        }
        if !hasModule, found.type.objectiveCName == nil {
            return "lacks the module name, without which the system does not find a Swift class"
        }
        let module = name.prefix { $0 != "." }
        if hasModule, found.type.objectiveCName == nil, !module.hasPrefix("$("),
            let real = configuration.settings["PRODUCT_MODULE_NAME"], !real.contains("$("),
            module != real
        {
            return "names the module \(module), but the module is called \(real)"
        }
        return nil
    }
}
