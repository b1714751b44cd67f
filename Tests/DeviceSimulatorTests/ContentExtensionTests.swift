// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import DeviceSimulator
import Testing

/// An app whose content extension responds to every button with the same option.
private struct AppWithContentExtension: AppCode {
    let option: ContentExtensionOption?

    func contentExtension(
        didReceive response: NotificationResponse, on system: AppSystem
    ) async -> ContentExtensionOption? { option }

    func didReceive(_ response: NotificationResponse, on system: AppSystem) async -> Bool { true }
}

@Test(
    arguments: [
        (nil, true, false), (ContentExtensionOption.dismissAndForwardAction, true, false),
        (.dismiss, false, false), (.doNotDismiss, false, true),
    ] as [(ContentExtensionOption?, Bool, Bool)])
func `NCE-7: the result of the extension's code determines whether the app receives a button`(
    option: ContentExtensionOption?, reachesApp: Bool, staysOpen: Bool
) async throws {
    let test = try await PhoneUnderTest(code: AppWithContentExtension(option: option)) { app in
        app.bundle.contentExtensions = [AppBundle.ContentExtension(categories: ["message"])]
    }
    test.phone.system(for: PhoneUnderTest.bundleID).categories = [
        NotificationCategory(
            id: "message", actions: [NotificationAction(id: "read", title: "Mark as Read")])
    ]
    let arrival = await test.phone.receive(
        try test.push(#"{"aps":{"alert":"Hi","category":"message"}}"#))
    let id = try #require(arrival.notificationID)
    try await test.phone.perform(.choose(actionID: "read", notificationID: id))
    let names = test.trace.map(\.name)
    #expect(names.contains(Callback.Kind.contentExtensionResponse.apiName))
    #expect(names.contains(Callback.Kind.didReceiveResponse.apiName) == reachesApp)
    #expect((test.phone.snapshot.expanded != nil) == staysOpen)
    #expect(try test.app.delivered.isEmpty != staysOpen)
    #expect(try test.app.state == .suspended)
}
