// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension CredentialCheck {
    static let topicForm = CredentialCheck(
        "topic-form", .error, "the topic is not a bundle identifier",
        why: "apns-topic is the app's bundle identifier, with a suffix for some push types. For "
            + "anything else APNs returns BadTopic, MissingTopic or TopicDisallowed.",
        remedy: "use PRODUCT_BUNDLE_IDENTIFIER of the app's target",
        wrong: "bellhop doctor --topic \"My App\"", right: "bellhop doctor --topic com.example.app",
        claim: .documented("Sending notification requests to APNs")
    ) { facts, report in
        guard let topic = facts.topic else { return }
        let location = Diagnostic.Location(file: "topic")
        report.markExamined(String(topic.prefix(100)))
        if !Topic.isPlausible(topic) {
            report.add("\"\(topic.prefix(100))\" is not a bundle identifier", at: location)
        } else if let teamID = facts.teamID, topic.hasPrefix(teamID + ".") {
            report.add(
                "the topic starts with the team ID", at: location,
                remedy: "remove the team ID, which belongs to the App ID, but not to the topic")
        }
    }

    static let deviceTokenForm = CredentialCheck(
        "device-token-form", .error, "this is not a device token",
        why: "APNs expects the token's bytes as hex digits. For a token that was converted to text "
            + "in any other way, and for a Firebase token, it returns BadDeviceToken.",
        remedy: "convert each byte that didRegisterForRemoteNotificationsWithDeviceToken received "
            + "to two hex digits",
        wrong: "bellhop doctor --device \"<740f4707 bebcf74f>\"",
        right: "bellhop doctor --device 740f4707bebcf74f9b7c25d48e335894",
        claim: .documented("Sending notification requests to APNs")
    ) { facts, report in
        guard let text = facts.deviceToken else { return }
        let location = Diagnostic.Location(file: "device token")
        if text.contains(":"), text.contains("APA91") || text.utf8.count > 100 {
            report.add(
                "this is a token of Firebase Cloud Messaging", at: location,
                remedy: "send to it through FCM, or use the APNs device token, which is a "
                    + "different one")
            return
        }
        if text.hasPrefix("ExponentPushToken") {
            report.add(
                "this is a token of Expo's push service", at: location,
                remedy: "send to it through Expo, or use the APNs device token, which is a "
                    + "different one")
            return
        }
        do {
            let token = try DeviceToken(hex: text)
            report.markExamined("\(token.redacted), \(token.bytes.count) bytes")
            if Set(token.bytes).count == 1 {
                report.add(
                    "all bytes of the token are equal, so it is not a real device token",
                    at: location)
            }
        } catch { report.add("\(error)", at: location, remedy: "") }
    }

    static let environmentMismatch = CredentialCheck(
        "environment-mismatch", .warning, "the app and the sender use different environments",
        why: "A device token of one environment is unknown in the other, which returns "
            + "BadDeviceToken. Builds that Xcode runs use the sandbox (development); TestFlight, "
            + "ad hoc and App Store builds use production.",
        remedy: "send to the environment for which the installed build was signed",
        wrong: "bellhop doctor App --to production", right: "bellhop doctor App --to sandbox",
        claim: .documented("Registering your app with APNs")
    ) { facts, report in
        guard let environment = facts.environment, !facts.declaredEnvironments.isEmpty else {
            return
        }
        let declared = facts.declaredEnvironments.sorted { $0.key < $1.key }
            .map { "\($0.key) is \($0.value.entitlementValue)" }.joined(separator: ", ")
        report.markExamined("notifications are sent to \(environment.rawValue); \(declared)")
        guard !facts.declaredEnvironments.values.contains(environment) else { return }
        report.add(
            "notifications are sent to \(environment.rawValue), but the app's entitlements have "
                + "another environment: \(declared)",
            at: Diagnostic.Location(file: "command line"))
    }
}
