// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The phone's connection to APNs, through which the phone requests tokens and reports that it is
/// online.
///
/// In the other direction, ``VirtualDevice/receive(_:)-(DevicePush)`` passes a push to the phone.
/// The phone does not wait for the link's methods to return: a push may arrive before
/// ``setOnline(deviceID:_:)`` returns.
public protocol PushLink: Sendable {
    /// Returns an app's token, which stays the same while the app is installed.
    ///
    /// - Parameter instance: Distinguishes tokens of one family: the identifier of a Live Activity,
    ///   or the name of the attributes type to start; empty otherwise.
    /// - Throws: Any error. The app receives the error as the failure of its registration.
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken

    /// Reports that tokens are invalid from now on, together with the reason.
    func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws

    /// Reports that an app was deleted: all its tokens are invalid from now on.
    func unregister(deviceID: String, bundleID: String) async throws

    /// Reports whether an app may show notifications; APNs discards alerts for an app that may not
    /// show them.
    func setNotificationsAllowed(deviceID: String, bundleID: String, _ isAllowed: Bool) async throws

    /// Reports the channels that the phone now follows; APNs then immediately delivers the
    /// broadcasts that it stored for these channels (`LA-20`).
    func follow(_ channels: [ChannelSubscription], deviceID: String) async throws

    /// Reports whether APNs can reach the phone; if so, APNs delivers the pushes that it has
    /// stored.
    func setOnline(deviceID: String, _ isOnline: Bool) async throws

    /// Reports whether the phone saves power: while it saves power, APNs stores pushes of a
    /// priority below 10 ("Sending notification requests to APNs").
    func setSavingPower(deviceID: String, _ isSavingPower: Bool) async throws
}

extension PushLink {
    /// Does nothing. This default implementation is for links without channels.
    public func follow(_ channels: [ChannelSubscription], deviceID: String) async throws {}

    /// Does nothing. This default implementation is for links that do not hold pushes back; only
    /// the phone itself then considers Low Power Mode.
    public func setSavingPower(deviceID: String, _ isSavingPower: Bool) async throws {}

    /// Returns the app's token of a family in which each app has only one token.
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily
    ) async throws -> DeviceToken {
        try await registerToken(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: "")
    }
}
