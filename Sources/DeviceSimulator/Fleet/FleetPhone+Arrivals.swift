// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Arrivals and timed events on the phone.
extension FleetPhone {
    /// The maximum number of timed events that one call handles; the next call handles the rest.
    private static let dueCountMax = 10_000

    /// Sends one push. For a phone that is offline, APNs stores the newest push.
    mutating func send(_ kind: Int, at now: Date) {
        guard let token else { return }
        let pushes = plan.traffic.pushes
        lastNumber += 1
        let push = DevicePush(
            deviceToken: token, topic: Topic(bundleID), pushType: pushes[kind].pushType,
            priority: pushes[kind].priority,
            collapseID: pushes[kind].collapses ? try? CollapseID("kind-\(kind)") : nil,
            id: APNSID.random(using: &generator), body: pushes[kind].body, acceptedAt: now)
        report.sent += 1
        guard device.isOnline else {
            if stored != nil { report.replacedAtAPNs += 1 }
            stored = (kind, push)
            return
        }
        report.pushes += 1
        take(device.decide(push, pushes[kind].payload, at: now), at: now)
    }

    /// Delivers the push that APNs stored.
    mutating func deliverStored(at now: Date) {
        guard let (kind, kept) = stored else { return }
        stored = nil
        var push = kept
        push.wasStored = true
        report.pushes += 1
        take(device.decide(push, plan.traffic.pushes[kind].payload, at: now), at: now)
    }

    /// Runs all timed events up to a date, each at the time at which it is due.
    mutating func runDue(until end: Date) {
        for _ in 0..<Self.dueCountMax {
            guard let due = device.nextDueDate, due <= end else { return }
            guard let event = device.takeDue(at: due) else { return }
            switch event {
            case .arrival(let incoming):
                if incoming.push == nil {
                    report.localNotifications += 1
                } else {
                    report.pushes += 1
                }
                take(device.decide(incoming, at: due), at: due)
            case .outcome(let outcome):
                if outcome.reasons.contains("INT-10") { report.summaries += 1 }
                note(1, at: due, reasons: outcome.reasons, outcome.summary ?? "")
            }
            finishBackgroundRun(at: due)
        }
    }

    /// Applies a decision and adds its effects to the report.
    private mutating func take(_ decision: ArrivalDecision, at now: Date) {
        device.apply(decision)
        report.outcomes[decision.outcome, default: 0] += 1
        for rule in decision.reasons { report.rules[rule, default: 0] += 1 }
        if decision.sound != nil { report.sounds += 1 }
        if decision.badge != nil { report.badges += 1 }
        if decision.callbacks.contains(where: { $0.kind == .serviceExtension }) {
            report.extensionRuns += 1
        }
        if decision.startsBackgroundRun {
            report.wakes += 1
            device.endBackgroundRun(
                of: bundleID, result: generator.percent(70) ? .newData : .noData, at: now)
        }
        let count = device.apps.first?.delivered.count ?? 0
        report.longestList = max(report.longestList, count)
        let code = decision.outcome.code << 8 | UInt64(count)
        note(code, at: now, reasons: decision.reasons, decision.summary)
    }

    /// Suspends the app when its work in the background is finished.
    mutating func finishBackgroundRun(at now: Date) {
        if device.apps.first?.state == .background { device.endBackgroundRun(of: bundleID) }
    }
}

extension Arrival.Outcome {
    /// A number for the hash of the trace. The numbers must never change.
    fileprivate var code: UInt64 {
        switch self {
        case .shown: 2
        case .soundOrBadgeOnly: 3
        case .ranInBackground: 4
        case .listedQuietly: 5
        case .handledByApp: 6
        case .receiptOnly: 7
        case .held: 8
        case .discarded: 9
        }
    }
}
