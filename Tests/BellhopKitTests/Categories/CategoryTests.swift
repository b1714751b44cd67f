// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

struct CategoryTests {
    @MainActor
    @Test func `ACT-1: a declared category is registered at launch, with all its properties`()
        async throws
    {
        let kit = try await KitPhone { configuration, _ in
            configuration.categories = [
                PushCategory(
                    "message",
                    actions: [
                        .textInput(
                            "reply", "Reply", send: "Send", placeholder: "Message",
                            icon: .system("paperplane")),
                        .button(
                            "delete", "Delete", icon: .template("bin"),
                            options: [.destructive, .authenticationRequired]),
                    ], hiddenPreviewsBodyPlaceholder: "%u messages", summaryFormat: "%u more",
                    intentIdentifiers: ["intent"],
                    options: [.customDismissAction, .hiddenPreviewsShowTitle])
            ]
        }
        let category = try #require(await kit.app.center.notificationCategories().first)
        #expect(category.identifier == "message")
        #expect(category.hiddenPreviewsBodyPlaceholder == "%u messages")
        #expect(category.categorySummaryFormat == "%u more")
        #expect(category.intentIdentifiers == ["intent"])
        #expect(category.options == [.customDismissAction, .hiddenPreviewsShowTitle])
        let reply = try #require(category.actions.first as? UNTextInputNotificationAction)
        #expect(reply.textInputButtonTitle == "Send" && reply.textInputPlaceholder == "Message")
        #expect(reply.icon == UNNotificationActionIcon(systemImageName: "paperplane"))
        let delete = category.actions[1]
        #expect(!(delete is UNTextInputNotificationAction) && delete.title == "Delete")
        #expect(delete.options == [.destructive, .authenticationRequired])
        #expect(delete.icon == UNNotificationActionIcon(templateImageName: "bin"))
    }

    @MainActor
    @Test func `ACT-2: pushes with a category that the app does not declare are counted`()
        async throws
    {
        let kit = try await KitPhone { configuration, _ in
            configuration.categories = [PushCategory("message")]
        }
        for category in ["order", "message", "order"] {
            try await kit.push(#"{"aps":{"alert":"a","category":"\#(category)"}}"#)
        }
        let findings = try kit.push.intake.categories.findings
        try #require(findings == [.unknown("order", count: 2)])
        #expect(findings[0].description.contains("category \"order\" was received (2×)"))
    }

    @Test func `categories of the server that the app does not declare are found`() {
        let check = CategoryCheck([PushCategory("a"), PushCategory("b")])
        #expect(check.missing(from: ["b", "c", "d", "c"]) == ["c", "d"])
        #expect(check.missing(from: ["a"]).isEmpty)
    }

    @Test(arguments: [
        ([PushCategory("a"), PushCategory("a")], [CategoryCheck.Finding.declaredTwice("a")]),
        (
            [PushCategory("a", actions: [.button("x", "X"), .button("x", "Y")])],
            [.actionTwice("x", in: "a")]
        ),
        (
            [
                PushCategory("a", actions: [.button("x", "X")]),
                PushCategory("b", actions: [.button("x", "Y")]),
            ], [.actionDiffers("x")]
        ),
        (
            [
                PushCategory("a", actions: [.button("x", "X")]),
                PushCategory("b", actions: [.button("x", "X")]),
            ], []
        ),
        (
            [
                PushCategory(
                    "a", actions: (0...10).map { .button(.init(rawValue: "\($0)"), "X") })
            ], [.tooManyActions("a", count: 11)]
        ),
        ([PushCategory("", actions: [])], [.emptyName(in: "")]),
        ([PushCategory("a", actions: [.button("", "X")])], [.emptyName(in: "a")]),
    ])
    func `ACT-3, ACT-4: invalid declarations are found`(
        declared: [PushCategory], findings: [CategoryCheck.Finding]
    ) {
        let check = CategoryCheck(declared)
        #expect(check.findings == findings)
        #expect(check.findings.allSatisfy { !$0.description.contains("\n") })
    }

    @Test func `the number of unknown categories that are stored is limited`() {
        var check = CategoryCheck([])
        for number in 0..<100 {
            check.record(PushPayload(["aps": ["category": "c\(number)"]]))
        }
        #expect(check.unknown.count == CategoryCheck.unknownMax)
    }
}
