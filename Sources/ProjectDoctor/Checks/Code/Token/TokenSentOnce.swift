// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenSentOnce = DoctorCheck.code(
        "token-sent-once", .warning,
        "a stored flag prevents the device token from being sent again",
        why: "Tokens change without notice. A server that received the token only once sends "
            + "notifications to a token that is no longer valid.",
        remedy: "register at every launch and send the token each time the callback receives it",
        wrong: RuleExample(
            TokenExample.callback(
                TokenExample.hexadecimal,
                then: """
                    guard !UserDefaults.standard.bool(forKey: "didSendToken") else { return }
                            Task { await Server.shared.register(token: token) }
                    """)),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        let code = unit.code
        for callback in code.tokenCallbacks {
            report.markExamined(callback.node.baseName)
            guard let body = callback.node.body else { continue }
            for item in body.statements {
                guard let conditions = item.item.conditions, conditions.readsFlag else { continue }
                report.add(
                    "a stored flag decides whether the token is sent",
                    at: callback.source.location(of: conditions))
            }
        }
        for call in code.calls("registerForRemoteNotifications") {
            guard let conditions = call.node.conditionsAround.first(where: \.readsFlag) else {
                continue
            }
            report.add(
                "a stored flag decides whether the app registers",
                at: call.source.location(of: conditions))
        }
    }
}

extension CodeBlockItemSyntax.Item {
    /// The conditions of an `if` or `guard`.
    fileprivate var conditions: ConditionElementListSyntax? {
        if let node = self.as(GuardStmtSyntax.self) { return node.conditions }
        if let node = self.as(IfExprSyntax.self) { return node.conditions }
        return self.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)?.conditions
    }
}

extension FunctionCallExprSyntax {
    /// The conditions of the `if` statements that enclose a call.
    fileprivate var conditionsAround: [ConditionElementListSyntax] {
        var found: [ConditionElementListSyntax] = []
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node, !node.is(FunctionDeclSyntax.self) else { break }
            if let branch = node.as(IfExprSyntax.self) { found.append(branch.conditions) }
        }
        return found
    }
}

extension ConditionElementListSyntax {
    /// Whether the conditions read a stored flag about sending or registering, as in `bool(forKey:
    /// "tokenSent")`.
    fileprivate var readsFlag: Bool {
        let finder = CallFinder()
        finder.walk(self)
        return finder.calls.contains { call in
            guard call.calledName == "bool", let key = call["forKey"] else { return false }
            let name = (key.literalText ?? key.lastName ?? "").lowercased()
            return ["token", "regist", "sent", "upload"].contains { name.contains($0) }
                && !["user", "account", "login", "want", "enable", "allow"].contains {
                    name.contains($0)
                }
        }
    }
}
