// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Checks of broadcasts and channel requests. Sources: "Sending broadcast push notification requests
// to APNs", "Sending channel management requests to APNs", "Handling error responses from APNs".
extension AcceptanceCheck {
    /// The checks of the sender, which are the same as for a notification.
    private static let sender: [AcceptanceCheck] = [
        .certificate, .certificateEnvironment,
        .providerToken, .expiredConnection, .keyEnvironment, .team, .relatedKey, .tokenUpdates,
        .duplicateHeaders, .messageID,
    ]

    /// The order of the checks for `/4/broadcasts/apps/`. Apple documents that authentication is
    /// checked first, then the channel, then its subscribers. Measurements show that the method is
    /// checked before the credentials. Bellhop chose the rest of the order.
    static let broadcastOrder: [AcceptanceCheck] =
        [.method] + sender + [
            .bareBundleID, .appOfPath, .broadcastEnabled,
            .channelGiven, .broadcastPushType, .broadcastExpiration, .broadcastPriority,
            .emptyPayload, .broadcastSize, .broadcastJSON,
            .channelKnown, .expirationFitsStorage,
        ]

    /// The order of the checks for `/1/apps/`. Measurements show that the credentials are checked
    /// before the channel. Bellhop chose the rest of the order.
    static let managementOrder: [AcceptanceCheck] =
        [.managementMethod] + sender + [
            .bareBundleID, .appOfPath, .broadcastEnabled,
            .channelGiven, .channelSettings, .channelRoom, .channelKnown,
        ]

    /// `MethodNotAllowed`: a channel is created with POST, read with GET and deleted with DELETE.
    /// The list of channels is read with GET.
    private static let managementMethod = AcceptanceCheck("method", .path) { request, _ in
        switch (request.path, request.request.method) {
        case (.channels, "POST"), (.channels, "GET"), (.channels, "DELETE"), (.allChannels, "GET"):
            nil
        default: Refusal(.methodNotAllowed)
        }
    }

    /// `TopicDisallowed`: the path must have the bundle identifier without the suffix of a push
    /// type.
    private static let bareBundleID = AcceptanceCheck("bundle identifier", .topic) {
        request, service in
        guard let bundleID = request.channelBundleID else { return nil }
        guard Topic.isPlausible(bundleID) else {
            return Refusal(.topicDisallowed, because: "the path contains no bundle identifier")
        }
        guard service.registry.apps[bundleID] == nil, let type = PushType.named(byTopic: bundleID)
        else { return nil }
        return Refusal(
            .topicDisallowed,
            because: "the path must contain the bundle identifier without "
                + type.traits.topicSuffix)
    }

    /// `TopicMismatch`: with a provider token, the app must belong to the key's team, and the key
    /// must cover the app; with a certificate, the certificate must list the app.
    private static let appOfPath = AcceptanceCheck("app of the path", .topic) { request, service in
        guard let bundleID = request.channelBundleID else { return nil }
        if let certificate = request.certificate, !certificate.topics.contains(bundleID) {
            return Refusal(
                .topicMismatch,
                because: "the client certificate does not list \(bundleID.prefix(255))")
        }
        guard let key = request.token?.key else { return nil }
        guard let owner = service.registry.apps[bundleID] else {
            return Refusal(
                .topicMismatch,
                because: "the simulator does not know the app \(bundleID.prefix(255)); register "
                    + "the app or check the path")
        }
        guard owner == key.teamID else {
            return Refusal(
                .topicMismatch,
                because: "the app belongs to team \(owner), but the key belongs to team "
                    + "\(key.teamID)")
        }
        guard request.connection.covers(bundleID, service.options) else {
            return Refusal(.topicMismatch, because: appOfLaterTime)
        }
        guard key.bundleIDs?.contains(bundleID) ?? true else {
            return Refusal(.topicMismatch, because: "key \(key.keyID) is not valid for this app")
        }
        return nil
    }

    /// `FeatureNotEnabled`: the App ID lacks the Broadcast capability.
    private static let broadcastEnabled = AcceptanceCheck("broadcast capability", .topic) {
        request, service in
        guard let bundleID = request.channelBundleID,
            service.channels.disabledBundleIDs.contains(bundleID)
        else { return nil }
        return Refusal(.featureNotEnabled)
    }

    /// `MissingChannelId`, `BadChannelId`: every request must specify a channel, except requests
    /// that create or list channels.
    private static let channelGiven = AcceptanceCheck("channel given", .headers) { request, _ in
        guard request.namesChannel else { return nil }
        return switch request.channelID {
        case .absent: Refusal(.missingChannelID)
        case .unusable: Refusal(.badChannelID)
        case .value: nil
        }
    }

    /// `ChannelNotRegistered`: the channel was never created in this environment, or was deleted.
    private static let channelKnown = AcceptanceCheck("channel known", .token) { request, service in
        guard request.namesChannel, let id = request.channelID.value,
            let bundleID = request.channelBundleID,
            service.channels.channel(id, of: bundleID, request.environment) == nil
        else { return nil }
        let other = request.environment.other
        guard service.channels.channel(id, of: bundleID, other) != nil else {
            return Refusal(.channelNotRegistered)
        }
        return Refusal(
            .channelNotRegistered,
            because: "this channel belongs to \(other.rawValue), but the request was sent to "
                + request.environment.rawValue)
    }

    // MARK: Broadcasts

    /// `MissingPushType`, `InvalidPushType`: broadcasts are only for Live Activities.
    private static let broadcastPushType = AcceptanceCheck("apns-push-type", .headers) {
        request, _ in
        switch request.givenPushType {
        case .absent: Refusal(.missingPushType)
        case .value(.liveactivity): nil
        case .value(let type):
            Refusal(
                .invalidPushType,
                because: "\(type.rawValue) pushes cannot be broadcast; send liveactivity")
        case .unusable: Refusal(.invalidPushType)
        }
    }

    /// `BadExpirationDate`: the value must be a whole number of seconds. Developers report that a
    /// broadcast must have the header.
    private static let broadcastExpiration = AcceptanceCheck("apns-expiration", .headers) {
        request, service in
        switch request.expiration {
        case .unusable: Refusal(.badExpirationDate)
        case .absent:
            service.options.requiresBroadcastHeaders
                ? Refusal(.badExpirationDate, because: "a broadcast requires apns-expiration")
                : nil
        case .value: nil
        }
    }

    /// `BadPriority`: the value must be 10, 5 or 1. Developers report that a broadcast must have
    /// the header.
    private static let broadcastPriority = AcceptanceCheck("apns-priority", .headers) {
        request, service in
        switch request.priority {
        case .unusable: Refusal(.badPriority)
        case .absent:
            service.options.requiresBroadcastHeaders
                ? Refusal(.badPriority, because: "a broadcast requires apns-priority") : nil
        case .value: nil
        }
    }

    /// `BadExpirationDate`: a channel without storage accepts only the value 0.
    private static let expirationFitsStorage = AcceptanceCheck("storage of the channel", .token) {
        request, service in
        guard let expiration = request.expiration.value, expiration != .oneAttempt,
            let id = request.channelID.value, let bundleID = request.channelBundleID,
            service.channels.channel(id, of: bundleID, request.environment)?.storage
                == ChannelStorage.none
        else { return nil }
        return Refusal(
            .badExpirationDate,
            because: "this channel does not store messages; send apns-expiration 0")
    }

    /// `PayloadTooLarge`: the limit is 5120 bytes; a body of exactly this size is accepted.
    private static let broadcastSize = AcceptanceCheck("payload size", .body) { request, _ in
        guard request.request.body.count > ChannelBroadcast.byteCountMax else { return nil }
        return Refusal(
            .payloadTooLarge,
            because: "broadcasts accept at most \(ChannelBroadcast.byteCountMax) bytes")
    }

    /// `BadRequestPayload`: unlike the body of a notification, the body of a broadcast must be
    /// JSON.
    private static let broadcastJSON = AcceptanceCheck("payload form", .body) { request, _ in
        (try? JSONReader.read(request.request.body).value.objectValue) == nil
            ? Refusal(.badRequestPayload, because: "the body is not a JSON object") : nil
    }

    // MARK: Channels

    /// The body of a request for a new channel must be valid; see ``ChannelSettings``.
    private static let channelSettings = AcceptanceCheck("settings of the channel", .body) {
        request, _ in
        guard request.createsChannel,
            case .failure(let refusal) = ChannelSettings.read(request.request.body)
        else { return nil }
        return refusal
    }

    /// `CannotCreateChannelConfig`: an app may have at most 10,000 channels in each environment.
    private static let channelRoom = AcceptanceCheck("room for a channel", .rate) {
        request, service in
        guard request.createsChannel, let bundleID = request.channelBundleID,
            !service.channels.hasRoom(for: bundleID, request.environment)
        else { return nil }
        return Refusal(.cannotCreateChannelConfig)
    }
}

extension Inspection {
    /// The app in the path of a broadcast or channel request.
    var channelBundleID: String? {
        switch path {
        case .broadcast(let bundleID), .channels(let bundleID), .allChannels(let bundleID):
            bundleID
        case .device, .unknown: nil
        }
    }

    /// Whether the request creates a channel.
    var createsChannel: Bool {
        if case .channels = path { request.method == "POST" } else { false }
    }

    /// Whether the request requires an existing channel.
    var namesChannel: Bool {
        switch path {
        case .broadcast: true
        case .channels: request.method != "POST"
        case .allChannels, .device, .unknown: false
        }
    }
}
