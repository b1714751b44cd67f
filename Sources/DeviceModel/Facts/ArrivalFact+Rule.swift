// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The rule that each statement cites.
extension ArrivalFact {
    /// The rule behind the statement; `nil` when other statements cite it.
    var rule: RuleID? {
        switch self {
        case .banner: nil
        case .listed(let reason): reason.rule
        case .heldForSummary(let level), .silenced(let level): level.rule
        case .effects(_, let row): row
        case .notPresented(let reason): reason.rule
        case .withheld(let reason): reason.rule
        case .noPermission(let isDenied): isDenied ? "AUTH-23" : "AUTH-24"
        case .ranForBackground(_, let rule): rule
        case .notWoken(let refusal), .silentPushRefused(let refusal): refusal.rule
        case .heldPush: "SIL-4"
        case .nothingToShow: "LC-9"
        case .handedOver(let reason): reason.rule
        case .removedByExtension: "NSE-11"
        case .waits(.serviceExtension): "NSE-1"
        case .waits(.willPresent(let row)): row
        case .injectionRefused: "REG-15"
        case .discarded(let reason): reason.rule
        case .recorded: "REG-16"
        case .voip(let fact): fact.rule
        case .activity(let fact): fact.rule
        }
    }
}

extension ArrivalFact.ListedReason {
    var rule: RuleID {
        switch self {
        case .provisional: "AUTH-21"
        case .noBannerOption: "FG-4"
        case .bannersOff(let inForeground): inForeground ? "FG-7" : "AUTH-26"
        case .focus(let reason): reason.rule
        case .passive: "LVL-1"
        case .lockScreenOff: "AUTH-20"
        }
    }
}

extension ArrivalFact.NotPresentedReason {
    var rule: RuleID {
        switch self {
        case .noOptions: "FG-2"
        case .noAllowedOptions: "FG-7"
        case .noWillPresent: "FG-1"
        case .noCenterDelegate: "FG-11"
        case .timedOut: "FG-8"
        }
    }
}

extension ArrivalFact.WithheldReason {
    var rule: RuleID {
        switch self {
        case .provisional: "AUTH-21"
        case .focus(let reason, _): reason.rule
        case .summaryWithoutList, .everythingOff, .soundOrBadgeOff: "AUTH-20"
        case .passiveWithoutList, .passiveSound: "LVL-1"
        case .negativeBadge: "BDG-4"
        case .summarySound(let level): level.rule
        }
    }
}

extension ArrivalFact.HandoverReason {
    var rule: RuleID {
        switch self {
        case .nothingToShow: "LC-9"
        case .noPermission: "LC-20"
        case .noCenterDelegate: "FG-11"
        }
    }
}

extension ArrivalFact.DiscardReason {
    var rule: RuleID {
        switch self {
        case .unreadable: "ARR-2"
        case .oldToken, .notInstalled: "ARR-1"
        case .tooLarge: "LA-15"
        }
    }
}

extension InterruptionLevel {
    /// The rule for the level.
    var rule: RuleID {
        switch self {
        case .passive: "LVL-1"
        case .active: "LVL-2"
        case .timeSensitive: "LVL-3"
        case .critical: "LVL-4"
        }
    }
}
