// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenCallbackMissing = DoctorCheck.code(
        "token-callback-missing", .error,
        "the app registers with APNs, but does not receive the device token",
        why: "The system passes the token only to the app delegate's "
            + "application(_:didRegisterForRemoteNotificationsWithDeviceToken:). A server that "
            + "never receives it cannot send notifications.",
        remedy: "implement this method in the app delegate and send the token to the server",
        wrong: RuleExample(.init("App/AppDelegate+Token.swift", "")),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        let code = unit.code
        guard let call = code.calls("registerForRemoteNotifications").first else { return }
        report.markExamined(unit.name)
        guard unit.isWhole, !unit.usesFirebase, code.tokenCallbacks.isEmpty else { return }
        // There is no finding if a method has almost the right name, because the compiler warns
        // about it.
        let isNear = code.sources.contains { source in
            source.facts.types.flatMap(\.methods).contains {
                $0.selector.contains("didRegisterForRemoteNotifications")
            }
        }
        guard !isNear else { return }
        report.add("nothing receives the token that is requested here", at: call.location)
    }
}
