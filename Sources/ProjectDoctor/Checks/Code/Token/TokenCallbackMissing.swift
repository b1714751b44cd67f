// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenCallbackMissing = DoctorCheck.code(
        "token-callback-missing", .error, "the app registers and takes no token",
        why: "The token comes to application(_:didRegisterForRemoteNotificationsWithDeviceToken:) "
            + "of the app delegate and nowhere else. A server that never gets it cannot push.",
        remedy: "implement that method in the app delegate and send the token to the server",
        wrong: RuleExample(.init("App/AppDelegate+Token.swift", "")),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        let code = unit.code
        guard let call = code.calls("registerForRemoteNotifications").first else { return }
        report.looked(unit.name)
        guard unit.isWhole, !unit.usesFirebase, code.tokenCallbacks.isEmpty else { return }
        // A method with an almost correct name is left to the compiler and its reader.
        let isNear = code.sources.contains { source in
            source.facts.types.flatMap(\.methods).contains {
                $0.selector.contains("didRegisterForRemoteNotifications")
            }
        }
        guard !isNear else { return }
        report.add("nothing takes the token that is asked for here", at: call.location)
    }
}
