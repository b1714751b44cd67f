// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let registrationFailureTraps = DoctorCheck.code(
        "registration-failure-traps", .warning, "a failed registration terminates the app",
        why: "Registration fails for temporary reasons, such as no network, or a network that "
            + "blocks APNs' ports. The app can run without a token and register again at its next "
            + "launch.",
        remedy: "log the error and continue",
        wrong: RuleExample(
            TokenExample.callback(
                TokenExample.hexadecimal, failure: "fatalError(\"no token: \\(error)\")")),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        for callback in unit.code.tokenFailureCallbacks {
            report.markExamined(callback.node.baseName)
            guard let body = callback.node.body else { continue }
            let finder = CallFinder()
            finder.walk(body)
            let traps: Set = ["fatalError", "preconditionFailure", "abort", "exit"]
            for call in finder.calls
            where call.base == nil && traps.contains(call.calledName ?? "") {
                report.add(
                    "\(call.calledName ?? "this call") terminates the app when registration fails",
                    at: callback.source.location(of: call))
            }
        }
    }
}
