// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let delegateAdaptorMissing = DoctorCheck.code(
        "app-delegate-adaptor-missing", .error, "a SwiftUI app has no app delegate",
        why: "The system passes device tokens only to the app delegate. A SwiftUI App has no app "
            + "delegate unless it declares one with UIApplicationDelegateAdaptor.",
        remedy: "add @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate to the App",
        wrong: RuleExample(.init("App/CornerApp.swift", example(""))),
        right: RuleExample(
            .init(
                "App/CornerApp.swift",
                example(
                    "    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate\n\n"))
        ),
        claim: .documented("UIApplicationDelegateAdaptor")
    ) { unit, report in
        let code = unit.code
        let apps = code.types(.struct, .class, .enum).filter {
            $0.type.isMain && code.type($0.type.name, is: "App")
        }
        guard let app = apps.first,
            code.uses("registerForRemoteNotifications") || !code.tokenCallbacks.isEmpty
        else { return }
        report.markExamined(app.type.name)
        let adaptors = [
            "UIApplicationDelegateAdaptor", "NSApplicationDelegateAdaptor",
            "WKApplicationDelegateAdaptor", "WKExtensionDelegateAdaptor",
        ]
        // An app for several platforms may define its own name for the adaptor.
        let hasAdaptor = code.sources.contains { source in
            adaptors.contains {
                source.facts.attributes[$0] != nil || source.facts.typeNames[$0] != nil
            }
        }
        // Code in a library, or in main.swift, may also start an app.
        guard unit.isWhole, !hasAdaptor, !code.uses("UIApplicationMain") else { return }
        report.add(
            "the code registers for a device token, but \(app.type.name) declares no app delegate",
            at: app.source.location(of: app.type.node.nameNode))
    }

    private static func example(_ adaptor: String) -> String {
        """
        import SwiftUI

        @main
        struct CornerApp: App {
        \(adaptor)    var body: some Scene {
                WindowGroup { OrdersView() }
            }
        }
        """
    }
}

extension DeclSyntax {
    /// The node of a declaration's name, for findings.
    var nameNode: Syntax {
        asProtocol((any NamedDeclSyntax).self).map { Syntax($0.name) } ?? Syntax(self)
    }
}
