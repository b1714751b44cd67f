// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension CredentialCheck {
    static let topicForm = CredentialCheck(
        "topic-form", .error, "the topic is not one",
        why: "apns-topic is the app's bundle identifier, with a suffix for some push types. "
            + "Anything else is answered BadTopic, MissingTopic or TopicDisallowed.",
        remedy: "use PRODUCT_BUNDLE_IDENTIFIER of the app's target",
        wrong: "bellhop doctor --topic \"My App\"", right: "bellhop doctor --topic com.example.app",
        claim: .documented("Sending notification requests to APNs")
    ) { facts, report in
        guard let topic = facts.topic else { return }
        let place = Diagnostic.Location(file: "topic")
        report.looked(String(topic.prefix(100)))
        if !Topic.isPlausible(topic) {
            report.add("\"\(topic.prefix(100))\" is not a bundle identifier", at: place)
        } else if let teamID = facts.teamID, topic.hasPrefix(teamID + ".") {
            report.add(
                "the topic starts with the team's identifier", at: place,
                remedy: "leave the team's prefix out: it belongs to the App ID, not to the topic")
        }
    }

    static let deviceTokenForm = CredentialCheck(
        "device-token-form", .error, "this is not a device token",
        why: "APNs takes the token's bytes as hex digits. A token that was turned into text in any "
            + "other way, and a token of Firebase, are answered BadDeviceToken.",
        remedy: "write the bytes of didRegisterForRemoteNotificationsWithDeviceToken as hex, two "
            + "digits each",
        wrong: "bellhop doctor --device \"<740f4707 bebcf74f>\"",
        right: "bellhop doctor --device 740f4707bebcf74f9b7c25d48e335894",
        claim: .documented("Sending notification requests to APNs")
    ) { facts, report in
        guard let text = facts.deviceToken else { return }
        let place = Diagnostic.Location(file: "device token")
        if text.contains(":"), text.contains("APA91") || text.utf8.count > 100 {
            report.add(
                "this is a token of Firebase Cloud Messaging", at: place,
                remedy: "send it through FCM, or take the APNs token, which is another one")
            return
        }
        if text.hasPrefix("ExponentPushToken") {
            report.add(
                "this is a token of Expo's push service", at: place,
                remedy: "send it through Expo, or take the APNs token, which is another one")
            return
        }
        do {
            let token = try DeviceToken(hex: text)
            report.looked("\(token.redacted), \(token.bytes.count) bytes")
            if Set(token.bytes).count == 1 {
                report.add("every byte of the token is the same, so it was made up", at: place)
            }
        } catch { report.add("\(error)", at: place, remedy: "") }
    }

    static let environmentMismatch = CredentialCheck(
        "environment-mismatch", .warning, "the app and the sender are of different environments",
        why: "A token that an app got in one environment is unknown in the other: BadDeviceToken. "
            + "Builds that Xcode starts are development, which is the sandbox; TestFlight, ad hoc "
            + "and App Store builds are production.",
        remedy: "send to the environment that the installed build was signed for",
        wrong: "bellhop doctor App --to production", right: "bellhop doctor App --to sandbox",
        claim: .documented("Registering your app with APNs")
    ) { facts, report in
        guard let environment = facts.environment, !facts.declaredEnvironments.isEmpty else {
            return
        }
        let declared = facts.declaredEnvironments.sorted { $0.key < $1.key }
            .map { "\($0.key) is \($0.value.entitlementValue)" }.joined(separator: ", ")
        report.looked("to \(environment.rawValue); \(declared)")
        guard !facts.declaredEnvironments.values.contains(environment) else { return }
        report.add(
            "it is to send to \(environment.rawValue), and in the app's entitlements \(declared)",
            at: Diagnostic.Location(file: "command line"))
    }
}
