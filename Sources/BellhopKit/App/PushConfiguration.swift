// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsShim

/// What an app decides about its notifications: the one place for it, made at each launch.
///
/// Handlers run on the main actor and may wait. At ``PushLimits/handler`` they are cancelled.
@MainActor
public struct PushConfiguration {
    /// Takes a message, pushed or fetched, once. When it throws, the message counts as not handled:
    /// it is tried again when it comes again or is fetched.
    public typealias MessageHandler = @MainActor (PushMessage) async throws -> Void
    /// Takes what the person did with a notification.
    public typealias AnswerHandler = @MainActor (PushAnswer) async throws -> Void

    /// The App Group that app and extensions share.
    public var appGroup: String?
    /// The app's server.
    public var backend: any DeviceBackend
    public var keys = PayloadKeys()

    /// Every category that the server sends, with its buttons. Registered at each launch; each
    /// registration replaces the one before (rule `ACT-1`).
    public var categories: [PushCategory] = []
    /// What is shown of notifications that arrive while the app is in use.
    public var presentation = PresentationPolicy()
    /// Takes what the person opens: taps, and buttons with `foreground` that have no handler.
    public var router: (any PushOpening)?
    /// Takes a notification that the person cleared; for categories with `customDismissAction`.
    public var onDismissed: AnswerHandler?
    /// The person wants the notification settings inside the app (rule `LNK-5`); the message is the
    /// one they came from.
    public var onOpenSettings: (@MainActor (PushMessage?) -> Void)?

    /// Takes each message once, however it comes.
    public var onMessage: MessageHandler?
    /// Takes silent messages instead of ``onMessage``, and says what they brought. `failed` counts
    /// as not handled.
    public var onSilent: (@MainActor (PushMessage) async throws -> MessageResult)?
    /// Changes a message before its handler gets it, for instance opens it when it is sealed. When
    /// it throws, the message counts as not handled.
    public var prepare: (@MainActor (PushMessage) async throws -> PushMessage)?

    /// Whether the app fetches what it missed when it becomes active.
    public var fetchesWhenActive = true
    /// When it fetches in the background; never when `nil`.
    public var refresh: RefreshPlan?
    /// What is shown of messages that had to be fetched.
    public var missed = MissedMessages.showNothing

    public var badge = BadgePolicy.server
    /// How often the app's own words about notifications may be shown.
    public var softAsk = SoftAskPolicy()
    /// The hours in which local notifications disturb nobody.
    public var quietHours: QuietHours?
    /// What the server is told of messages. `nil` leaves what ``Receipts/policy`` was set to, in
    /// this launch or an earlier one; at first nothing is told.
    public var receipts: ReceiptPolicy?
    /// With it, this installation makes keys by which servers seal messages for it, and the app's
    /// handlers get messages opened.
    public var encryption: EncryptionPlan?
    #if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Names the app's types of Live Activity, with ``ActivityTracker/track(_:)``. Called at each
    /// launch.
    public var liveActivities: (@MainActor (ActivityTracker) -> Void)?
    #endif
    /// What else the app uses, for ``PushCenter/selfCheck()``; what stands in this configuration
    /// is known.
    public var needs = SelfCheckNeeds()
    public var limits = PushLimits()
    /// Learns what went wrong where nobody waits for an error: for the app's log.
    public var onFault: (@MainActor (PushFault) -> Void)?

    private(set) var actions: [PushActionID: AnswerHandler] = [:]

    public init(backend: any DeviceBackend, appGroup: String? = nil) {
        self.backend = backend
        self.appGroup = appGroup
    }

    /// Takes an action of the notification: a button, or a text in ``PushAnswer/text``. Without
    /// the option `foreground` the app does this in the background, perhaps on a locked phone.
    public mutating func on(_ action: PushActionID, _ handler: @escaping AnswerHandler) {
        actions[action] = handler
    }

    /// Whether an action brings the app to the front; unknown ones do not.
    func opensApp(_ action: PushActionID, category: PushCategoryID?) -> Bool {
        let own = categories.first { $0.id == category }
        let declared = own?[action] ?? categories.lazy.compactMap { $0[action] }.first
        return declared?.options.contains(.foreground) ?? false
    }
}
