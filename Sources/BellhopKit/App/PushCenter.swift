// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import UserNotificationsShim

/// The object that handles an app's notifications. Create the center together with the app
/// delegate, and forward the calls that the delegate receives from the system to the center, as
/// ``PushAppDelegate`` does.
///
/// Create exactly one center in each process of the app.
@MainActor
public final class PushCenter: NSObject {
    public let configuration: PushConfiguration
    public let context: AppContext
    public let registration: PushRegistration
    /// Passes messages to the app's code.
    public let intake: MessageIntake
    /// Fetches messages whose push did not arrive.
    public let inbox: PushInbox
    public let badge: PushBadge
    public let permission: NotificationPermission
    /// The app's local notifications, including the notifications beyond the 64 that the system
    /// keeps.
    public let schedule: LocalSchedule
    public let receipts: PushReceipts
    /// The topics to which this installation is subscribed.
    public let topics: PushTopics
    /// The keys of this installation; `nil` without ``PushConfiguration/encryption``.
    public let encryptionKeys: EncryptionKeys?
    #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// The app's Live Activities.
    public private(set) lazy var activities = ActivityTracker(
        registration: registration, context: context)
    #endif
    let check: SelfCheck
    /// Whether the app is in the foreground.
    public private(set) var isInUse = false

    let center: UNUserNotificationCenter
    /// Opens sealed messages that reach the app; `nil` without ``PushConfiguration/encryption``.
    let opener: MessageOpener?
    let keys: PayloadKeys
    var observers = PushObservers()
    /// The messages that were shown while the app was in use. A second copy of such a message is
    /// not shown.
    var shown = RecentMessages()
    /// Fetches missed messages in the background from time to time, on systems that support it.
    var refresh: (any RefreshScheduling)?
    var observations: Observations?
    private var isStarted = false
    private var needsFetch = true
    private var work = RunningWork()

    /// - Parameters:
    ///   - context: the time, the facts and the folder of the app; by default, those of the running
    ///     app.
    ///   - center: the notification center; by default, the running app's center.
    public init(
        _ configuration: PushConfiguration, context: AppContext? = nil,
        center: UNUserNotificationCenter = .current()
    ) {
        self.configuration = configuration
        self.center = center
        let context = context ?? .current(appGroup: configuration.appGroup)
        self.context = context
        keys = configuration.keys
        let registration = PushRegistration(
            backend: configuration.backend, context: context, center: center)
        self.registration = registration
        permission = NotificationPermission(
            context: context, policy: configuration.softAsk, center: center)
        schedule = LocalSchedule(
            context: context, center: center, quietHours: configuration.quietHours)
        receipts = PushReceipts(
            backend: configuration.backend, context: context, policy: configuration.receipts)
        encryptionKeys = configuration.encryption?.keys(in: context)
        let opener = configuration.encryption?.opener(in: context, keys: keys, purpose: .reading)
        self.opener = opener
        check = SelfCheck(
            context: context, needs: configuration.selfCheckNeeds, center: center)
        let onError: @MainActor (PushError) -> Void = { configuration.onError?($0) }
        let counter = BadgeCounter(folder: context.folder)
        let writer = BadgeWriter(center: center)
        badge = PushBadge(
            configuration.badge, counter: counter, write: { await writer.write($0) },
            onError: onError)
        intake = MessageIntake(
            configuration.opening(with: opener),
            ledger: MessageLedger(context: context), time: context.time, onError: onError)
        inbox = PushInbox(
            backend: configuration.backend, context: context, intake: intake,
            installation: { registration.isConfirmed ? try registration.installation : nil },
            onError: onError)
        topics = PushTopics(
            backend: configuration.backend, context: context,
            installation: { registration.isCurrent ? try? registration.installation : nil },
            onError: onError)
        super.init()
        let missed = MissedNotifications(
            center: center, keys: keys, policy: configuration.badge, counter: counter)
        inbox.show = { [weak self] messages in
            guard let self, configuration.missed == .notify, !self.isInUse else { return }
            await missed.show(messages.map { (try? opener?.opened($0)) ?? $0 })
        }
    }

    /// Sets the notification center's delegate and registers categories. Call it before the launch
    /// ends: a delegate set later misses the tap that started the app (rule `RSP-12`).
    ///
    /// - Returns: `false` if the center has already been started.
    @discardableResult
    public func start() -> Bool {
        guard !isStarted else { return false }
        isStarted = true
        center.delegate = self
        center.setNotificationCategories(Set(configuration.categories.map(\.system)))
        refresh?.register()
        startParts()
        return true
    }

    /// Handles the app becoming active: missed messages are fetched if the app was in the
    /// background, and the badge is cleared if the configuration requires it.
    public func didBecomeActive() {
        isInUse = true
        run { await $0.badge.becameActive() }
        for observer in observers.active { run { _ in await observer() } }
        guard needsFetch, configuration.fetchesWhenActive else { return }
        needsFetch = false
        run { await $0.inbox.fetch() }
    }

    /// Handles the app's move to the background.
    public func didEnterBackground() {
        isInUse = false
        needsFetch = true
        refresh?.schedule()
        for observer in observers.background { run { _ in await observer() } }
    }

    /// Handles a push that the system passes to the app's code, whether or not the push shows a
    /// notification. Returns within the system's time limit, however long the app's code takes.
    public func didReceiveRemoteNotification(
        _ payload: PushPayload
    ) async -> MessageResult {
        let message = PushMessage(
            payload, origin: isInUse ? .foreground : .background, keys: keys)
        for observer in observers.received { observer(message) }
        if message.payload.isSilent, message.payload.flag(anyOf: keys.refresh) {
            return await fetchInTime()
        }
        switch await intake.take(message) {
        case .handled(let result): return result
        case .alreadyHandled: return .noData
        case .notYet: return .failed
        }
    }

    /// Fetches missed messages, for no longer than ``PushLimits/backgroundFetch``.
    func fetchInTime() async -> MessageResult {
        let limit = configuration.limits.backgroundFetch
        let fetch = Task { [inbox] in await inbox.fetch() }
        let outcome = await TimeLimit.wait(limit, context.time, for: fetch)
        if case .ended(.success(let fetched)) = outcome { return fetched.result }
        configuration.onError?(.tookTooLong(id: nil))
        return .failed
    }

    /// Waits until all work that was started by an arrival, a response or a change of the app's
    /// state has ended. Intended for tests.
    public func settled() async {
        await registration.settled()
        while let task = work.first { await task.value }
        await badge.settled()
        await schedule.settled()
        await topics.settled()
    }

    /// Runs work that the system does not wait for.
    func run(_ body: @escaping @MainActor (PushCenter) async -> Void) {
        work.start { [weak self] in if let self { await body(self) } }
    }
}
