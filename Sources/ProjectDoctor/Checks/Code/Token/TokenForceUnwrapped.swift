// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenForceUnwrapped = DoctorCheck.code(
        "token-force-unwrapped", .warning, "a device token is force-unwrapped",
        why: "There is no token before registration has finished, and none if registration fails, "
            + "for example without a network, without the entitlement or on some simulators. The "
            + "app crashes here.",
        remedy: "unwrap the token with if let or guard let, and continue without one",
        wrong: RuleExample(
            .init(
                "App/Session.swift",
                """
                final class Session {
                    var deviceToken: String?

                    func signIn() async { await Server.shared.register(token: deviceToken!) }
                }
                """)),
        right: RuleExample(
            .init(
                "App/Session.swift",
                """
                final class Session {
                    var deviceToken: String?

                    func signIn() async {
                        guard let deviceToken else { return }
                        await Server.shared.register(token: deviceToken)
                    }
                }
                """)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        for occurrence in unit.code.forceUnwraps {
            let expression = occurrence.node.expression
            guard let name = expression.tokenName, name.namesDeviceToken,
                !occurrence.isTested
            else { continue }
            report.add("\(name) is force-unwrapped", at: occurrence.location)
        }
    }
}

extension CodeIndex.Occurrence<ForceUnwrapExprSyntax> {
    /// Whether the code has tested that there is a token, and has not assigned another one since.
    fileprivate var isTested: Bool {
        guard let end = NilTest(of: node.expression).end(before: node) else { return false }
        let name = node.expression.stripped.lastName ?? ""
        return !(source.facts.assignments[name] ?? []).contains {
            $0.node.position >= end && $0.node.endPosition <= node.position
        }
    }
}

extension ExprSyntax {
    /// The name of a variable, or the key with which a value is read, as in `string(forKey:
    /// "token")`.
    fileprivate var tokenName: String? {
        let node = stripped
        if let name = node.lastName { return name }
        guard let call = node.as(FunctionCallExprSyntax.self) else { return nil }
        // Another rule covers a token that is decoded as text. The remedy of that rule also removes
        // the force-unwrapping.
        guard let key = call["forKey"] else { return nil }
        return key.literalText ?? key.lastName
    }
}
