// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// VoIP calls, which a push announces. Source: "Responding to VoIP Notifications from PushKit".
extension Device {
    /// Decides about a push to an app's VoIP token (`LC-10`): the push wakes or starts the app in
    /// every state, even after a force quit, and needs no permission; the phone shows nothing.
    public func decideVoIP(
        _ push: DevicePush, of app: InstalledApp, at now: Date
    ) -> ArrivalDecision {
        var decision = ArrivalDecision(bundleID: app.bundleID, at: now)
        let state = effectiveState(of: app)
        decision.appState = state
        decision.cite("LC-10")
        // A VoIP payload needs no `aps`, but must be a JSON object.
        do { _ = try Payload(reading: push.body) } catch {
            decision.report(.discarded(.unreadable(OneLine.text(error.description))))
            return decision
        }
        guard app.capabilities.voipBackgroundMode else {
            decision.report(.voip(.noBackgroundMode))
            return decision
        }
        guard !app.voipIsStopped else {
            decision.report(.voip(.stopped))
            return decision
        }
        let userInfo = String(decoding: push.body, as: UTF8.self)
        let wake = ArrivalDecision.Wake(state)
        decision.wake = wake
        if wake == .launched {
            decision.callbacks.append(
                Callback(
                    .didFinishLaunching, bundleID: app.bundleID, rule: "LC-10",
                    subject: .launch(.background)))
        }
        decision.callbacks.append(
            Callback(
                .voipPush, bundleID: app.bundleID, rule: "LC-10",
                detail: mustReportCall(of: app) ? "the app must report a call" : nil,
                subject: .userInfo(userInfo)))
        decision.outcome = state == .foreground ? .handledByApp : .ranInBackground
        decision.report(.voip(.delivered(wake)))
        return decision
    }

    /// Returns whether a VoIP push must be reported as a call, the value of
    /// `PKVoIPPushMetadata.mustReport` (`N26-5`). Before version 26.4, the value is always true.
    /// From that version on, some pushes are exempt, but Apple does not name the cases; Bellhop
    /// exempts a push to an app in the foreground.
    public func mustReportCall(of app: InstalledApp) -> Bool {
        let parts = systemVersion.split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
        let knowsMetadata = parts[0] > 26 || (parts[0] == 26 && parts[1] >= 4)
        return !(knowsMetadata && effectiveState(of: app) == .foreground)
    }

    /// Records that an app's handler for a VoIP push starts; ``endVoIPPush(of:at:)`` records its
    /// end.
    public mutating func beginVoIPPush(of bundleID: String) {
        guard let app = self[bundleID] else { return }
        let mustReport = mustReportCall(of: app)
        self[bundleID]?.mustReportCall = mustReport
    }

    /// Records that the app reported a call to CallKit or LiveCommunicationKit.
    public mutating func reportCall(of bundleID: String) {
        self[bundleID]?.mustReportCall = false
        self[bundleID]?.voipFailureCount = 0
    }

    /// Records that the handler has finished or its time is over. If the app did not report a call
    /// although it had to, the app is terminated; after too many such pushes, later VoIP pushes are
    /// discarded.
    public mutating func endVoIPPush(of bundleID: String, at now: Date) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard var app = self[bundleID], app.mustReportCall else { return outcome }
        app.mustReportCall = false
        app.voipFailureCount += 1
        let max = choices.voipFailuresMax
        app.voipIsStopped = max > 0 && app.voipFailureCount >= max
        outcome.report(
            .noCallReported(count: app.voipFailureCount, isStopped: app.voipIsStopped))
        outcome.device[bundleID] = app
        if app.state.isInMemory {
            outcome.endProcess(of: bundleID)
            outcome.device[bundleID]?.state = .terminated
        }
        self = outcome.device
        return outcome
    }
}
