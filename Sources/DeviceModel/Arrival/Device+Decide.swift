// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Device {
    /// Decides what this phone does with a notification, without changing the phone.
    ///
    /// - Parameters:
    ///   - incoming: A push, or an app's local request that is due.
    ///   - now: The time at which the notification arrives.
    ///   - answers: The answers that app code has given so far; the decision's question states
    ///     which answer is needed next. If `nil`, the app's ``InstalledApp/behaviour`` answers
    ///     without questions.
    public func decide(
        _ incoming: Incoming, at now: Date, answers: ArrivalAnswers? = nil
    ) -> ArrivalDecision {
        switch incoming {
        case .push(let push):
            guard let (app, family) = owner(of: push.deviceToken) else {
                return unknownToken(push, at: now)
            }
            if let decision = decideActivity(push, of: app, family, at: now, answers: answers) {
                return decision
            }
            if family == .voip { return decideVoIP(push, of: app, at: now) }
            guard family == .app else {
                return receiptOnly(family, bundleID: app.bundleID, at: now)
            }
            return decide(push, for: app, isInjected: false, at: now, answers: answers)
        case .injected(let push):
            guard let app = self[push.topic.bundleID] else { return unknownToken(push, at: now) }
            return decide(push, for: app, isInjected: true, at: now, answers: answers)
        case .simulated(let push):
            var simulator = self
            if kind == .phone { simulator.kind = .simulator }
            return simulator.decide(.injected(push), at: now, answers: answers)
        case .broadcast(let broadcast, let activityID):
            return decide(broadcast, for: activityID, at: now, answers: answers)
        case .local(let request, let bundleID):
            guard let app = self[bundleID] else { return unknownApp(bundleID, at: now) }
            let origin = ArrivalOrigin(
                id: request.id, push: nil, trigger: request.trigger, payload: "")
            let pipeline = ArrivalPipeline(
                device: self, app: app, origin: origin, content: request.content, now: now,
                answers: answers)
            return pipeline.run()
        }
    }

    /// Decides about a push whose payload was already parsed; in all other respects, does the same
    /// as ``decide(_:at:answers:)``.
    ///
    /// - Parameter payload: The payload that was parsed from the push's body. For a push to a token
    ///   of another family, the body is parsed again, because its payload has another structure.
    public func decide(
        _ push: DevicePush, _ payload: ReadPayload, at now: Date, answers: ArrivalAnswers? = nil
    ) -> ArrivalDecision {
        guard let (app, family) = owner(of: push.deviceToken), family == .app else {
            return decide(.push(push), at: now, answers: answers)
        }
        return decide(push, payload, for: app, isInjected: false, at: now, answers: answers)
    }

    private func decide(
        _ push: DevicePush, for app: InstalledApp, isInjected: Bool, at now: Date,
        answers: ArrivalAnswers?
    ) -> ArrivalDecision {
        do {
            let payload = try ReadPayload(reading: push.body)
            return decide(
                push, payload, for: app, isInjected: isInjected, at: now, answers: answers)
        } catch {
            var decision = ArrivalDecision(bundleID: app.bundleID, at: now)
            decision.report(.discarded(.unreadable(OneLine.text(error.description))))
            return decision
        }
    }

    private func decide(
        _ push: DevicePush, _ payload: ReadPayload, for app: InstalledApp, isInjected: Bool,
        at now: Date, answers: ArrivalAnswers?
    ) -> ArrivalDecision {
        let origin = ArrivalOrigin(
            id: push.requestIdentifier, push: push, isInjected: isInjected,
            isContentAvailable: payload.isContentAvailable, isMutable: payload.isMutable,
            trigger: .push,
            payload: payload.text)
        let pipeline = ArrivalPipeline(
            device: self, app: app, origin: origin, content: payload.content, now: now,
            answers: answers)
        return pipeline.run()
    }

    private func receiptOnly(
        _ family: TokenFamily, bundleID: String, at now: Date
    ) -> ArrivalDecision {
        var decision = ArrivalDecision(bundleID: bundleID, at: now)
        decision.outcome = .receiptOnly
        decision.report(.recorded(family))
        return decision
    }

    private func unknownToken(_ push: DevicePush, at now: Date) -> ArrivalDecision {
        let bundleID = push.topic.bundleID
        guard self[bundleID] != nil else { return unknownApp(bundleID, at: now) }
        var decision = ArrivalDecision(bundleID: bundleID, at: now)
        decision.report(.discarded(.oldToken(bundleID: bundleID)))
        decision.cite("REG-6")
        return decision
    }

    private func unknownApp(_ bundleID: String, at now: Date) -> ArrivalDecision {
        var decision = ArrivalDecision(bundleID: bundleID, at: now)
        decision.report(.discarded(.notInstalled(bundleID: bundleID)))
        return decision
    }
}

extension TokenFamily {
    /// The family's name for use in a sentence.
    var displayName: String {
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
