// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import Simulation
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Access to keys, apps and light devices, for a configuration or a client of a control API.
extension ServiceHost {
    /// All registered keys, sorted by identifier.
    package var keys: [RegisteredKey] {
        state.withLock { $0.service.registry.keys.values.sorted { $0.keyID < $1.keyID } }
    }

    /// Removes a key, for instance because it was revoked. Returns whether the key existed.
    package func removeKey(_ keyID: String) -> Bool {
        defer { changes.signal() }
        return state.withLock { state in
            guard state.service.registry.keys[keyID] != nil else { return false }
            state.service.removeKey(keyID)
            state.revision += 1
            return true
        }
    }

    /// Returns whether an App ID has the Push Notifications capability, which every app has by
    /// default.
    package func isPushEnabled(bundleID: String) -> Bool {
        state.withLock { !$0.service.registry.appsWithoutPush.contains(bundleID) }
    }

    /// Returns whether an App ID has the Broadcast capability, which every app has by default.
    package func isBroadcastEnabled(bundleID: String) -> Bool {
        state.withLock { !$0.service.channels.disabledBundleIDs.contains(bundleID) }
    }

    /// Adds or removes the Push Notifications capability of an App ID. Without the capability, new
    /// tokens are refused, and requests to the topic are rejected with `TopicDisallowed`.
    package func setPushEnabled(_ isEnabled: Bool, bundleID: String) throws(ServiceError) {
        try change { service, _ throws(ServiceError) in
            try service.registry.setPushEnabled(isEnabled, bundleID: bundleID)
            return []
        }
    }

    /// Registers or changes a light device.
    ///
    /// - Returns: The device's token.
    /// - Throws: ``ServiceError`` when the app is not registered, when the identifier belongs to a
    ///   device that is not light, when the token belongs to another device or app, or when the
    ///   limit is exceeded.
    package func place(_ device: LightDevice) throws(ServiceError) -> DeviceToken {
        let now = time.now
        defer { changes.signal() }
        return try state.withLock { state -> Result<DeviceToken, ServiceError> in
            do throws(ServiceError) {
                let token = try state.service.registry.place(
                    device, now: now, using: &state.generator)
                let actions = state.service.release(deviceID: device.id, now: now)
                state.revision += 1
                send(actions, &state)
                return .success(token)
            } catch { return .failure(error) }
        }.get()
    }
}

extension ServiceRegistry {
    /// Registers or changes a light device; see ``ServiceHost/place(_:)``.
    mutating func place(
        _ device: LightDevice, now: Date, using generator: inout some RandomNumberGenerator
    ) throws(ServiceError) -> DeviceToken {
        guard self.device(device.id)?.isLight ?? true else { throw .deviceOfOtherKind(device.id) }
        let key = Registration.Key(
            deviceID: device.id, bundleID: device.bundleID, environment: device.environment,
            family: .app, instance: "")
        let fixed = device.token.flatMap { registration(of: $0) }
        guard fixed.map({ $0.key == key || $0.death != nil }) ?? true else {
            throw .tokenOfOtherDevice
        }
        let token =
            device.token ?? liveToken(key)
            ?? newToken(byteCount: Registration.tokenByteCount(of: .app), using: &generator)
        if let old = liveToken(key), old != token {
            try kill(
                old,
                Registration.Death(
                    at: now, reason: .unregistered, explanation: "the device got another token"))
        }
        if self.device(device.id) == nil {
            try registerLightDevice(key, token: token, now: now)
        } else if liveToken(key) == nil {
            guard apps[key.bundleID] != nil else { throw .unknownApp(key.bundleID) }
            restore(
                Registration(
                    token: token, deviceID: device.id, bundleID: device.bundleID,
                    environment: device.environment, family: .app, instance: "", registeredAt: now))
        }
        try changeDevice(device.id) {
            $0.isOnline = device.isOnline
            $0.isSavingPower = device.isSavingPower
        }
        if let end = device.end {
            try kill(
                token,
                Registration.Death(
                    at: end.since, reason: end.reason,
                    explanation: end.reason == .expiredToken
                        ? "the device token expired" : "the app was deleted from the device"))
        }
        return token
    }
}
