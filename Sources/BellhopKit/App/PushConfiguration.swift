// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsShim

/// An app's decisions about its notifications, in one structure that is created at each launch.
///
/// Handlers run on the main actor and may suspend. A handler that is still running after
/// ``PushLimits/handler`` is cancelled.
@MainActor
public struct PushConfiguration {
    /// Handles a pushed or fetched message once. When the handler throws, the message is considered
    /// unhandled: it is handled again when it arrives again or is fetched.
    public typealias MessageHandler = @MainActor (PushMessage) async throws -> Void
    /// Handles what the person did with a notification.
    public typealias ResponseHandler = @MainActor (PushResponse) async throws -> Void

    /// The App Group that app and extensions share.
    public var appGroup: String?
    /// The app's server.
    public var backend: any DeviceBackend
    public var keys = PayloadKeys()

    /// Every category that the server sends, with its buttons. The kit registers the categories at
    /// each launch; each registration replaces the previous one (rule `ACT-1`).
    public var categories: [PushCategory] = []
    /// The presentation options of notifications that arrive while the app is in use.
    public var presentation = PresentationPolicy()
    /// Handles the person's responses that open the app: taps, and buttons with `foreground` that
    /// have no handler.
    public var router: (any PushOpening)?
    /// Handles a notification that the person cleared. The system reports this only for categories
    /// with `customDismissAction`.
    public var onDismissed: ResponseHandler?
    /// Handles the person's request for the notification settings inside the app (rule `LNK-5`).
    /// The closure receives the message of the notification from which the person made the request.
    public var onOpenSettings: (@MainActor (PushMessage?) -> Void)?

    /// Handles each message once, however it arrives.
    public var onMessage: MessageHandler?
    /// Handles silent messages instead of ``onMessage``, and returns whether there was new data.
    /// With the result `failed`, the message is considered unhandled.
    public var onSilent: (@MainActor (PushMessage) async throws -> MessageResult)?
    /// Changes a message before its handler gets it, for instance decrypts it. When this closure
    /// throws, the message is considered unhandled.
    public var prepare: (@MainActor (PushMessage) async throws -> PushMessage)?

    /// Whether the app fetches missed messages when it becomes active.
    public var fetchesWhenActive = true
    /// The plan for fetches in the background; `nil` if the app never fetches in the background.
    public var refresh: RefreshPlan?
    /// The way in which missed messages are shown after they have been fetched.
    public var missed = MissedMessages.showNothing

    public var badge = BadgePolicy.server
    /// The limits on how often the app's own explanation of notifications is shown.
    public var softAsk = SoftAskPolicy()
    /// The hours in which local notifications must not disturb the person.
    public var quietHours: QuietHours?
    /// The policy for receipts, which report to the server what happened to messages. `nil` keeps
    /// the value that ``PushReceipts/policy`` was set to, in this launch or an earlier one;
    /// initially, nothing is reported.
    public var receipts: ReceiptPolicy?
    /// The plan for encrypted messages. If it is set, this installation creates keys, servers seal
    /// messages for these keys, and the app's handlers receive the opened messages.
    public var encryption: EncryptionPlan?
    #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Registers the app's types of Live Activity, with ``ActivityTracker/track(_:)``. Called at
    /// each launch.
    public var liveActivities: (@MainActor (ActivityTracker) -> Void)?
    #endif
    /// Further capabilities that the app uses, for ``PushCenter/selfCheck()``. Capabilities that
    /// this configuration already shows need not be listed.
    public var needs = SelfCheckNeeds()
    public var limits = PushLimits()
    /// Receives the errors of work for which no caller waits. Intended for the app's log.
    public var onError: (@MainActor (PushError) -> Void)?

    private(set) var actions: [PushActionID: ResponseHandler] = [:]

    public init(backend: any DeviceBackend, appGroup: String? = nil) {
        self.backend = backend
        self.appGroup = appGroup
    }

    /// Sets the handler of a notification action: a button, or a text input, whose text is
    /// ``PushResponse/text``. Without the option `foreground`, the handler runs in the background,
    /// perhaps on a locked phone.
    public mutating func on(_ action: PushActionID, _ handler: @escaping ResponseHandler) {
        actions[action] = handler
    }

    /// Returns whether an action brings the app to the foreground; an unknown action does not.
    func opensApp(_ action: PushActionID, category: PushCategoryID?) -> Bool {
        let own = categories.first { $0.id == category }
        let declared = own?[action] ?? categories.lazy.compactMap { $0[action] }.first
        return declared?.options.contains(.foreground) ?? false
    }
}
