// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One broadcast to all subscribers of a channel, ready to be sent.
///
/// Broadcasts update or end Live Activities; they cannot start one. The body has the form of a Live
/// Activity push to a device, and has at most ``ChannelBroadcast/byteCountMax`` bytes. Source:
/// "Sending broadcast push notification requests to APNs".
public struct BroadcastRequest: Hashable, Sendable {
    /// `apns-channel-id`, as APNs returned it when the channel was created.
    public var channelID: ChannelID
    /// The app's bundle identifier, without the suffix of a push type. The bundle identifier is the
    /// last component of the path. If it has a suffix, APNs responds with `TopicDisallowed`.
    public var bundleID: String
    /// The body, which is sent unchanged.
    public var body: [UInt8]
    /// `apns-push-type`. APNs accepts only ``PushType/liveactivity``; tests of a server may send
    /// another value.
    public var pushType: PushType
    /// `apns-priority`, which is required for a broadcast.
    public var priority: PushPriority
    /// `apns-expiration`, which is required for a broadcast. A channel without storage accepts only
    /// ``PushExpiration/oneAttempt``. A channel with storage keeps the newest broadcast until this
    /// date, but for at most ``ChannelStorage/storedSecondsMax``.
    public var expiration: PushExpiration
    /// The value of `apns-request-id`; if `nil`, APNs generates an identifier.
    public var id: APNSID?

    /// Makes a request with a body that is sent unchanged.
    public init(
        channelID: ChannelID, body: [UInt8], bundleID: String, pushType: PushType = .liveactivity,
        priority: PushPriority = .immediate, expiration: PushExpiration = .oneAttempt,
        id: APNSID? = nil
    ) {
        self.channelID = channelID
        self.body = body
        self.bundleID = bundleID
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.id = id
    }

    /// Makes a request from a payload.
    public init(
        channelID: ChannelID, payload: Payload, bundleID: String,
        priority: PushPriority = .immediate, expiration: PushExpiration = .oneAttempt,
        id: APNSID? = nil
    ) {
        self.init(
            channelID: channelID, body: payload.encoded, bundleID: bundleID, priority: priority,
            expiration: expiration, id: id)
    }

    /// The request path.
    public var path: String { APNSHeader.broadcastPathPrefix + bundleID }

    /// All headers except the pseudo-headers and `authorization`, in a fixed order.
    public var headerFields: [(name: String, value: String)] {
        var fields = [
            (name: APNSHeader.channelID, value: channelID.text),
            (APNSHeader.pushType, pushType.rawValue),
            (APNSHeader.priority, String(priority.rawValue)),
            (APNSHeader.expiration, String(expiration.epochSeconds)),
        ]
        if let id { fields.append((APNSHeader.requestID, id.text)) }
        return fields
    }

    /// Checks that the request can be sent and that its size is within the limits of APNs.
    ///
    /// - Parameter checksSize: whether the length of the body is checked.
    /// - Throws: ``PushRequestError`` when the body is empty or too long, or when the bundle
    ///   identifier cannot be part of a path.
    public func validate(checksSize: Bool = true) throws(PushRequestError) {
        if checksSize {
            guard !body.isEmpty else { throw .emptyBody }
            let limit = ChannelBroadcast.byteCountMax
            guard body.count <= limit else {
                throw .broadcastTooLong(byteCount: body.count, limit: limit)
            }
        }
        guard Topic.isPlausible(bundleID) else { throw .badTopic(bundleID) }
    }
}
