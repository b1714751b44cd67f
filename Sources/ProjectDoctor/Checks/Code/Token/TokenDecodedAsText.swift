// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenDecodedAsText = DoctorCheck.code(
        "token-decoded-as-text", .error, "the device token is decoded as text",
        why: "A device token consists of bytes that are not text: decoding them as UTF-8 returns "
            + "nil or wrong characters. APNs expects the bytes as hex digits and otherwise returns "
            + "BadDeviceToken.",
        remedy:
            "convert the token to hex digits: deviceToken.map { String(format: \"%02x\", $0) "
            + "}.joined()",
        wrong: RuleExample(
            TokenExample.callback(
                "let token = String(data: deviceToken, encoding: .utf8) ?? \"\"")),
        right: RuleExample(
            TokenExample.callback(
                "let token = deviceToken.map { String(format: \"%02x\", $0) }.joined()")),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        let code = unit.code
        if let callback = code.tokenCallbacks.first { report.markExamined(callback.node.baseName) }
        for call in code.calls("String", "NSString", "init") {
            guard let first = call.node.arguments.first, let label = first.label?.text,
                ["data", "decoding", "bytes"].contains(label),
                label == "decoding" || call.node["encoding"] != nil,
                isToken(first.expression)
            else { continue }
            report.add("the bytes of a device token are decoded as text", at: call.location)
        }
    }

    /// Returns whether an expression is the token in a callback, or has a name that denotes a
    /// token.
    private static func isToken(_ expression: ExprSyntax) -> Bool {
        guard let name = expression.lastName else { return false }
        if let function = expression.enclosingFunction?.as(FunctionDeclSyntax.self),
            CodeIndex.tokenSelectors.contains(function.selector),
            let last = function.signature.parameterClause.parameters.last
        {
            return name == (last.secondName ?? last.firstName).text
        }
        return ["deviceToken", "pushToken", "apnsToken"].contains(name)
    }
}

/// Creates the app delegates that appear in examples.
enum TokenExample {
    static func callback(
        _ made: String, then use: String = "Task { await Server.shared.register(token: token) }",
        failure: String = "Log.push.error(\"no device token: \\(error)\")"
    ) -> RuleExample.File {
        .init(
            "App/AppDelegate+Token.swift",
            """
            import UIKit

            extension AppDelegate {
                func application(
                    _ application: UIApplication,
                    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
                ) {
                    \(made)
                    \(use)
                }

                func application(
                    _ application: UIApplication,
                    didFailToRegisterForRemoteNotificationsWithError error: any Error
                ) {
                    \(failure)
                }
            }
            """)
    }

    static let hexadecimal = "let token = deviceToken.map { String(format: \"%02x\", $0) }.joined()"
}
