// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Testing

@MainActor
private final class PollController: UIViewController, UNNotificationContentExtension {
    static let journal = Journal()
    private let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
    }

    func didReceive(_ notification: UNNotification) {
        label.text = notification.request.content.body
        Self.journal.note("\(ObjectIdentifier(self).hashValue) \(label.text ?? "")")
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        switch response.actionIdentifier {
        case "VOTE":
            extensionContext?.notificationActions = [
                UNNotificationAction(identifier: "UNDO", title: "Undo")
            ]
            completion(.doNotDismiss)
        case "OPEN":
            extensionContext?.performNotificationDefaultAction()
            completion(.doNotDismiss)
        default: completion(.dismiss)
        }
    }
}

private final class ResponseDelegate: NSObject, UNUserNotificationCenterDelegate {
    let journal = Journal()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        journal.note(response.actionIdentifier)
    }
}

private func pollApp() async throws -> (AppUnderTest, String) {
    var parts = ApplicationCode.Parts()
    parts.contentExtension = { PollController() }
    let test = try await AppUnderTest(.suspended, parts: parts) {
        $0.bundle.contentExtensions = [AppBundle.ContentExtension(categories: ["POLL"])]
    }
    test.center.setNotificationCategories([
        UNNotificationCategory(
            identifier: "POLL",
            actions: ["VOTE", "OPEN"].map {
                UNNotificationAction(identifier: $0, title: $0, options: [])
            }, intentIdentifiers: [])
    ])
    await test.phone.receive(
        try test.push(#"{"aps":{"alert":"Lunch?","category":"POLL","thread-id":"t"}}"#))
    let id = try #require(test.system.delivered.first?.id)
    try await test.phone.perform(.expand(notificationID: id))
    return (test, id)
}

@Suite(.serialized) struct ContentExtensionTests {
    @Test func `NCE-8: a content extension replaces the buttons`() async throws {
        let (test, id) = try await pollApp()
        try await test.phone.perform(.choose(actionID: "VOTE", notificationID: id))
        await test.phone.settled()
        #expect(test.phone.snapshot.expanded?.actions.map(\.id) == ["UNDO"])
        #expect(test.system.appState != .foreground, "NCE-7: the app is not called")
    }

    @Test func `NCE-8: a content extension opens the app`() async throws {
        let (test, id) = try await pollApp()
        let delegate = ResponseDelegate()
        test.center.delegate = delegate
        try await test.phone.perform(.choose(actionID: "OPEN", notificationID: id))
        await test.phone.settled()
        #expect(test.system.appState == .foreground)
        #expect(delegate.journal.lines == [UNNotificationDefaultActionIdentifier])
    }

    @Test func `NCE-4: another notification of the thread is passed to the open extension`()
        async throws
    {
        let before = await PollController.journal.lines.count
        let (test, _) = try await pollApp()
        await test.phone.receive(
            try test.push(
                #"{"aps":{"alert":"Dinner?","category":"POLL","thread-id":"t"}}"#, number: 9))
        await test.phone.settled()
        let lines = await PollController.journal.lines.dropFirst(before)
        #expect(lines.map { $0.split(separator: " ")[1] } == ["Lunch?", "Dinner?"])
        #expect(Set(lines.map { $0.split(separator: " ")[0] }).count == 1)
    }
}
