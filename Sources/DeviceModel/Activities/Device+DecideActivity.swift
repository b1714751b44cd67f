// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Device {
    /// Decides what a push to the token of a Live Activity, or to a push-to-start token, does on
    /// the phone. Returns `nil` for a token of another family, and for a push of another type.
    func decideActivity(
        _ push: DevicePush, of app: InstalledApp, _ family: TokenFamily, at now: Date,
        answers: ArrivalAnswers?
    ) -> ArrivalDecision? {
        guard family == .liveActivity || family == .liveActivityStart,
            push.pushType == .liveactivity
        else { return nil }
        let payload: ActivityPush
        switch read(push.body, byteCountMax: LiveActivity.byteCountMax, of: app, at: now) {
        case .success(let read): payload = read
        case .failure(let refusal): return refusal.decision
        }
        var pipeline = ActivityPipeline(
            payload, to: app, on: self, isUrgent: push.priority == .immediate, at: now,
            answers: answers)
        if family == .liveActivityStart {
            let type = app.startTokens.first { $0.value == push.deviceToken }?.key
            return pipeline.start(typeOfToken: type)
        }
        // Bellhop's tools may use a token that the app has, but that belongs to no activity. A push
        // to such a token applies to the app's most recently started activity.
        let activity =
            activities.first { $0.token == push.deviceToken }
            ?? activities.last { $0.bundleID == app.bundleID && $0.isLive }
        if let activity { return pipeline.change(activity) }
        var decision = ArrivalDecision(bundleID: app.bundleID, at: now)
        decision.outcome = .receiptOnly
        decision.report(.activity(.noActivity))
        return decision
    }

    /// The error for a body that cannot be used, with the decision about its push.
    struct ActivityRefusal: Error {
        let decision: ArrivalDecision
    }

    /// Parses a body.
    func read(
        _ body: [UInt8], byteCountMax: Int, of app: InstalledApp, at now: Date
    ) -> Result<ActivityPush, ActivityRefusal> {
        var decision = ArrivalDecision(bundleID: app.bundleID, at: now)
        decision.appState = effectiveState(of: app)
        guard body.count <= byteCountMax else {
            decision.report(.discarded(.tooLarge(byteCount: body.count, max: byteCountMax)))
            return .failure(ActivityRefusal(decision: decision))
        }
        do {
            return .success(ActivityPush(try Payload(reading: body).aps ?? APS()))
        } catch {
            decision.report(.discarded(.unreadable(OneLine.text(error.description))))
            return .failure(ActivityRefusal(decision: decision))
        }
    }
}
