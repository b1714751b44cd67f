// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenPrinted = DoctorCheck.code(
        "token-printed", .note, "the whole device token is written to a log",
        why: "Logs are sent in crash reports and support emails. Anyone who has a token and a key "
            + "of the team can send notifications to this device.",
        remedy: "do not log the token in release builds, or log only its first characters",
        wrong: RuleExample(
            TokenExample.callback(
                TokenExample.hexadecimal,
                then: """
                    print("token: \\(token)")
                            Task { await Server.shared.register(token: token) }
                    """)),
        right: RuleExample(
            TokenExample.callback(
                TokenExample.hexadecimal,
                then: """
                    #if DEBUG
                            print("token: \\(token)")
                            #endif
                            Task { await Server.shared.register(token: token) }
                    """)),
        claim: .chosen("a device token is the address of one app on one device")
    ) { unit, report in
        for callback in unit.code.tokenCallbacks {
            report.markExamined(callback.node.baseName)
            guard let body = callback.node.body else { continue }
            let made = callback.node.tokenNames.made
            let finder = CallFinder()
            finder.walk(body)
            for call in finder.calls where call.writesLog && !call.isForDebugging {
                guard call.writesWhole(made) else { continue }
                report.add("the token is logged in full", at: callback.source.location(of: call))
            }
        }
    }
}

extension FunctionCallExprSyntax {
    /// Returns whether a logging call writes one of the given values in full. A logger hides
    /// strings unless they are marked as public.
    fileprivate func writesWhole(_ names: Set<String>) -> Bool {
        let isLogger = base != nil
        return arguments.contains { argument in
            if let name = argument.expression.as(DeclReferenceExprSyntax.self) {
                return !isLogger && names.contains(name.baseName.text)
            }
            guard let text = argument.expression.as(StringLiteralExprSyntax.self) else {
                return false
            }
            return text.segments.contains { segment in
                guard let part = segment.as(ExpressionSegmentSyntax.self),
                    let name = part.expressions.first?.expression.as(DeclReferenceExprSyntax.self)
                else { return false }
                let isPublic = part.expressions.contains { $0.expression.lastName == "public" }
                return names.contains(name.baseName.text) && (isPublic || !isLogger)
            }
        }
    }

    /// Whether the call is inside `#if DEBUG`.
    fileprivate var isForDebugging: Bool {
        sequence(first: parent, next: { $0?.parent }).contains {
            $0?.as(IfConfigClauseSyntax.self)?.condition?.trimmedDescription.contains("DEBUG")
                ?? false
        }
    }
}
