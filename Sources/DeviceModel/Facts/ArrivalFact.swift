// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One statement about the effect of a notification, as a value. ``FactText`` writes its sentence.
enum ArrivalFact: Hashable, Sendable {
    /// A banner appeared with this text.
    case banner(Surface, text: String)
    /// The notification went only to Notification Center.
    case listed(ListedReason)
    /// The notification waits for the scheduled summary.
    case heldForSummary(InterruptionLevel)
    /// Only a sound, a vibration or a badge change occurred; nothing was shown.
    case effects([Effect], row: RuleID)
    /// The app in the foreground kept the notification from being shown.
    case notPresented(NotPresentedReason)
    /// Nothing was shown or applied, although there was permission.
    case withheld(WithheldReason)
    /// There was no permission.
    case noPermission(isDenied: Bool)
    /// The phone is silenced, so the sound of this level did not play.
    case silenced(InterruptionLevel)
    /// The app ran for its background callback.
    case ranForBackground(ArrivalDecision.Wake, RuleID)
    /// The app was not woken for `content-available`.
    case notWoken(WakeRefusal)
    /// A push that requested only `content-available` was not delivered.
    case silentPushRefused(WakeRefusal)
    /// The silent push is held until the app may run.
    case heldPush(replacesOlder: Bool)
    /// The payload, or the local request, has nothing to show.
    case nothingToShow(isPush: Bool)
    /// The app in the foreground received a push that was not shown.
    case handedOver(HandoverReason)
    /// The service extension removed the notification.
    case removedByExtension
    /// The decision waits for app code.
    case waits(Question)
    /// The Simulator rejected an injected push.
    case injectionRefused(InjectionRefusal)
    /// The notification was discarded.
    case discarded(DiscardReason)
    /// The phone only records a push to a token of this family.
    case recorded(TokenFamily)
    /// An effect of a VoIP push.
    case voip(VoIPFact)
    /// An effect on a Live Activity.
    case activity(ActivityFact)
}

// The associated values of the statements.
extension ArrivalFact {
    /// The place where a banner appears.
    enum Surface: Hashable, Sendable {
        case lockScreen
        case overApp
        case unlocked
    }

    /// A sound, a vibration or a badge that was applied.
    enum Effect: Hashable, Sendable {
        case badge(Int)
        /// A sound that was played: a file or `default`.
        case sound(String)
        case vibration
    }

    /// The reason why a notification was listed without a banner.
    enum ListedReason: Hashable, Sendable {
        case provisional
        /// `willPresent` did not return the banner option.
        case noBannerOption
        /// Banners are off in Settings.
        case bannersOff(inForeground: Bool)
        case focus(FocusReason)
        case passive
        case lockScreenOff
    }

    /// How a Focus silences a notification.
    struct FocusReason: Hashable, Sendable {
        let focusName: String
        /// Whether the app's filter for the Focus silences the notification, not the Focus itself.
        let isFilter: Bool

        var rule: RuleID { isFilter ? "INT-9" : "INT-1" }
    }

    /// The reason why an app in the foreground does not show a notification.
    enum NotPresentedReason: Hashable, Sendable {
        case noOptions
        /// Settings or the payload allow none of the options that `willPresent` returned.
        case noAllowedOptions
        case noWillPresent
        case noCenterDelegate
        case timedOut
    }

    /// The reason why a notification of an app with permission has no effect.
    enum WithheldReason: Hashable, Sendable {
        case provisional(hasText: Bool)
        case focus(FocusReason, hasText: Bool)
        /// The notification would wait for the summary, but Notification Center is off.
        case summaryWithoutList
        /// The settings do not allow the notification in any place.
        case everythingOff(isLocked: Bool)
        /// The notification is passive, and Notification Center is off.
        case passiveWithoutList
        case negativeBadge
        case passiveSound
        /// Notifications of the app wait for the scheduled summary, so the sound of this level does
        /// not play.
        case summarySound(InterruptionLevel)
        case soundOrBadgeOff
    }

    /// The reason why an app in the foreground gets a push that is not shown.
    enum HandoverReason: Hashable, Sendable {
        case nothingToShow
        case noPermission
        case noCenterDelegate
    }

    /// The app code that a decision waits for.
    enum Question: Hashable, Sendable {
        case serviceExtension
        case willPresent(row: RuleID)
    }

    /// The reason why a notification reaches no app.
    enum DiscardReason: Hashable, Sendable {
        /// The body is not a payload; the text contains the position and the error.
        case unreadable(String)
        /// The token is no longer valid for this app.
        case oldToken(bundleID: String)
        case notInstalled(bundleID: String)
        /// The body of a Live Activity push is too large.
        case tooLarge(byteCount: Int, max: Int)
    }
}

/// An effect of a VoIP push.
enum VoIPFact: Hashable, Sendable {
    case delivered(ArrivalDecision.Wake)
    case noBackgroundMode
    /// The app reported no call for too many VoIP pushes.
    case stopped

    var rule: RuleID { "LC-10" }
}
