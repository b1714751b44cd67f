// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
public import APNSWire
public import DeviceModel
import DeviceSimulator
import Foundation
public import Testing

extension TestAPNS {
    /// Creates a broadcast channel for an app, as the app's provider server does.
    ///
    /// - Parameters:
    ///   - storage: whether APNs stores the newest broadcast for phones that are offline; by
    ///     default, APNs stores it.
    /// - Returns: The channel's identifier, for `pushType: .channel(id)` and
    ///   ``TestPhone/broadcast(_:channel:to:_:check:sourceLocation:)``.
    /// - Throws: ``PushRejected`` when APNs refuses the request.
    @discardableResult
    public func createChannel(
        for bundleID: String, storage: ChannelStorage = .mostRecent,
        environment: APNSEnvironment = .sandbox,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        try service.registerApp(bundleID: bundleID, teamID: Self.teamID)
        let response = try ask(
            "POST", Self.channelsPath(bundleID),
            body: ChannelBody.settings(storage), endpoint: .channels,
            environment: environment, sourceLocation)
        return response.headers.first { $0.name == APNSHeader.channelID }?.value ?? ""
    }

    /// Returns the identifiers of an app's channels, like a request from the app's provider server.
    ///
    /// - Throws: ``PushRejected`` when APNs refuses the request.
    public func channels(
        of bundleID: String, environment: APNSEnvironment = .sandbox,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let response = try ask(
            "GET", APNSHeader.managementPathPrefix + bundleID + APNSHeader.allChannelsPathSuffix,
            endpoint: .channels, environment: environment, sourceLocation)
        return ChannelBody.channels(in: response.body)?.map(\.text) ?? []
    }

    /// Deletes a channel permanently.
    ///
    /// - Throws: ``PushRejected`` when APNs refuses the request.
    public func deleteChannel(
        _ id: String, of bundleID: String, environment: APNSEnvironment = .sandbox,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try ask(
            "DELETE", Self.channelsPath(bundleID), headers: [(APNSHeader.channelID, id)],
            endpoint: .channels, environment: environment, sourceLocation)
    }

    /// Turns the Broadcast capability of an app's App ID on or off. Initially, the capability is
    /// on. While it is off, the app's channels do not exist (`LA-20`).
    public func setBroadcastCapability(_ isEnabled: Bool, of bundleID: String) throws {
        try service.registerApp(bundleID: bundleID, teamID: Self.teamID)
        try service.setBroadcastEnabled(isEnabled, bundleID: bundleID)
    }

    /// Returns the latest expiration that a channel accepts. A channel without storage accepts only
    /// an expiration of 0, which means one delivery attempt.
    func latestExpiration(
        _ id: String, of bundleID: String, _ environment: APNSEnvironment
    ) -> PushExpiration {
        let channel = service.channels(of: bundleID, environment).first { $0.id.text == id }
        guard channel?.storage == .mostRecent else { return .oneAttempt }
        return .at(time.now + ChannelStorage.storedSecondsMax)
    }

    private static func channelsPath(_ bundleID: String) -> String {
        APNSHeader.managementPathPrefix + bundleID + APNSHeader.channelsPathSuffix
    }
}

extension TestPhone {
    /// Broadcasts a payload through APNs to all subscribers of a channel, and waits until this
    /// phone and all other phones at the same APNs have processed the broadcast and their app code
    /// has run.
    ///
    /// - Parameters:
    ///   - payload: the JSON text of the body.
    ///   - channel: the channel's identifier; see
    ///     ``TestAPNS/createChannel(for:storage:environment:sourceLocation:)``.
    ///   - app: the app that owns the channel; by default, the only app on the phone.
    ///   - check: how the payload is checked before the broadcast is sent.
    ///   - headers: the headers to set. By default, `apns-expiration` is the latest time that the
    ///     channel allows; for a channel without storage, it is 0.
    /// - Returns: The arrivals on this phone, one for each Live Activity that follows the channel.
    /// - Throws: ``PushRejected`` when APNs refuses the request.
    @discardableResult
    public func broadcast(
        _ payload: String, channel: String, to app: AppUnderTest? = nil,
        _ headers: PushHeaders = PushHeaders(), check: PayloadCheck = .lint,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Arrival] {
        let app = try app ?? onlyApp(sourceLocation)
        var checked = headers
        checked.pushType = headers.pushType ?? .liveactivity
        _ = try check.read(Array(payload.utf8), checked, sourceLocation)
        // Lets a Live Activity that was just started subscribe to the channel before the broadcast
        // is sent.
        await settle()
        let environment = state.environment(of: app.bundleID) ?? .sandbox
        let priority = headers.priority ?? PushPriority.immediate
        let expiration =
            headers.expiration ?? apns.latestExpiration(channel, of: app.bundleID, environment)
        let response = try apns.ask(
            "POST", APNSHeader.broadcastPathPrefix + app.bundleID,
            headers: [
                (APNSHeader.channelID, channel),
                (APNSHeader.pushType, (headers.pushType ?? .liveactivity).rawValue),
                (APNSHeader.priority, String(priority.rawValue)),
                (APNSHeader.expiration, String(expiration.epochSeconds)),
            ], body: Array(payload.utf8), environment: environment, sourceLocation)
        await apns.service.allDelivered()
        await settle()
        guard let id = response.headers.first(where: { $0.name == APNSHeader.requestID })?.value
        else { return [] }
        return arrivals.filter { $0.apnsID?.text == id }.reversed()
    }
}
