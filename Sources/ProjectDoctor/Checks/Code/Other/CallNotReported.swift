// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let callNotReported = DoctorCheck.code(
        "voip-call-not-reported", .error, "VoIP pushes are handled, but no call is reported",
        why: "The system terminates an app that receives a VoIP push and does not report a call; "
            + "after repeated failures it stops delivering VoIP pushes.",
        remedy: "call CXProvider's reportNewIncomingCall before returning from the method that "
            + "receives the push",
        wrong: RuleExample(
            SampleApp.info(adding: ["UIBackgroundModes": ["remote-notification", "fetch", "voip"]]),
            .init("App/Calls.swift", example(""))),
        right: RuleExample(
            SampleApp.info(adding: ["UIBackgroundModes": ["remote-notification", "fetch", "voip"]]),
            .init(
                "App/Calls.swift",
                example(
                    """
                            provider.reportNewIncomingCall(with: UUID(), update: .init()) { _ in
                                completion()
                            }

                    """))),
        claim: .documented("Responding to VoIP Notifications from PushKit")
    ) { unit, report in
        let code = unit.code
        let callbacks = code.methods(
            "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
            "pushRegistry(_:didReceiveIncomingPushWith:for:)")
        guard let callback = callbacks.first else { return }
        report.markExamined(unit.name)
        let reports = code.sources.contains { source in
            source.facts.mentions.keys.contains {
                $0.lowercased().contains("report") && $0.lowercased().contains("incoming")
                    || $0 == "mustReport" || $0 == "reportNewConversation"
            }
        }
        guard unit.isWhole, !reports, code.uses("voIP") else { return }
        report.add(
            "this method receives a VoIP push, but no call is reported",
            at: callback.source.location(of: callback.node.nameNode))
    }

    private static func example(_ reporting: String) -> String {
        """
        import CallKit
        import PushKit

        final class Calls: NSObject, PKPushRegistryDelegate {
            let provider = CXProvider(configuration: CXProviderConfiguration())
            let registry = PKPushRegistry(queue: .main)

            func start() {
                registry.delegate = self
                registry.desiredPushTypes = [.voIP]
            }

            func pushRegistry(
                _ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials,
                for type: PKPushType
            ) {}

            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
                completion: @escaping () -> Void
            ) {
        \(reporting)        completion()
            }
        }
        """
    }
}
