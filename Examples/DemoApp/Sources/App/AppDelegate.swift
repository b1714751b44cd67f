// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit
import DemoKit
public import Foundation
public import UserNotificationsShim

/// The app's entry point: creates its parts and configures its notifications.
public final class AppDelegate: PushAppDelegate {
    /// The identifier of the background task, listed in the Info.plist under
    /// `BGTaskSchedulerPermittedIdentifiers`.
    nonisolated static let refreshTask = "dev.bellhop.demo.refresh"

    let router = PushRouter<Destination>()
    private(set) lazy var chat = ChatModel(server: server, badge: push.badge)
    private(set) lazy var orders = OrderTracker(push.activities)
    private let backend: any DeviceBackend
    private let server: any ChatServer
    private let screen = CallScreen()
    private var calls: CallPushes?

    init(backend: any DeviceBackend, server: any ChatServer) {
        self.backend = backend
        self.server = server
        super.init()
    }

    override public convenience init() {
        self.init(backend: InMemoryBackend(), server: SampleServer())
    }

    override public func makeConfiguration() -> PushConfiguration {
        var push = PushConfiguration(backend: backend, appGroup: Shared.appGroup)
        push.router = router
        push.categories = .corner
        push.encryption = Shared.encryption
        push.refresh = RefreshPlan(taskID: Self.refreshTask, interval: .seconds(4 * 60 * 60))
        push.liveActivities = { activities in
            activities.track(OrderAttributes.self)
            activities.track(GameAttributes.self)
        }
        push.onOpenSettings = { [router] _ in router.open(.notificationSettings) }
        push.onMessage = { [weak self] in await self?.chat.receive($0) }
        push.onSilent = { [weak self] _ in await self?.push.inbox.fetch().result ?? .noData }
        push.on(.reply) { [weak self] in await self?.chat.reply(to: $0.message, $0.text ?? "") }
        push.on(.markRead) { [weak self] in await self?.chat.markRead($0.message) }
        push.on(.snooze) { [weak self] in
            try await self?.push.schedule.snooze($0, for: .seconds(60 * 60))
        }
        push.on(.done) { [weak self] in
            guard let id = $0.message.payload.string("reminder") else { return }
            await self?.push.schedule.cancel(id)
        }
        // The servers that sent these notifications archive a mail or open a door.
        push.on(.archive) { _ in }
        push.on(.openDoor) { _ in }
        return push
    }

    override public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        calls = CallPushes(push.registration) { [screen] in screen.show(IncomingCall($0)) }
        // The key of the example payload, so that the service extension can open it.
        if let key = try? Shared.exampleKey() { try? push.encryptionKeys?.add(key) }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        guard let destination = Destination(url: url) else { return false }
        router.open(destination)
        return true
    }
}
