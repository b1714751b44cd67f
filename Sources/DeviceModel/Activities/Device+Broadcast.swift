// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Device {
    /// The channels that the phone's Live Activities follow, each once and in a fixed order; the
    /// phone reports them to APNs (`LA-20`). An ended activity no longer follows its channel.
    public var followedChannels: [ChannelSubscription] {
        var found: [ChannelSubscription] = []
        for activity in activities where activity.isLive {
            guard case .channel(let text) = activity.updates, let id = ChannelID(text),
                let environment = environment(of: activity.bundleID)
            else { continue }
            let subscription = ChannelSubscription(
                bundleID: activity.bundleID, environment: environment, channelID: id)
            if !found.contains(subscription) { found.append(subscription) }
        }
        return found.sorted {
            ($0.bundleID, $0.channelID.text) < ($1.bundleID, $1.channelID.text)
        }
    }

    /// Returns the identifiers of the activities that follow a channel, the oldest first.
    public func followers(ofChannel channelID: String, bundleID: String) -> [String] {
        activities.filter {
            $0.bundleID == bundleID && $0.updates == .channel(channelID) && $0.state != .dismissed
        }.map(\.id)
    }

    /// Decides the effect of a broadcast on one of the activities that follow its channel, without
    /// changing the phone.
    ///
    /// - Parameter answers: The answers of app code, as in ``decide(_:at:answers:)``.
    public func decide(
        _ broadcast: ChannelBroadcast, for activityID: String, at now: Date,
        answers: ArrivalAnswers? = nil
    ) -> ArrivalDecision {
        guard let app = self[broadcast.bundleID], let activity = activity(activityID),
            activity.bundleID == app.bundleID,
            activity.updates == .channel(broadcast.channelID.text)
        else {
            var decision = ArrivalDecision(bundleID: broadcast.bundleID, at: now)
            decision.report(.activity(.notFollowing(id: activityID)))
            return decision
        }
        let payload: ActivityPush
        let byteCountMax = LiveActivity.broadcastByteCountMax
        switch read(broadcast.body, byteCountMax: byteCountMax, of: app, at: now) {
        case .success(let read): payload = read
        case .failure(let refusal): return refusal.decision
        }
        var pipeline = ActivityPipeline(
            payload, to: app, on: self, isUrgent: broadcast.priority == .immediate, at: now,
            answers: answers)
        guard payload.event != .start else {
            return pipeline.ignore(.startByBroadcast)
        }
        return pipeline.change(activity)
    }

    /// Delivers a broadcast to every activity that follows its channel, the oldest first. An
    /// offline phone gets nothing; when it is online again, APNs delivers the broadcasts that it
    /// stored (`SF-10`).
    ///
    /// - Returns: A decision for each activity, already applied.
    @discardableResult
    public mutating func broadcast(_ broadcast: ChannelBroadcast, at now: Date)
        -> [ArrivalDecision]
    {
        guard isOnline, !isAPNsBlocked else { return [] }
        let followers = followers(ofChannel: broadcast.channelID.text, bundleID: broadcast.bundleID)
        return followers.map { id in
            let decision = decide(broadcast, for: id, at: now)
            apply(decision)
            return decision
        }
    }
}
