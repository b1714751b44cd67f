// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let remoteNotificationModeMissing = DoctorCheck(
        "background-mode-remote-notification-missing", .warning,
        "UIBackgroundModes lacks remote-notification",
        why: "The app handles silent pushes, but a push with content-available does not wake it.",
        remedy: "select Remote notifications under Background Modes in Xcode",
        wrong: RuleExample(SampleApp.info(adding: ["UIBackgroundModes": ["fetch"]])),
        right: RuleExample(SampleApp.info()),
        claim: .documented("Pushing background updates to your App")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            let handler = project.code(of: app).lazy.compactMap(\.backgroundPushHandler).first
            guard let handler else { continue }
            report.examine(app) { configuration in
                guard configuration.backgroundModes.lacks("remote-notification") else {
                    return nil
                }
                return (
                    "\(app.name) handles silent pushes, but lacks the background mode "
                        + "remote-notification",
                    nil, handler
                )
            }
        }
    }
}

extension SwiftSource {
    /// The location of the app delegate method that receives silent pushes. This is the variant
    /// with a completion handler or `async`; the older method, which has neither, receives only
    /// visible pushes.
    var backgroundPushHandler: Diagnostic.Location? {
        for label in uses(of: "didReceiveRemoteNotification") {
            guard let parameter = label.parent?.as(FunctionParameterSyntax.self),
                parameter.firstName.id == label.id,
                let list = parameter.parent?.as(FunctionParameterListSyntax.self),
                let signature = list.parent?.parent?.as(FunctionSignatureSyntax.self)
            else { continue }
            let isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
            let takesHandler = list.contains { $0.firstName.text == "fetchCompletionHandler" }
            if isAsync || takesHandler { return location(of: label) }
        }
        return nil
    }
}
