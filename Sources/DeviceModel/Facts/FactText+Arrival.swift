// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The sentences about arrivals.
extension FactText {
    static func sentence(for fact: ArrivalFact) -> CitedSentence {
        func cite(_ text: String) -> CitedSentence { CitedSentence(text, fact.rule) }
        return switch fact {
        case .banner(let surface, let text):
            cite("A banner appeared\(place(surface)): “\(text)”")
        case .listed(let reason):
            cite("The notification went only to Notification Center, because \(because(reason))")
        case .heldForSummary: cite("The phone holds the notification for the scheduled summary")
        case .effects(let effects, _): cite("\(sentence(of: effects)); nothing was shown")
        case .notPresented(let reason):
            cite("The app was in the foreground and \(because(reason)), so nothing was shown")
        case .withheld(let reason): cite(text(of: reason))
        case .noPermission(let isDenied):
            cite(
                "Nothing was shown, because "
                    + (isDenied
                        ? "notifications are denied for the app"
                        : "the app has not requested permission"))
        case .silenced: cite("No sound played, because the phone is silenced")
        case .ranForBackground(let wake, _):
            cite("\(text(of: wake)) for content-available")
        case .notWoken(let refusal): cite("The app was not woken, because \(because(refusal))")
        case .silentPushRefused(let refusal):
            cite("The background push was not delivered, because \(because(refusal))")
        case .heldPush(let replacesOlder):
            cite(
                "The phone holds the push until the app may run"
                    + (replacesOlder ? ", and discards the push that it held until now" : ""))
        case .nothingToShow(let isPush):
            cite(
                (isPush
                    ? "The payload contains nothing to show and no content-available"
                    : "The request contains nothing to show") + ", so nothing happened")
        case .handedOver(let reason): cite(text(of: reason))
        case .removedByExtension:
            cite("The service extension removed the notification, so nothing was shown")
        case .waits(.serviceExtension):
            cite(
                "The result is not known yet: the service extension has not finished")
        case .waits(.willPresent):
            cite(
                "The result is not known yet: willPresent of the app in the foreground has not "
                    + "returned")
        case .injectionRefused(let refusal):
            cite("The Simulator rejects an injected push \(text(of: refusal))")
        case .discarded(let reason): sentence(for: reason)
        case .recorded(let family):
            cite("The push arrived on the \(family.displayName) token: \(family.effect)")
        case .voip(let fact): sentence(for: fact)
        case .activity(let fact): sentence(for: fact)
        }
    }

    private static func sentence(for reason: ArrivalFact.DiscardReason) -> CitedSentence {
        let start = "The notification was discarded, because"
        return switch reason {
        case .unreadable(let error):
            CitedSentence(
                "\(start) its body is not a valid payload", reason.rule, more: capitalized(error))
        case .oldToken(let bundleID):
            CitedSentence(
                "\(start) its token is no longer valid for \(OneLine.text(bundleID))",
                reason.rule, more: "Send to the app's newest token")
        case .notInstalled(let bundleID):
            CitedSentence(
                "\(start) \(OneLine.text(bundleID)) is not installed on the phone",
                reason.rule, more: "Install it and send to its new token")
        case .tooLarge(let byteCount, let max):
            CitedSentence(
                "\(start) its body has \(byteCount) bytes, and at most \(max) are allowed",
                reason.rule)
        }
    }

    private static func sentence(for fact: VoIPFact) -> CitedSentence {
        let discarded = "The VoIP push was discarded, because the app"
        return switch fact {
        case .delivered(.inUse):
            CitedSentence("The app in the foreground received the VoIP push", fact.rule)
        case .delivered(.woken): CitedSentence("The VoIP push woke the app", fact.rule)
        case .delivered(.launched): CitedSentence("The VoIP push launched the app", fact.rule)
        case .noBackgroundMode:
            CitedSentence(
                "\(discarded) does not have the voip background mode", fact.rule,
                more: "Add voip to UIBackgroundModes")
        case .stopped:
            CitedSentence(
                "\(discarded) has received too many VoIP pushes without reporting a "
                    + "call", fact.rule,
                more: "Reinstall the app")
        }
    }
}

// The parts from which the sentences above are composed.
extension FactText {
    private static func place(_ surface: ArrivalFact.Surface) -> String {
        switch surface {
        case .lockScreen: " on the Lock Screen"
        case .overApp: " over the app in the foreground"
        case .unlocked: ""
        }
    }

    private static func sentence(of effects: [ArrivalFact.Effect]) -> String {
        let parts = effects.map { effect in
            switch effect {
            case .badge(0): "the badge was removed"
            case .badge(let number): "the badge was set to \(number)"
            case .sound("default"): "the default sound played"
            case .sound(let name): "the sound \(name) played"
            case .vibration: "the phone vibrated"
            }
        }
        return capitalized(parts.joined(separator: " and "))
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns the start of a sentence about an app that was made to run; the caller adds the
    /// reason.
    static func text(of wake: ArrivalDecision.Wake) -> String {
        switch wake {
        case .inUse: "The app in the foreground ran its background callback"
        case .woken: "The app was woken in the background"
        case .launched: "The app was launched in the background"
        }
    }

    private static func text(of reason: ArrivalFact.HandoverReason) -> String {
        switch reason {
        case .nothingToShow:
            "The app in the foreground received the push, which contains nothing to show"
        case .noPermission: "The app in the foreground received the push"
        case .noCenterDelegate: "The app delegate received the push"
        }
    }

    private static func text(of refusal: InjectionRefusal) -> String {
        switch refusal {
        case .neverRequestedPermission:
            "with error 2003, because the app has never requested permission"
        case .nothingVisible: "with error 1401, because the push has no visible content"
        }
    }

    private static func text(of reason: ArrivalFact.WithheldReason) -> String {
        let nothing = "Nothing was shown, because"
        let noEffect = "The sound or badge had no effect, because"
        let listOff = "Notification Center is off in Settings"
        return switch reason {
        case .provisional(hasText: true):
            "\(nothing) the app has provisional permission and \(listOff)"
        case .provisional(hasText: false): "\(noEffect) the app has provisional permission"
        case .focus(let focus, hasText: true): "\(nothing) \(because(focus)) and \(listOff)"
        case .focus(let focus, hasText: false): "\(noEffect) \(because(focus))"
        case .summaryWithoutList:
            "\(nothing) the app is in the scheduled summary and \(listOff)"
        case .everythingOff(isLocked: true):
            "\(nothing) the Lock Screen and Notification Center are off in Settings"
        case .everythingOff(isLocked: false):
            "\(nothing) banners and Notification Center are off in Settings"
        case .passiveWithoutList: "\(nothing) its interruption level is passive and \(listOff)"
        case .negativeBadge: "The badge was not changed, because its number is negative"
        case .passiveSound:
            "No sound played, because the interruption level of the notification is passive"
        case .summarySound: "No sound played, because the app is in the scheduled summary"
        case .soundOrBadgeOff: "\(noEffect) the app's switch for it is off in Settings"
        }
    }

    private static func because(_ reason: ArrivalFact.ListedReason) -> String {
        switch reason {
        case .provisional: "the app has provisional permission"
        case .noBannerOption: "willPresent did not return the banner option"
        case .bannersOff: "banners are off in Settings"
        case .focus(let focus): because(focus)
        case .passive: "its interruption level is passive"
        case .lockScreenOff: "the Lock Screen is off in Settings"
        }
    }

    private static func because(_ focus: ArrivalFact.FocusReason) -> String {
        let name = OneLine.text(focus.focusName, characterCountMax: nameCountMax)
        return focus.isFilter
            ? "the app's filter for the Focus \(name) does not match"
            : "the Focus \(name) silenced it"
    }

    private static func because(_ reason: ArrivalFact.NotPresentedReason) -> String {
        switch reason {
        case .noOptions: "its willPresent returned no options"
        case .noAllowedOptions:
            "Settings or the payload allow none of the options that its willPresent returned"
        case .noWillPresent: "has no willPresent"
        case .noCenterDelegate: "has no notification center delegate"
        case .timedOut: "its willPresent did not return in time"
        }
    }

    private static func because(_ refusal: WakeRefusal) -> String {
        switch refusal {
        case .forceQuit: "the app was force-quit"
        case .noBackgroundMode: "the app does not have the remote-notification background mode"
        case .noCallback: "the app delegate does not implement the background callback"
        case .refreshOffForApp: "Background App Refresh is off for the app"
        case .refreshOff: "Background App Refresh is off for the phone"
        case .lowPower: "Low Power Mode is on"
        case .hourlyBudget(let limit):
            "the app was already woken \(limit) times in this hour, which is the limit"
        case .dailyBudget(let limit):
            "the app was already woken \(limit) times today, which is the limit"
        }
    }
}
