// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let voIPModeMissing = DoctorCheck(
        "background-mode-voip-missing", .error,
        "PushKit is used for calls without the background mode voip",
        why: "Without the background mode Voice over IP, the system does not deliver VoIP pushes "
            + "to the app.",
        remedy: "select Voice over IP under Background Modes in Xcode",
        wrong: RuleExample(.init("App/Calls.swift", calls)),
        right: RuleExample(
            .init("App/Calls.swift", calls),
            SampleApp.info(adding: [
                "UIBackgroundModes": ["remote-notification", "fetch", "voip"]
            ])),
        claim: .documented("Responding to VoIP Notifications from PushKit")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            guard project.firstUse(of: "PKPushRegistry", in: app) != nil,
                let use = project.firstUse(of: "voIP", in: app)
            else { continue }
            report.examine(app) { configuration in
                guard configuration.backgroundModes.lacks("voip") else { return nil }
                return (
                    "\(app.name) registers for VoIP pushes, but lacks the background mode voip",
                    nil, use
                )
            }
        }
    }

    private static let calls = """
        import CallKit
        import PushKit

        final class Calls: NSObject, PKPushRegistryDelegate {
            private let registry = PKPushRegistry(queue: .main)
            private let provider = CXProvider(configuration: CXProviderConfiguration())

            func start() {
                registry.delegate = self
                registry.desiredPushTypes = [.voIP]
            }

            func pushRegistry(
                _ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials,
                for type: PKPushType
            ) {
                Task { await Server.shared.register(callToken: credentials.token) }
            }

            func pushRegistry(
                _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
                for type: PKPushType, completion: @escaping () -> Void
            ) {
                provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in
                    completion()
                }
            }
        }
        """
}
