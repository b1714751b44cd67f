// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The invariants that must hold after every event.
extension PhoneWalk {
    /// Checks the state of the phone after each step.
    func checkState(before: Device) throws {
        var modal: [String: Int] = [:]
        for prompt in device.prompts where prompt.kind.isModal {
            modal[prompt.bundleID, default: 0] += 1
            try promise(
                device[prompt.bundleID] != nil, "a prompt belongs to an app that is not installed")
        }
        try promise(modal.values.allSatisfy { $0 == 1 }, "AUTH-1: one app has two prompts at once")
        let front = device.apps.filter { $0.state == .foreground }
        try promise(front.count <= 1, "two apps are in the foreground")
        for app in device.apps {
            let id = app.bundleID
            try promise(
                app.badge == badges[id, default: 0],
                "BDG-1: the badge is \(app.badge), but was last set to \(badges[id, default: 0])")
            try promise(
                app.pending.count <= InstalledApp.pendingCountMax,
                "LCL-12: \(app.pending.count) requests are pending")
            try promise(
                Set(app.pending.map(\.id)).count == app.pending.count,
                "ID-1: two requests have the same identifier")
            let listed = Set(app.delivered.map(\.id))
            try promise(
                listed.count == app.delivered.count,
                "ID-2: two delivered notifications have the same identifier")
            try promise(
                app.delivered.count <= InstalledApp.deliveredCountMax, "the list is too long")
            try promise(
                listed.isDisjoint(with: app.heldForSummary.map(\.id)),
                "a notification is both listed and held")
            let old = before[id]
            if app.authorization == .denied, old?.authorization == .denied {
                let known = Set(old?.delivered.map(\.id) ?? [])
                try promise(
                    listed.isSubset(of: known), "AUTH-23: something new is listed after a denial")
            }
            if app.state == .forceQuit {
                try promise(app.heldPush == nil, "SIL-7: a push is held for a force-quit app")
            }
        }
        if let banner = device.banner {
            try promise(!device.isLocked, "a banner is shown while the phone is locked")
            try promise(
                device[banner.bundleID] != nil, "a banner belongs to an app that is not installed")
        }
    }

    /// Checks the decision for a notification, and the questions on which the decision depends.
    func checkArrival(
        _ decision: ArrivalDecision, _ questions: [ArrivalQuestion], before: Device
    ) throws {
        let (old, new) = (before[decision.bundleID], device[decision.bundleID])
        let kinds = decision.callbacks.map(\.kind)
        try promise(!decision.reasons.isEmpty, "the decision cites no rule")
        try promise(
            decision.reasons.allSatisfy { $0.rule != nil }, "the decision cites an unknown rule")
        let isHeld = decision.waitsForSummary || decision.heldPush != nil
        try promise(
            isHeld == (decision.outcome == .held),
            "the outcome does not match whether the notification is held")
        if isHeld {
            try promise(
                decision.place == .none && !decision.isKept && decision.sound == nil,
                "a notification is both shown and held")
        }
        let asked = questions.filter { if case .serviceExtension = $0 { true } else { false } }
        try promise(
            asked.count <= 1 && kinds.count { $0 == .serviceExtension } <= 1,
            "NSE-9: the service extension ran twice")
        let twice = AppBehaviour.changedPrefix + AppBehaviour.changedPrefix
        try promise(
            decision.notification?.body?.hasPrefix(twice) != true,
            "NSE-9: the extension's change was applied twice")
        if old?.state == .forceQuit {
            try promise(
                decision.wake == nil && new?.state == .forceQuit
                    && !kinds.contains(.didReceiveRemoteNotification),
                "SIL-7: a push woke an app that was force-quit")
        }
        if old?.authorization.allowsNotifications == false {
            try promise(
                decision.place == .none && decision.sound == nil && decision.badge == nil
                    && !decision.vibrates,
                "AUTH-23: without permission, something was shown, played or badged")
        }
    }

    /// Checks that the phone is unchanged after it is encoded as JSON and decoded again.
    func checkCoding() throws {
        let json = try JSONEncoder().encode(device)
        let copy = try JSONDecoder().decode(Device.self, from: json)
        try promise(copy == device, "the phone changed when it was encoded and decoded")
        try promise(
            copy.nextDueDate == device.nextDueDate,
            "the next due date changed when the phone was encoded and decoded")
    }
}
