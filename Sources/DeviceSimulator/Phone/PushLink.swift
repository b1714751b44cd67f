// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The phone's connection to APNs: how it gets tokens and says that it is there.
///
/// The other direction, a push for the phone, is a call of ``VirtualDevice/receive(_:)``. The
/// device does not hold the link's answers back: a push may arrive before
/// ``setOnline(deviceID:_:)`` returns.
public protocol PushLink: Sendable {
    /// Gives an app its token; the same one as before while the app stays installed.
    ///
    /// - Parameter instance: tells tokens of one family apart: the identifier of a Live Activity,
    ///   or the name of the attributes type to start; empty otherwise.
    /// - Throws: anything; the app gets it as the failure of its registration.
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken

    /// Says that tokens are dead, and why.
    func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws

    /// Says that an app was deleted: its tokens are dead from now on.
    func unregister(deviceID: String, bundleID: String) async throws

    /// Says whether an app may show notifications; APNs discards alerts for one that may not.
    func setNotificationsAllowed(deviceID: String, bundleID: String, _ isAllowed: Bool) async throws

    /// Says which channels the phone follows from now on; what they keep comes at once (`LA-20`).
    func follow(_ channels: [ChannelSubscription], deviceID: String) async throws

    /// Says that the phone can be reached or not; what waited for it comes when it can.
    func setOnline(deviceID: String, _ isOnline: Bool) async throws

    /// Says that the phone saves power or not: what has a priority below 10 waits meanwhile
    /// ("Sending notification requests to APNs").
    func setSavingPower(deviceID: String, _ isSavingPower: Bool) async throws
}

extension PushLink {
    /// For links without channels: nothing comes through any.
    public func follow(_ channels: [ChannelSubscription], deviceID: String) async throws {}

    /// For links that hold nothing back: the phone alone decides about Low Power Mode.
    public func setSavingPower(deviceID: String, _ isSavingPower: Bool) async throws {}

    /// Gives an app its only token of a family.
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily
    ) async throws -> DeviceToken {
        try await registerToken(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: "")
    }
}
