// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One broadcast to everybody who follows a channel, ready to be sent.
///
/// Broadcasts update or end Live Activities; they cannot start one. The body of a good one is what
/// a Live Activity push to a device holds, up to ``ChannelBroadcast/byteCountMax`` bytes. Source:
/// "Sending broadcast push notification requests to APNs".
public struct BroadcastRequest: Hashable, Sendable {
    /// `apns-channel-id`, as APNs answered it when the channel was created.
    public var channelID: ChannelID
    /// The app's bundle identifier, without the suffix of a push type: it ends the path, and with a
    /// suffix APNs answers `TopicDisallowed`.
    public var bundleID: String
    /// The body, sent as it is.
    public var body: [UInt8]
    /// `apns-push-type`. APNs takes ``PushType/liveactivity`` only; a test of the other end may
    /// say something else.
    public var pushType: PushType
    /// `apns-priority`, which a broadcast has to say.
    public var priority: PushPriority
    /// `apns-expiration`, which a broadcast has to say. A channel that stores nothing takes
    /// ``PushExpiration/oneAttempt`` only; one that stores the newest broadcast keeps it until
    /// then, for ``ChannelStorage/keptSecondsMax`` at most.
    public var expiration: PushExpiration
    /// `apns-request-id`; `nil` lets APNs make one.
    public var id: APNSID?

    /// Makes a request from bytes that are sent as they are.
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

    /// The headers besides the pseudo-headers and `authorization`, in a fixed order.
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

    /// Finds what makes the request impossible or certain to be refused for its size.
    ///
    /// - Parameter checksSize: whether the length of the body is looked at.
    /// - Throws: ``PushRequestError`` when the body is empty or too long, or when the bundle
    ///   identifier cannot stand in a path.
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
