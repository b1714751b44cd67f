// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Explain
import Foundation
import Testing

/// A question about a push that does not arrive, and a part of the text that answers it.
private struct Question: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let guide: String
    let text: String

    init(_ question: String, _ guide: String, _ text: String) {
        testDescription = question
        self.guide = guide
        self.text = text
    }

    static let all = [
        Question(
            "a development token at the production host", "BadDeviceToken", "other environment"),
        Question("TestFlight builds have production tokens", "BadDeviceToken", "TestFlight"),
        Question("a token of Firebase sent to APNs", "BadDeviceToken", "FCM"),
        Question("a token decoded as text", "BadDeviceToken", "decoded as text"),
        Question("a token from before a reinstallation", "Unregistered", "restored"),
        Question("a token of another bundle identifier", "DeviceTokenNotForTopic", "variants"),
        Question("a provider token that is two hours old", "ExpiredProviderToken", "hour"),
        Question("a provider token for every push", "TooManyProviderTokenUpdates", "20"),
        Question("more than 4 KB", "PayloadTooLarge", "4096"),
        Question("a background push with priority 10", "BadPriority", "5"),
        Question("the certificate for development", "BadCertificateEnvironment", "certificate"),
        Question("broadcasts not switched on", "FeatureNotEnabled", "Broadcast"),
        Question("too many undeleted channels", "CannotCreateChannelConfig", "delete"),
        Question("works from Xcode, not from the App Store", "development-only", "endpoint"),
        Question("Firebase without a key for production", "development-only", "Firebase"),
        Question("the network blocks the token", "no-token", "5223"),
        Question("a simulator that cannot register", "no-token", "3010"),
        Question(
            "a SwiftUI app without an app delegate", "no-token", "UIApplicationDelegateAdaptor"),
        Question("Low Power Mode holds silent pushes", "silent-push", "Low Power Mode"),
        Question("a force-quit app is not woken", "silent-push", "force-quit"),
        Question("too many silent pushes", "silent-push", "two or three pushes an hour"),
        Question("delivery is not guaranteed", "nothing-arrives", "not that a device gets it"),
        Question("the person switched notifications off", "nothing-arrives", "not allowed"),
        Question("a Focus delays the notification", "late", "Focus"),
        Question("the extension does not run", "no-picture", "mutable-content"),
        Question("the extension takes too long", "no-picture", "30 seconds"),
    ]
}

/// What `bellhop explain --reason` or `--symptom` prints for a name.
private func guideText(named name: String) -> String? {
    if let symptom = SymptomGuide.table.first(where: { $0.id == name }) { return symptom.text() }
    return RejectionReason(rawValue: name).guide?.text()
}

@Test(arguments: Question.all)
private func `a guide answers each question about a push that does not arrive`(
    question: Question
) throws {
    let text = try #require(guideText(named: question.guide))
    #expect(text.contains(question.text), "\(text)")
}

@Test func `the reasons and symptoms that the release checklist names exist`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/guide/checklist.md")
    let lines = try String(contentsOf: page, encoding: .utf8)
    let names = lines.matches(of: /bellhop explain --(?:reason|symptom) ([A-Za-z-]+)/).map { $0.1 }
    #expect(names.count >= 5)
    for name in names { #expect(guideText(named: String(name)) != nil, "\(name)") }
}
