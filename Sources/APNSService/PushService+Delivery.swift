// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The delivery of an accepted notification, as described in "Viewing the status of push
/// notifications using metrics and APNs".
extension PushService {
    /// The next step for an accepted notification.
    private enum Step {
        case deliver
        case discard(DeliveryStatus, String)
        case store(DeliveryStatus, String)
    }

    /// Records an accepted request and starts its delivery.
    mutating func accept(
        _ inspection: Inspection, id: APNSID, uniqueID: APNSID?
    ) -> [ServiceAction] {
        let sequence = record(inspection, id: id, uniqueID: uniqueID)
        guard let token = inspection.deviceToken, let topic = inspection.topic,
            let registration = registry.registration(of: token)
        else { return [] }
        if let limit = options.tokenRateLimit {
            tokenRates.accepted(token, limit: limit, now: inspection.now)
        }
        let push = DevicePush(
            deviceToken: token, topic: topic, pushType: inspection.pushType,
            priority: inspection.priority.value ?? .assumedWhenAbsent,
            expiration: inspection.expiration.value,
            collapseID: inspection.collapseID.value, id: id, body: inspection.request.body,
            acceptedAt: inspection.now)
        let slot = StoredPush.Slot(deviceID: registration.deviceID, bundleID: registration.bundleID)
        let stored = StoredPush(slot: slot, push: push, logSequence: sequence)
        return carryOut(decide(stored, now: inspection.now), stored, now: inspection.now)
    }

    /// Tries again to deliver the notifications that are stored for a device, for instance when the
    /// device connects.
    mutating func release(deviceID: String, now: Date) -> [ServiceAction] {
        let waiting = store.values
            .filter { $0.slot.deviceID == deviceID }
            .sorted { $0.logSequence < $1.logSequence }
        var actions: [ServiceAction] = []
        for var stored in waiting {
            store[stored.slot] = nil
            stored.push.wasStored = true
            actions += carryOut(decide(stored, now: now), stored, now: now)
        }
        return actions + releaseBroadcasts(deviceID: deviceID, now: now)
    }

    /// Discards expired notifications. Calling this method is optional, because expired
    /// notifications are never delivered. Without a call, however, the log shows them as waiting.
    public mutating func discardExpired(now: Date) {
        for stored in store.values where stored.expiresAt <= now {
            store[stored.slot] = nil
            log.update(
                stored.logSequence, .discardedExpired, at: now,
                because: "the notification expired while the device was offline")
        }
    }

    private func decide(_ stored: StoredPush, now: Date) -> Step {
        let push = stored.push
        let registration = registry.registration(of: push.deviceToken)
        guard let registration, registration.death == nil,
            let device = registry.device(stored.slot.deviceID)
        else { return .discard(.discardedUnregistered, "the device token is no longer registered") }
        if device.mutedBundleIDs.contains(stored.slot.bundleID), push.pushType == .alert {
            // Bellhop chose to apply the person's setting only to alerts. Other pushes need no
            // permission.
            return .discard(
                .discardedDisabled, "notifications for this app are switched off on the device")
        }
        guard Self.isPayload(push.body) else {
            return .discard(
                .discardedUndeliverable,
                "the body is not a JSON object; check the payload")
        }
        if push.wasStored, stored.expiresAt <= now {
            return .discard(
                .discardedExpired,
                "the notification expired while the device was offline")
        }
        let holdsBack = device.isSavingPower && push.priority != .immediate
        if device.isOnline, !holdsBack { return .deliver }
        if push.expiration == .oneAttempt {
            return .discard(
                .discardedExpired,
                "the device is offline, and apns-expiration 0 allows only one attempt")
        }
        if stored.expiresAt <= now {
            return .discard(
                .discardedExpired, "the device is offline, and apns-expiration has passed")
        }
        return device.isOnline
            ? .store(
                .storedSavingPower,
                "waiting, because the device saves power and the priority is below 10")
            : .store(.storedDeviceOffline, "waiting, because the device is offline")
    }

    static let deliveredExplanation = "delivered to the device"

    /// Returns whether a body is a JSON object. APNs does not examine the body any further.
    static func isPayload(_ body: [UInt8]) -> Bool {
        body.withUnsafeBufferPointer { JSONObjectCheck.passes($0.span) }
    }

    private mutating func carryOut(_ step: Step, _ stored: StoredPush, now: Date) -> [ServiceAction]
    {
        switch step {
        case .deliver:
            let wasStored = stored.push.wasStored
            log.update(
                stored.logSequence, wasStored ? .deliveredFromStorage : .delivered, at: now,
                because: wasStored
                    ? "delivered when the device was online again" : Self.deliveredExplanation)
            // A light device has no simulated phone that could receive the push.
            if registry.device(stored.slot.deviceID)?.isLight ?? false { return [] }
            return [.deliver(stored.push, deviceID: stored.slot.deviceID)]
        case .discard(let status, let explanation):
            let text = stored.push.wasStored ? explanation + " (from storage)" : explanation
            log.update(stored.logSequence, status, at: now, because: text)
        case .store(let status, let explanation):
            if let previous = store[stored.slot] {
                log.update(
                    previous.logSequence, .replacedInStore, at: now,
                    because: "a later notification for the app replaced this one; APNs stores only "
                        + "one"
                )
            }
            store[stored.slot] = stored
            log.update(stored.logSequence, status, at: now, because: explanation)
        }
        return []
    }

    // MARK: Log

    /// Adds a request to the log and returns its number.
    @discardableResult
    mutating func record(
        _ inspection: Inspection, id: APNSID, uniqueID: APNSID? = nil, refusal: Refusal? = nil,
        injected: (status: Int, reason: RejectionReason?)? = nil, because cause: String? = nil
    ) -> Int {
        let registration = inspection.deviceToken.flatMap { registry.registration(of: $0) }
        let result = LoggedRequest.Result(
            status: injected?.status ?? refusal?.reason.status ?? 200,
            reason: injected.map(\.reason) ?? refusal?.reason,
            explanation: cause
                ?? refusal.map { $0.explanation ?? $0.reason.row?.meaning ?? $0.reason.rawValue }
                ?? "accepted")
        return log.append(
            LoggedRequest(
                time: inspection.now, shared: sharedProperties(of: inspection), apnsID: id,
                uniqueID: uniqueID, token: inspection.deviceToken,
                channelID: inspection.channelBundleID.flatMap { _ in inspection.channelID.value },
                deviceID: registration?.deviceID,
                bundleID: registration?.bundleID ?? inspection.channelBundleID,
                expiration: inspection.expiration.value?.epochSeconds,
                collapseID: inspection.collapseID.value?.text,
                headers: LoggedHeaders(inspection.request.headers), body: inspection.request.body,
                result: result))
    }

    /// Returns the logged properties of a request that the sender's later requests usually repeat.
    func sharedProperties(of inspection: Inspection) -> LoggedRequest.Shared {
        LoggedRequest.Shared(
            environment: inspection.environment, topic: inspection.topic?.text,
            pushType: inspection.givenPushType.isUnusable ? nil : inspection.pushType,
            priority: inspection.priority.value?.rawValue, oddities: oddities(of: inspection))
    }

    private func oddities(of inspection: Inspection) -> [String] {
        var oddities = inspection.token?.oddities ?? []
        if inspection.certificate != nil,
            inspection.request.first(APNSHeader.authorization) != nil
        {
            oddities.append(
                "the authorization header is ignored on a connection with a certificate")
        }
        if case .absent = inspection.givenPushType, inspection.channelBundleID == nil {
            oddities.append("apns-push-type is absent")
        }
        if case .absent = inspection.priority,
            !inspection.pushType.traits.priorities.contains(.assumedWhenAbsent)
        {
            oddities.append(
                "apns-priority is absent, so 10 is assumed, which is an error for "
                    + "\(inspection.pushType.rawValue) pushes according to Apple")
        }
        return oddities
    }
}
