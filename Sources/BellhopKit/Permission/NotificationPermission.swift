// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import GatewayAPI
public import Observation
public import UserNotificationsShim

/// Asks for permission when there is a reason to ask, and provides the permission's current state.
///
/// ```swift
/// let result = await permission.request(
///     because: PermissionReason(
///         feature: "order-updates", title: "Know when your order is at the door"))
/// ```
///
/// The system asks only once, so the app shows its own explanation first: ``asking`` is the reason
/// to show, and only after ``yes()`` does the system ask. SwiftUI apps put `.softAsk(permission)`
/// on their first view. Never ask at launch.
@MainActor
@Observable
public final class NotificationPermission {
    /// Alerts, sounds and badges: the options that most apps need.
    public static let usualOptions: UNAuthorizationOptions = [.alert, .sound, .badge]

    /// The current state of the permission; ``PermissionState/unknown`` only before the first
    /// ``refresh()``.
    public private(set) var state = PermissionState.unknown
    /// The settings in detail; `nil` before the first ``refresh()``.
    public private(set) var settings: SettingsReading?
    /// The reason for which the app's own explanation is shown; `nil` while it is not shown.
    public private(set) var asking: PermissionReason?

    /// Called for every change, and for the result of the first ``refresh()``.
    @ObservationIgnored public var onChange: (@MainActor (PermissionSnapshot) -> Void)?
    /// Called when the app has asked, and when the history of earlier launches has been read.
    @ObservationIgnored var onAsk: (@MainActor (PermissionAsks) -> Void)?
    /// Shows the app's own page about notifications, which a button in Settings opens. The closure
    /// receives the message of the notification whose options the person used. If this closure is
    /// set, authorization requests declare to the system that there is such a page.
    @ObservationIgnored public var openSettingsFor: (@MainActor (PushMessage?) -> Void)?
    /// The caller that waits for the person to respond to the app's explanation.
    @ObservationIgnored private var waiting: (@MainActor (PermissionResult) -> Void)?
    @ObservationIgnored private var pendingOptions = NotificationPermission.usualOptions
    @ObservationIgnored private var ask: SoftAsk
    @ObservationIgnored private var isHistoryKnown = false
    @ObservationIgnored private var activation: Task<Void, Never>?
    @ObservationIgnored private var refreshCount = 0
    @ObservationIgnored private let center: UNUserNotificationCenter
    @ObservationIgnored private let context: AppContext
    @ObservationIgnored private let file: SharedFile<SoftAskHistory>

    /// - Parameters:
    ///   - policy: how often the app's own explanation may be shown.
    ///   - center: the notification center; by default, the running app's center.
    public init(
        context: AppContext, policy: SoftAskPolicy = SoftAskPolicy(),
        center: UNUserNotificationCenter = .current()
    ) {
        self.center = center
        self.context = context
        file = context.folder.file("soft-ask", missing: SoftAskHistory())
        ask = SoftAsk(policy: policy)
        recall()
    }

    deinit { activation?.cancel() }

    /// Whether the system would still ask the person.
    public var canAsk: Bool { state.canAsk }

    /// The settings in the form that the server receives; `nil` before the first ``refresh()``.
    public var snapshot: PermissionSnapshot? { settings?.snapshot }

    /// The person's responses so far to the app's own explanation.
    public var history: SoftAskHistory { ask.history }

    /// The settings page where the person changes their decision; `nil` where an app cannot open
    /// settings.
    public var settingsLink: SettingsLink? {
        SettingsLink.best(
            on: context.facts.platform, systemVersion: context.facts.systemVersion,
            bundleID: context.facts.bundleID)
    }

    /// Reads the current state. The person may change it in Settings at any time and the app is not
    /// notified (`AUTH-10`); ``start(_:)`` calls this function whenever the app becomes active.
    public func refresh() async {
        recall()
        refreshCount += 1
        let count = refreshCount
        let reading = await UNUserNotificationCenter.reading(of: center)
        // An older result must not replace a newer one.
        guard count == refreshCount else { return }
        state = PermissionState(reading.authorization)
        guard reading != settings else { return }
        settings = reading
        onChange?(reading.snapshot)
    }

    #if canImport(UIKit) && !os(watchOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Reads the state now and whenever the app becomes active.
    public func start(_ application: UIApplication) {
        start(on: UIApplication.didBecomeActiveNotification, of: application)
    }
    #endif

    /// Reads the state now and whenever the named notification is posted, for apps without
    /// `UIApplication`: `NSApplication.didBecomeActiveNotification` on a Mac,
    /// `WKApplication.didBecomeActiveNotification` on Apple Watch.
    public func start(on name: Notification.Name, of object: (any AnyObject & Sendable)? = nil) {
        let activations = NotificationCenter.default.notifications(named: name, object: object)
            .map { _ in () }
        activation?.cancel()
        activation = Task { [weak self] in
            await self?.refresh()
            for await _ in activations { await self?.refresh() }
        }
    }

    /// Stops reading the state automatically.
    public func stop() {
        activation?.cancel()
        activation = nil
    }

    // MARK: Asking

    /// Shows the app's own explanation, lets the system ask after a yes, and returns when the
    /// person has responded.
    ///
    /// Nothing is shown when notifications are already allowed, after a denial (`AUTH-11`) or
    /// shortly after a "Not now".
    ///
    /// - Parameters:
    ///   - options: ``usualOptions`` by default. `.provisional` is removed; for provisional
    ///     permission, use ``startTrial(options:)``.
    ///   - reason: why the app asks.
    @discardableResult
    public func request(
        options: UNAuthorizationOptions = usualOptions, because reason: PermissionReason
    ) async -> PermissionResult {
        await refresh()
        let now = context.time.now
        switch ask.suggest(reason, in: state, at: now) {
        case .refuse(let refusal): return .refused(refusal)
        case .skip: return .granted
        case .explain(let reason): return await explain(reason, options)
        case .prompt, .close, .none: return .refused(.busy)
        }
    }

    /// Lets the system ask immediately, because the person has just said yes on one of the app's
    /// own screens, for instance by turning a switch on.
    ///
    /// - Parameter reason: why the app asks. The reason is recorded but not shown.
    @discardableResult
    public func requestAfterYes(
        options: UNAuthorizationOptions = usualOptions, because reason: PermissionReason
    ) async -> PermissionResult {
        await refresh()
        switch ask.agreed(reason, in: state, at: context.time.now) {
        case .refuse(let refusal): return .refused(refusal)
        case .skip: return .granted
        case .prompt: return await prompt(options)
        case .explain, .close, .none: return .refused(.busy)
        }
    }

    /// Handles the person's yes to the app's explanation: the system asks.
    public func yes() {
        guard case .prompt = ask.yes(at: context.time.now) else { return }
        asking = nil
        let completion = waiting
        waiting = nil
        let options = pendingOptions
        Task { completion?(await prompt(options)) }
    }

    /// Handles "Not now", or the person closing the app's explanation. The system does not ask now,
    /// so it can still ask on a better occasion.
    public func notNow() {
        guard case .close = ask.notNow(at: context.time.now) else { return }
        remember()
        finish(.notNow)
    }

    /// Asks for provisional permission, without a prompt: notifications are delivered
    /// silently, to Notification Center only (`AUTH-5`). A later ``request(options:because:)``
    /// asks for full permission (`AUTH-6`).
    @discardableResult
    public func startTrial(
        options: UNAuthorizationOptions = usualOptions
    ) async -> PermissionResult {
        await refresh()
        switch state {
        case .notDetermined: return await ask(options.union(.provisional))
        case .provisional: return .granted
        case .denied: return .refused(.denied)
        case .unknown, .authorized, .ephemeral: return .refused(.alreadyDecided)
        }
    }

    /// Asks for critical alerts, for which the system shows a second prompt. The app may call this
    /// at any time after notifications were allowed. Critical alerts need Apple's entitlement.
    @discardableResult
    public func requestCriticalAlerts(because reason: PermissionReason) async -> PermissionResult {
        await refresh()
        guard reason.isGiven else { return .refused(.reasonMissing) }
        guard state != .denied else { return .refused(.denied) }
        guard state == .authorized else { return .refused(.notAuthorized) }
        if settings?.criticalAlert == true { return .granted }
        let result = await ask([.criticalAlert])
        guard case .refused = result else {
            return settings?.criticalAlert == true ? .granted : .denied
        }
        return result
    }
}

extension NotificationPermission {
    /// Waits for the person's response to the app's explanation, and then to the system's prompt.
    private func explain(
        _ reason: PermissionReason, _ options: UNAuthorizationOptions
    ) async -> PermissionResult {
        pendingOptions = options
        asking = reason
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = { continuation.resume(returning: $0) }
                if Task.isCancelled { withdraw() }
            }
        } onCancel: {
            Task { @MainActor in self.withdraw() }
        }
    }

    /// Closes the explanation without a response, because the caller no longer waits for one.
    private func withdraw() {
        guard case .close = ask.withdraw() else { return }
        finish(.refused(.cancelled))
    }

    private func finish(_ result: PermissionResult) {
        asking = nil
        let completion = waiting
        waiting = nil
        completion?(result)
    }

    /// Lets the system ask for a given reason.
    private func prompt(_ options: UNAuthorizationOptions) async -> PermissionResult {
        remember()
        defer { ask.finishPrompt() }
        return await ask(options.subtracting(.provisional))
    }

    private func ask(_ options: UNAuthorizationOptions) async -> PermissionResult {
        var options = options
        if openSettingsFor != nil { options.insert(.providesAppNotificationSettings) }
        let result = await withCheckedContinuation { continuation in
            center.requestAuthorization(options: options) { @Sendable isGranted, error in
                continuation.resume(
                    returning: error.map { PermissionResult.refused(.failed("\($0)")) }
                        ?? (isGranted ? .granted : .denied))
            }
        }
        await refresh()
        return result
    }

    /// Reads the history of earlier launches. Before the phone's first unlock, reading fails and is
    /// tried again later. Until then the app is not on the screen, so the person is not asked.
    private func recall() {
        guard !isHistoryKnown, let known = try? file.read() else { return }
        isHistoryKnown = true
        ask.recall(known)
        onAsk?(known.asks)
    }

    /// Stores the history for later launches. If the folder cannot be written, only this history is
    /// lost. A history that could not be read is never overwritten with an incomplete one.
    private func remember() {
        guard isHistoryKnown else { return }
        let history = ask.history
        onAsk?(history.asks)
        try? file.update { $0 = history }
    }
}

extension UNUserNotificationCenter {
    /// Reads the settings. Uses the completion-handler variant, so that no value that is not
    /// `Sendable` in Apple's SDK crosses actors.
    @MainActor
    static func reading(of center: UNUserNotificationCenter) async -> SettingsReading {
        await withCheckedContinuation { continuation in
            center.getNotificationSettings { @Sendable settings in
                continuation.resume(returning: SettingsReading(settings))
            }
        }
    }
}
