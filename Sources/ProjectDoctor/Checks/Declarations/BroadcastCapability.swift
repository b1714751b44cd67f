// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let broadcastCapability = DoctorCheck(
        "broadcast-capability", .note, "Live Activities subscribe to broadcast channels",
        why: "The App ID needs Broadcast under Push Notifications in the developer account. No "
            + "file of the project shows this setting. Without it, channels cannot be created, and "
            + "APNs returns FeatureNotEnabled.",
        remedy: "turn on Broadcast for the App ID under Certificates, Identifiers & Profiles",
        wrong: RuleExample(.init("App/Match.swift", match)),
        right: RuleExample(.init("App/Match.swift", match.replacing(channel, with: ".token"))),
        claim: .documented("Setting up broadcast push notifications")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            for source in project.code(of: app) {
                let types = source.activityRequests.compactMap { $0.argument("pushType") }
                for type in types where type.trimmedDescription.contains("channel(") {
                    report.add(
                        "\(app.name) subscribes to a channel; its App ID needs Broadcast",
                        at: source.location(of: type))
                }
            }
        }
    }

    private static let channel = ".channel(id)"

    private static let match = """
        import ActivityKit

        struct Match {
            func follow(channel id: String) throws {
                _ = try Activity.request(
                    attributes: DeliveryAttributes(order: "A1"),
                    content: .init(state: .init(minutes: 90), staleDate: nil),
                    pushType: .channel(id))
            }
        }
        """
}
