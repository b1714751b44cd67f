// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The phone's connection to APNs, by which it gets tokens and reports that it is online.
///
/// The other direction, a push for the phone, is a call of
/// ``VirtualDevice/receive(_:)-(DevicePush)``. The phone does not wait for the link's methods to
/// return: a push may arrive before ``setOnline(deviceID:_:)`` returns.
public protocol PushLink: Sendable {
    /// Returns an app's token; the same one as before while the app stays installed.
    ///
    /// - Parameter instance: Distinguishes tokens of one family: the identifier of a Live Activity,
    ///   or the name of the attributes type to start; empty otherwise.
    /// - Throws: Any error; the app gets it as the failure of its registration.
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken

    /// Reports that tokens are dead, and why.
    func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws

    /// Reports that an app was deleted: its tokens are dead from now on.
    func unregister(deviceID: String, bundleID: String) async throws

    /// Reports whether an app may show notifications; APNs discards alerts for one that may not.
    func setNotificationsAllowed(deviceID: String, bundleID: String, _ isAllowed: Bool) async throws

    /// Reports the channels that the phone now follows; their stored broadcasts arrive at once
    /// (`LA-20`).
    func follow(_ channels: [ChannelSubscription], deviceID: String) async throws

    /// Reports whether the phone can be reached; if so, APNs delivers what it stored.
    func setOnline(deviceID: String, _ isOnline: Bool) async throws

    /// Reports whether the phone saves power: while it does, pushes of a priority below 10 wait
    /// ("Sending notification requests to APNs").
    func setSavingPower(deviceID: String, _ isSavingPower: Bool) async throws
}

extension PushLink {
    /// Does nothing, for links without channels.
    public func follow(_ channels: [ChannelSubscription], deviceID: String) async throws {}

    /// Does nothing, for links that do not hold pushes back: only the phone itself handles Low
    /// Power Mode.
    public func setSavingPower(deviceID: String, _ isSavingPower: Bool) async throws {}

    /// Returns an app's only token of a family.
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily
    ) async throws -> DeviceToken {
        try await registerToken(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: "")
    }
}
