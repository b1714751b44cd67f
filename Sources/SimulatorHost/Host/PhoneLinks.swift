// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
import DeviceSimulator

/// The connection from APNs to the phones.
struct PhoneDelivery: DeviceLink {
    let phones: Phones

    func deliver(_ push: DevicePush, to deviceID: String) async {
        await phones.deliver(push, to: deviceID)
    }

    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async {
        await phones.deliver(broadcast, to: deviceID)
    }
}

/// The connection from a phone to APNs, through which the phone registers device tokens and reports
/// whether it is online.
struct PhoneRegistration: PushLink {
    let service: ServiceHost
    /// The team of the apps on the simulator's phones.
    let teamID: String

    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken {
        try service.registerApp(bundleID: bundleID, teamID: teamID)
        return try service.registerToken(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: instance)
    }

    func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws {
        // A token that is unknown to APNs needs no revocation.
        for token in tokens where service.registration(of: token) != nil {
            try service.unregister(token, because: end)
        }
    }

    func setNotificationsAllowed(
        deviceID: String, bundleID: String, _ isAllowed: Bool
    ) async throws {
        try service.setNotificationsEnabled(isAllowed, bundleID: bundleID, deviceID: deviceID)
    }

    func unregister(deviceID: String, bundleID: String) async throws {
        try service.deleteApp(bundleID: bundleID, deviceID: deviceID)
    }

    func follow(_ channels: [ChannelSubscription], deviceID: String) async throws {
        for channel in channels {
            try service.registerApp(bundleID: channel.bundleID, teamID: teamID)
        }
        try service.setFollowed(Set(channels), by: deviceID)
    }

    func setOnline(deviceID: String, _ isOnline: Bool) async throws {
        try service.registerDevice(deviceID, isOnline: isOnline)
        try service.setOnline(isOnline, deviceID: deviceID)
    }

    func setSavingPower(deviceID: String, _ isSavingPower: Bool) async throws {
        try service.setSavingPower(isSavingPower, deviceID: deviceID)
    }
}
