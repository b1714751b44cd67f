// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Changes to senders, devices and apps.
extension PushService {
    /// Registers a key. Any key with the same identifier is replaced.
    public mutating func registerKey(_ key: RegisteredKey) throws(ServiceError) {
        try registry.register(key)
    }

    /// Removes a key, for instance because it was revoked.
    public mutating func removeKey(_ keyID: String) { registry.removeKey(keyID) }

    /// Registers an app of a team. Registering the same app again changes nothing.
    public mutating func registerApp(bundleID: String, teamID: String) throws(ServiceError) {
        try registry.registerApp(bundleID: bundleID, teamID: teamID)
    }

    /// Registers a device. Registering the same device again changes nothing.
    public mutating func registerDevice(_ id: String, isOnline: Bool = true) throws(ServiceError) {
        try registry.registerDevice(id, isOnline: isOnline)
    }

    /// Removes a device. Its tokens become invalid, and its stored notifications are discarded.
    public mutating func removeDevice(_ id: String, now: Date) {
        registry.removeDevice(id, now: now)
        channels.removeFollower(id)
        discardStored(now: now) { $0.deviceID == id }
    }

    /// Connects or disconnects a device. Stored notifications are delivered when the device
    /// connects.
    public mutating func setOnline(
        _ isOnline: Bool, deviceID: String, now: Date
    ) throws(ServiceError) -> [ServiceAction] {
        try registry.changeDevice(deviceID) { $0.isOnline = isOnline }
        return isOnline ? release(deviceID: deviceID, now: now) : []
    }

    /// Sets whether a device saves power, so that notifications with a priority below 10 are
    /// delayed.
    public mutating func setSavingPower(
        _ isSavingPower: Bool, deviceID: String, now: Date
    ) throws(ServiceError) -> [ServiceAction] {
        try registry.changeDevice(deviceID) { $0.isSavingPower = isSavingPower }
        return isSavingPower ? [] : release(deviceID: deviceID, now: now)
    }

    /// Records the device's report on whether the person allows notifications of an app.
    public mutating func setNotificationsEnabled(
        _ isEnabled: Bool, bundleID: String, deviceID: String
    ) throws(ServiceError) {
        try registry.changeDevice(deviceID) { device in
            if isEnabled {
                device.mutedBundleIDs.remove(bundleID)
            } else {
                device.mutedBundleIDs.insert(bundleID)
            }
        }
    }

    /// Returns the token of an app on a device. Repeated calls return the same token until the app
    /// is deleted.
    ///
    /// - Parameter instance: a text that distinguishes several tokens of one family, for instance
    ///   the identifier of a Live Activity.
    public mutating func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment,
        family: TokenFamily = .app,
        instance: String = "", now: Date, using generator: inout some RandomNumberGenerator
    ) throws(ServiceError) -> DeviceToken {
        let key = Registration.Key(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: instance)
        return try registry.registerToken(key, now: now, using: &generator)
    }

    /// Invalidates a token that the phone has unregistered. Afterwards, requests for the token are
    /// rejected with 410 `Unregistered`.
    ///
    /// - Parameter end: the cause, for the log.
    public mutating func unregister(
        _ token: DeviceToken, because end: TokenEnd = .unregistered, now: Date
    ) throws(ServiceError) {
        let death = Registration.Death(
            at: now, reason: .unregistered, explanation: end.summary)
        try registry.kill(token, death)
    }

    /// Invalidates a token because of its age. Afterwards, requests for the token are rejected with
    /// 410 `ExpiredToken`.
    public mutating func expire(_ token: DeviceToken, now: Date) throws(ServiceError) {
        let death = Registration.Death(
            at: now, reason: .expiredToken, explanation: "the device token expired")
        try registry.kill(token, death)
    }

    /// Removes an app from a device. All tokens of the app on this device become invalid, in both
    /// environments, and its stored notifications are discarded.
    public mutating func deleteApp(
        bundleID: String, deviceID: String, now: Date
    ) throws(ServiceError) {
        guard registry.device(deviceID) != nil else { throw .unknownDevice(deviceID) }
        let death = Registration.Death(
            at: now, reason: .unregistered, explanation: "the app was deleted from the device")
        registry.killTokens(of: bundleID, deviceID: deviceID, death)
        try setNotificationsEnabled(true, bundleID: bundleID, deviceID: deviceID)
        channels.removeFollower(deviceID, bundleID: bundleID)
        discardStored(now: now) { $0.deviceID == deviceID && $0.bundleID == bundleID }
    }

    /// Removes devices, device tokens, stored notifications and the log. Keys, apps, channels and
    /// options do not change.
    public mutating func reset() {
        var service = PushService(
            tokenCheck: tokenCheck, options: options, limits: limits, checks: checks)
        service.registry.takeSenders(from: registry)
        service.channels.takeChannels(from: channels)
        service.log = log
        service.log.removeAll()
        self = service
    }

    private mutating func discardStored(now: Date, where matches: (StoredPush.Slot) -> Bool) {
        for stored in store.values where matches(stored.slot) {
            store[stored.slot] = nil
            log.update(
                stored.logSequence, .discardedUnregistered, at: now,
                because: "the app or the device was removed while the notification was stored")
        }
    }
}
