// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

/// A service extension that counts the badge as an app's extension does.
private final class Counting: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let context = AppContext.current(appGroup: "group.kit")
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        content.badge = (try? BadgeCounter(folder: context.folder).add(1)).map {
            NSNumber(value: $0)
        }
        contentHandler(content)
    }
}

private enum MakesCounting: KitExtension {
    static var made: UNNotificationServiceExtension { Counting() }
}

@MainActor
struct BadgeFlowTests {
    private func payload(_ id: String) -> String {
        #"{"aps":{"alert":"a","mutable-content":1},"order_id":"\#(id)","message_id":"\#(id)"}"#
    }

    private func counting() async throws -> KitPhone {
        try await KitPhone(serviceExtension: MakesCounting.self) { configuration, _ in
            configuration.badge = .counted
        }
    }

    @Test func `the extension counts, and the count restarts when the app opens`()
        async throws
    {
        let kit = try await counting()
        try await kit.leave()
        for id in ["a", "b", "c"] { try await kit.push(payload(id)) }
        #expect(kit.app.badge == 3)
        try await kit.launch()
        #expect(kit.app.badge == 0)
        #expect(kit.phone.screen.notifications.count == 3, "LNK-6, BDG-6: the list stays")
        try await kit.leave()
        try await kit.push(payload("d"))
        #expect(kit.app.badge == 1)
    }

    @Test func `messages are also counted in the open app, except one that is on the screen`()
        async throws
    {
        let kit = try await counting()
        try kit.delegate.router.visible = .order("b")
        for id in ["a", "b", "c"] { try await kit.push(payload(id)) }
        #expect(kit.app.badge == 2)
    }

    @Test func `BDG-1, BDG-2: the server's number is absolute, and the app does not change it`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.leave()
        for number in [3, 2] { try await kit.push(#"{"aps":{"badge":\#(number)}}"#) }
        #expect(kit.app.badge == 2)
        try await kit.launch()
        #expect(kit.app.badge == 2)
        try await kit.push(#"{"aps":{"badge":0}}"#)
        #expect(kit.app.badge == 0)
    }

    @Test func `BDG-3: if the app counts, only the app changes the badge, and pushes do not`()
        async throws
    {
        let kit = try await KitPhone { configuration, _ in configuration.badge = .app }
        let badge = try kit.push.badge
        await badge.set(7)
        try await kit.push(#"{"aps":{"alert":"a","badge":1}}"#)
        #expect(kit.app.badge == 7)
        await badge.clear()
        #expect(kit.app.badge == 0)
    }
}
