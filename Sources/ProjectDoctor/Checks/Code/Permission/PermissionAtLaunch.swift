// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let permissionAtLaunch = DoctorCheck.code(
        "permission-at-launch", .warning, "the app requests permission at launch",
        why: "The system asks only once. A person who does not yet know the purpose of the "
            + "notifications usually declines, and can then change this decision only in Settings.",
        remedy: "request permission where a person sees what the notifications are for, or request "
            + "provisional permission; registering with APNs at launch is correct",
        wrong: RuleExample(
            .init("App/AppDelegate.swift", PermissionExample.delegate(requesting: true))),
        right: RuleExample(
            .init("App/AppDelegate.swift", PermissionExample.delegate(requesting: false))),
        claim: .documented("Asking permission to use notifications")
    ) { unit, report in
        let code = unit.code
        guard code.uses("requestAuthorization") else { return }
        report.markExamined(unit.name)
        for method in code.launchMethods {
            guard let body = method.node.body else { continue }
            for call in code.callsRun(by: Syntax(body), named: "requestAuthorization")
            where call.node.showsPrompt {
                report.add(
                    "permission is requested from \(method.node.launchName)",
                    at: call.location)
            }
        }
    }
}

extension CodeMethod {
    /// The name of a launch method in findings.
    fileprivate var launchName: String { baseName == "init" ? "App.init" : selector }
}

extension FunctionCallExprSyntax {
    /// Whether a request for permission certainly shows the system's prompt: its options are known
    /// and do not include provisional authorization.
    var showsPrompt: Bool {
        // Options that are defined elsewhere may be provisional.
        guard let names = requestedOptions?.memberNames else { return false }
        return !names.contains("provisional")
    }
}

extension FunctionCallExprSyntax {
    /// The options of a request: either the options in the call, or the value of the constant to
    /// which the call refers, if the same function or type defines the constant.
    var requestedOptions: ExprSyntax? {
        guard let options = self["options"], options.is(DeclReferenceExprSyntax.self),
            let name = options.lastName
        else { return self["options"] }
        for scope in sequence(first: parent, next: { $0?.parent }) {
            guard let scope else { break }
            let declarations: [VariableDeclSyntax]
            if let list = scope.as(CodeBlockItemListSyntax.self) {
                declarations = list.compactMap { $0.item.as(VariableDeclSyntax.self) }
            } else if let list = scope.as(MemberBlockItemListSyntax.self) {
                declarations = list.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            } else {
                continue
            }
            let found = declarations.filter { variable in
                variable.bindings.contains { $0.pattern.trimmedDescription == name }
            }
            guard let variable = found.first else { continue }
            // The value of a `var` may change before the call.
            guard found.count == 1, variable.bindings.count == 1,
                variable.bindingSpecifier.tokenKind == .keyword(.let),
                let value = variable.bindings.first?.initializer?.value
            else { return options }
            return value
        }
        return options
    }
}

/// Creates the app delegates that appear in examples.
enum PermissionExample {
    static func delegate(requesting: Bool) -> String {
        let request = """
                    center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, _ in
                        if !granted { Hints.shared.explainSettings() }
                    }

            """
        return """
            import UIKit
            import UserNotifications

            final class AppDelegate: NSObject, UIApplicationDelegate {
                func application(
                    _ application: UIApplication,
                    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
                ) -> Bool {
                    let center = UNUserNotificationCenter.current()
                    center.delegate = self
                    center.setNotificationCategories([OrderCategory.category])
                    BackgroundRefresh.register()
            \(requesting ? request : "")        application.registerForRemoteNotifications()
                    return true
                }
            }
            """
    }
}
