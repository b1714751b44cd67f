// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

extension DevicePhone {
    package var activities: [ActivityRecord] { system.activities.map(ActivityRecord.init) }

    package var activityPermissions: ActivityPermissions {
        let phone = system.device.snapshot
        return ActivityPermissions(
            areEnabled: phone.areActivitiesEnabled(of: system.bundleID),
            areFrequentPushesEnabled: phone.frequentPushesEnabled(of: system.bundleID))
    }

    package func activity(_ id: String) -> ActivityRecord? {
        system.activities.first { $0.id == id }.map(ActivityRecord.init)
    }

    package func startActivity(
        _ request: ActivityStart
    ) throws(ActivityAuthorizationError) -> ActivityRecord {
        do throws(ActivityFailure) {
            return ActivityRecord(try system.startActivity(request.model))
        } catch { throw ActivityAuthorizationError(error) }
    }

    package func updateActivity(
        _ id: String, _ content: ActivityContentRecord, _ alert: AlertConfiguration?,
        _ timestamp: Date?
    ) {
        system.updateActivity(
            id, contentState: String(decoding: content.state, as: UTF8.self),
            staleDate: content.staleDate, relevanceScore: content.relevanceScore,
            timestamp: timestamp?.timeIntervalSince1970, alert: alert?.model)
    }

    package func endActivity(
        _ id: String, _ content: ActivityContentRecord?, _ policy: ActivityUIDismissalPolicy,
        _ timestamp: Date?
    ) {
        system.endActivity(
            id, contentState: content.map { String(decoding: $0.state, as: UTF8.self) },
            staleDate: content?.staleDate, dismissal: policy.model,
            timestamp: timestamp?.timeIntervalSince1970)
    }

    package func pushToStartToken(_ attributesType: String) -> Data? {
        system.app?.startTokens[attributesType].map { Data($0.bytes) }
    }

    package func activityEvents(_ topic: ActivityTopic) -> AsyncStream<ActivityEvent> {
        let (stream, continuation) = AsyncStream<ActivityEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.eventCountMax))
        let id = UUID()
        let isListening = state.withLock { state in
            guard state.listeners.count < Self.listenerCountMax else { return false }
            state.listeners[id] = Listener(topic: topic, continuation: continuation)
            return true
        }
        guard isListening else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        for event in present(topic) { continuation.yield(event) }
        if case .pushToStart(let type) = topic {
            system.registerActivityStart(attributesType: type)
        }
        return stream
    }

    /// Sends an event to all observers of a topic.
    func send(_ event: ActivityEvent, _ topic: ActivityTopic) {
        let listeners = state.withLock { state in
            state.listeners.values.filter { $0.topic == topic }.map(\.continuation)
        }
        for listener in listeners { listener.yield(event) }
    }

    /// Returns the current state of a topic as events, for an observer that starts to observe the
    /// topic now.
    private func present(_ topic: ActivityTopic) -> [ActivityEvent] {
        switch topic {
        case .permissions: return [.permissions(activityPermissions)]
        case .starts: return []
        case .pushToStart(let type):
            return pushToStartToken(type).map { [.pushToken($0)] } ?? []
        case .activity(let id):
            guard let activity = activity(id) else { return [] }
            let token = activity.pushToken.map { [ActivityEvent.pushToken($0)] } ?? []
            return [.state(activity.state), .content(activity.content)] + token
        }
    }
}
