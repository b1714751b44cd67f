// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Device {
    /// Decides what this phone does with a push; changes nothing.
    ///
    /// - Parameters:
    ///   - push: what came from APNs.
    ///   - now: when it came.
    ///   - answers: what app code said so far; the decision's question is what it must be asked
    ///     next. Without them the app's ``InstalledApp/behaviour`` answers and nothing is asked.
    public func decide(
        _ incoming: Incoming, at now: Date, answers: ArrivalAnswers? = nil
    ) -> ArrivalDecision {
        guard case .push(let push) = incoming else { return ArrivalDecision(bundleID: "") }
        let presentation = answers?.presentation?.options
        guard let (app, family) = owner(of: push.deviceToken) else { return unknownToken(push) }
        var decision = ArrivalDecision(bundleID: app.bundleID)
        if family == .voip { return decideVoIP(push, of: app, at: now) }
        guard family == .app else {
            decision.outcome = .receiptOnly
            decision.cite("REG-16")
            decision.summary = "received on the \(family.words) token; \(family.effect) (REG-16)"
            return decision
        }
        do {
            let payload = try Payload(reading: push.body)
            var pipeline = ArrivalPipeline(
                device: self, app: app, push: push, payload: payload, now: now,
                presentation: presentation)
            return pipeline.run()
        } catch {
            decision.cite("ARR-2")
            decision.summary =
                "discarded: the body is not a payload: \(OneLine.text(error.description)) (ARR-2)"
            return decision
        }
    }

    private func unknownToken(_ push: DevicePush) -> ArrivalDecision {
        let bundleID = push.topic.bundleID
        var decision = ArrivalDecision(bundleID: bundleID)
        decision.cite("ARR-1")
        if self[bundleID] == nil {
            decision.summary =
                "discarded: \(OneLine.text(bundleID)) is not installed on the phone; install it "
                + "and send to "
                + "its new token (ARR-1)"
        } else {
            decision.cite("REG-6")
            decision.summary =
                "discarded: \(OneLine.text(bundleID)) does not have this token any more; send to "
                + "the one it "
                + "registered last (ARR-1)"
        }
        return decision
    }
}

extension TokenFamily {
    /// The family's name in prose.
    var words: String {
        switch self {
        case .app: "app"
        case .voip: "VoIP"
        case .complication: "complication"
        case .fileProvider: "file provider"
        case .mdm: "device management"
        case .location: "location"
        case .liveActivity: "Live Activity"
        case .liveActivityStart: "Live Activity start"
        case .pushToTalk: "Push to Talk"
        case .widgets: "widget"
        case .controls: "control"
        }
    }
}
