// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

private struct Offline: Error {}

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ResponseTests {
    private static let categories: [PushCategory] = [
        PushCategory(
            "message",
            actions: [
                .textInput("reply", "Reply", send: "Send"), .button("like", "Like"),
                .button("delete", "Delete", options: .destructive),
                .button("show", "Show", options: .foreground),
            ], options: .customDismissAction)
    ]
    private let payload =
        #"{"aps":{"alert":"a","category":"message"},"order_id":7,"message_id":"a"}"#

    private func makePhone(
        _ more: @escaping @MainActor (inout PushConfiguration, KitWorld) -> Void = { _, _ in }
    ) async throws -> KitPhone {
        try await KitPhone { configuration, world in
            configuration.categories = Self.categories
            for action: PushActionID in ["reply", "like", "delete"] {
                configuration.on(action) { world.responses.append($0) }
            }
            configuration.onDismissed = { world.responses.append($0) }
            configuration.onOpenSettings = { world.settingsOpened.append($0) }
            more(&configuration, world)
        }
    }

    @Test func `RSP-1, LNK-1, LNK-3: a tap that starts the app waits for its views`()
        async throws
    {
        let kit = try await makePhone()
        try await kit.phone.forceQuit(kit.app)
        try await kit.phone.lock()
        try await kit.phone.push(payload)
        try await kit.phone.tap()
        await kit.settle()
        #expect(try kit.delegate.router.pending == .order("7"))
        #expect(kit.world.handled == ["a response"])
    }

    @Test(arguments: [true, false])
    func `RSP-12: a subclass that forgets super at launch still gets the tap`(
        overridesWill: Bool
    ) async throws {
        let phone = try await TestPhone()
        let world = KitWorld { _, _ in }
        let app = try await phone.install(
            TestApp("com.example.kit") {
                overridesWill ? ForgetsWill(world) as PushAppDelegate : ForgetsDid(world)
            })
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        try await phone.terminate(app)
        try await phone.push(payload)
        try await phone.tap()
        await phone.settle()
        #expect(app.delegate(as: PushAppDelegate.self) != nil)
        #expect(world.responses.map(\.choice) == [.tap])
    }

    @Test func `T196: RSP-5, ACT-5, ACT-6: a reply is handled while the phone stays locked`()
        async throws
    {
        let kit = try await makePhone()
        try await kit.leave()
        try await kit.phone.lock()
        try await kit.phone.push(payload)
        try await kit.phone.choose("reply", text: "At one?")
        await kit.settle()
        #expect(kit.world.responses.map(\.text) == ["At one?"])
        #expect(kit.world.responses.map(\.action) == ["reply"])
        #expect(kit.phone.screen.isLocked)
        #expect(try kit.delegate.router.pending == nil)
        #expect(kit.world.handled == ["a response"])
    }

    @Test func `T196: ACT-10: a button runs its handler while the app is open`() async throws {
        let kit = try await makePhone()
        try await kit.push(payload)
        try await kit.phone.choose("like")
        await kit.settle()
        #expect(kit.world.responses.map(\.choice) == [.action("like")])
        #expect(kit.world.handled == ["a foreground"], "the push was handled on arrival")
    }

    @Test func `T195: RM-1: a button removes another notification by its identifier`()
        async throws
    {
        let kit = try await makePhone { configuration, world in
            configuration.on("delete") { response in
                world.responses.append(response)
                let stored = response.message.payload.string("stored") ?? ""
                let center = UNUserNotificationCenter.current()
                center.removeDeliveredNotifications(withIdentifiers: [stored])
            }
        }
        try await kit.leave()
        try await kit.push(#"{"aps":{"alert":"b"}}"#, PushHeaders(collapseID: "note-1"))
        try await kit.push(
            #"{"aps":{"alert":"a","category":"message"},"stored":"note-1","message_id":"a"}"#)
        #expect(kit.phone.screen.notifications.count == 2)
        try await kit.phone.choose("delete")
        await kit.settle()
        #expect(kit.phone.screen.notifications.isEmpty)
    }

    @Test func `RSP-7: a foreground button without a handler opens the page of its notification`()
        async throws
    {
        let kit = try await makePhone()
        try await kit.leave()
        try await kit.phone.push(payload)
        try await kit.phone.choose("show")
        await kit.settle()
        #expect(try kit.delegate.router.take() == .order("7"))
        #expect(kit.world.errors.isEmpty)
    }

    @Test func `RSP-9, ACT-7: a dismissal reaches its handler but opens no page`() async throws {
        let kit = try await makePhone()
        try await kit.leave()
        try await kit.phone.push(payload)
        try await kit.phone.dismiss()
        await kit.settle()
        #expect(kit.world.responses.map(\.choice) == [.dismissed])
        #expect(try kit.delegate.router.pending == nil)
    }

    @Test func `RSP-10: without customDismissAction a dismissal is not reported`() async throws {
        let kit = try await makePhone { configuration, _ in
            configuration.categories[0].options = []
        }
        try await kit.leave()
        try await kit.phone.push(payload)
        try await kit.phone.dismiss()
        await kit.settle()
        #expect(kit.world.responses.isEmpty)
    }

    @Test func `the message is handled before its action`() async throws {
        let kit = try await makePhone { configuration, world in
            configuration.on("like") { response in
                #expect(world.handled == ["a response"])
                world.responses.append(response)
            }
        }
        try await kit.leave()
        try await kit.phone.push(payload)
        try await kit.phone.choose("like")
        await kit.settle()
        #expect(kit.world.responses.count == 1)
    }

    @Test func `a message whose handler hangs does not block an action`() async throws {
        let stuck = StuckCode()
        let kit = try await makePhone { configuration, _ in
            configuration.onMessage = { _ in await stuck.wait() }
        }
        try await kit.leave()
        try await kit.phone.push(payload)
        let notification = try #require(kit.phone.screen.notifications.first)
        let choosing = Task { try await kit.phone.choose("like", on: notification) }
        try await kit.wait { stuck.isEntered }
        #expect(kit.world.responses.isEmpty)
        await kit.phone.advance(by: .seconds(4))
        try await kit.wait { kit.world.responses.count == 1 }
        stuck.open()
        try await choosing.value
        await kit.settle()
    }

    @Test func `RSP-14: a handler that hangs is reported before the system's limit`() async throws {
        let stuck = StuckCode()
        let kit = try await makePhone { configuration, world in
            configuration.on("like") { _ in await stuck.wait() }
        }
        try await kit.leave()
        try await kit.phone.push(payload)
        let notification = try #require(kit.phone.screen.notifications.first)
        let choosing = Task { try await kit.phone.choose("like", on: notification) }
        try await kit.wait { stuck.isEntered }
        await kit.phone.advance(by: .seconds(26))
        try await choosing.value
        #expect(kit.world.errors.count == 1)
        #expect(kit.world.errors.first.map { "\($0)" }?.contains("took too long") == true)
        stuck.open()
        await kit.settle()
    }

    @Test func `an error of a handler is reported without the person's text`() async throws {
        let kit = try await makePhone { configuration, _ in
            configuration.on("reply") { _ in throw Offline() }
        }
        try await kit.push(payload)
        try await kit.phone.choose("reply", text: "secret")
        await kit.settle()
        let error = try #require(kit.world.errors.first)
        #expect("\(error)".contains("Offline") && "\(error)".contains("reply"))
        #expect(!"\(error)".contains("secret"))
    }

    @Test func `an action without a handler is reported`() async throws {
        let kit = try await makePhone { configuration, _ in
            configuration.categories = [PushCategory("message", actions: [.button("x", "X")])]
        }
        try await kit.push(payload)
        try await kit.phone.choose("x")
        await kit.settle()
        #expect(kit.world.errors.map { "\($0)" }.first?.contains("\"x\" has no handler") == true)
    }

    @Test func `LNK-5: the app's settings page gets the notification from which it was opened`()
        async throws
    {
        let kit = try await makePhone()
        _ = try await kit.app.center.requestAuthorization(
            options: [.alert, .providesAppNotificationSettings])
        try await kit.phone.perform(.openNotificationSettings(bundleID: kit.app.bundleID))
        try await kit.push(payload)
        let id = try #require(kit.phone.screen.notifications.first).id
        try await kit.phone.perform(
            .openNotificationSettings(bundleID: kit.app.bundleID, notificationID: id))
        await kit.settle()
        #expect(kit.world.settingsOpened.map { $0?.id } == [nil, "a"])
    }

    @Test func `LNK-2: a tap preserves the target content identifier and opens its route`()
        async throws
    {
        let kit = try await makePhone()
        try await kit.push(#"{"aps":{"alert":"a","target-content-id":"w2"},"order_id":1}"#)
        try await kit.phone.tap()
        await kit.settle()
        #expect(kit.world.messages.map(\.payload.targetContentID) == ["w2", "w2"])
        #expect(try kit.delegate.router.take() == .order("1"))
    }
}

/// Each subclass omits `super` in one of two methods, so that the other method must start the
/// center.
private class Forgetful: PushAppDelegate {
    let world: KitWorld

    init(_ world: KitWorld) {
        self.world = world
        super.init()
    }

    override func makeConfiguration() -> PushConfiguration {
        var configuration = PushConfiguration(backend: world.backend)
        configuration.router = Notes(world)
        return configuration
    }
}

private final class Notes: PushOpening {
    let world: KitWorld
    init(_ world: KitWorld) { self.world = world }
    func open(_ message: PushMessage) {
        world.responses.append(PushResponse(message, .tap, notificationID: ""))
    }
}

private final class ForgetsWill: Forgetful {
    override func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
}

private final class ForgetsDid: Forgetful {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
}
