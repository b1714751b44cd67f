// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let pushToTalkUndeclared = DoctorCheck(
        "push-to-talk-undeclared", .error, "Push to Talk is used, but not declared",
        why: "Joining a channel fails without the background mode push-to-talk and without the "
            + "entitlement com.apple.developer.push-to-talk.",
        remedy: "add the Push to Talk capability, and select Push to Talk under Background Modes",
        wrong: RuleExample(.init("App/Talk.swift", talk)),
        right: RuleExample(
            .init("App/Talk.swift", talk),
            SampleApp.info(adding: [
                "UIBackgroundModes": ["remote-notification", "fetch", "push-to-talk"]
            ]),
            SampleApp.entitlements(adding: ["com.apple.developer.push-to-talk": true])),
        claim: .documented("Creating a Push to Talk app")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            guard let use = project.firstUse(of: "PTChannelManager", in: app) else { continue }
            report.examine(app) { configuration in
                var missing: [String] = []
                if configuration.backgroundModes.lacks("push-to-talk") {
                    missing.append("the background mode push-to-talk")
                }
                if configuration.entitlement(EntitlementKey.pushToTalk).isOff {
                    missing.append("the entitlement \(EntitlementKey.pushToTalk)")
                }
                guard !missing.isEmpty else { return nil }
                return (
                    "\(app.name) uses Push to Talk without \(missing.joined(separator: " and "))",
                    nil, use
                )
            }
        }
    }

    private static let talk = """
        import PushToTalk

        struct Talk {
            func join(_ delegate: any PTChannelManagerDelegate & PTChannelRestorationDelegate)
                async throws
            {
                let talk = try await PTChannelManager.channelManager(
                    delegate: delegate, restorationDelegate: delegate)
                talk.requestJoinChannel(
                    channelUUID: UUID(), descriptor: PTChannelDescriptor(name: "Shop", image: nil))
            }
        }
        """
}
