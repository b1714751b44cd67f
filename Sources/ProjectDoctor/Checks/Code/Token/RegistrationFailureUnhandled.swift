// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let registrationFailureUnhandled = DoctorCheck.code(
        "registration-failure-unhandled", .warning,
        "a failed registration with APNs is not reported",
        why: "Registration fails without the entitlement, without a network, and on some "
            + "simulators. Only this callback reports the reason.",
        remedy: "implement application(_:didFailToRegisterForRemoteNotificationsWithError:) and "
            + "log the error",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Token.swift",
                """
                import UIKit

                extension AppDelegate {
                    func application(
                        _ application: UIApplication,
                        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
                    ) {
                        let token = deviceToken.map { String(format: "%02x", $0) }.joined()
                        Task { await Server.shared.register(token: token) }
                    }
                }
                """)),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        guard let callback = unit.code.tokenCallbacks.first else { return }
        report.markExamined(unit.name)
        guard unit.isWhole, unit.code.tokenFailureCallbacks.isEmpty else { return }
        report.add(
            "the app handles a received token, but not a failed registration",
            at: callback.source.location(of: callback.node.nameNode))
    }
}
