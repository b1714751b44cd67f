// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One notification to every activity that follows a channel, ready to be sent.
///
/// It goes to the host of ordinary notifications. Source: "Sending broadcast push notification
/// requests to APNs". Expiration and priority are always sent; it is reported that APNs wants both.
public struct BroadcastRequest: Hashable, Sendable {
    /// The app's bare bundle identifier, without the suffix of a push type: part of the path. A
    /// broadcast has no `apns-topic`.
    public var bundleID: String
    /// `apns-channel-id`.
    public var channelID: ChannelID
    /// The body: a Live Activity update or end of at most ``ChannelBroadcast/byteCountMax`` bytes.
    public var body: [UInt8]
    /// `apns-priority`.
    public var priority: PushPriority
    /// `apns-expiration`. Anything but ``PushExpiration/oneAttempt`` is refused on a channel that
    /// stores nothing.
    public var expiration: PushExpiration
    /// `apns-request-id`; `nil` lets APNs make one.
    public var id: APNSID?

    /// Makes a broadcast from bytes that are sent as they are.
    public init(
        channelID: ChannelID, body: [UInt8], bundleID: String,
        priority: PushPriority = .immediate, expiration: PushExpiration = .oneAttempt,
        id: APNSID? = nil
    ) {
        self.bundleID = bundleID
        self.channelID = channelID
        self.body = body
        self.priority = priority
        self.expiration = expiration
        self.id = id
    }

    /// Makes a broadcast from the payload of a Live Activity push.
    ///
    /// - Throws: ``ChannelRequestError/notForBroadcast(_:)`` unless it updates or ends activities.
    public init(
        channelID: ChannelID, payload: Payload, bundleID: String,
        priority: PushPriority = .immediate, expiration: PushExpiration = .oneAttempt,
        id: APNSID? = nil
    ) throws(ChannelRequestError) {
        let event = payload.aps?.liveActivity.event
        guard event == .update || event == .end else { throw .notForBroadcast(event) }
        self.init(
            channelID: channelID, body: payload.encoded, bundleID: bundleID, priority: priority,
            expiration: expiration, id: id)
    }

    /// The request method.
    public var method: String { "POST" }

    /// The request path, for instance `/4/broadcasts/apps/com.example.app`.
    public var path: String { APNSHeader.broadcastPathPrefix + bundleID }

    /// The headers besides the pseudo-headers and `authorization`, in a fixed order.
    public var headerFields: [(name: String, value: String)] {
        var fields = [
            (name: APNSHeader.channelID, value: channelID.text),
            (APNSHeader.pushType, PushType.liveactivity.rawValue),
            (APNSHeader.priority, String(priority.rawValue)),
            (APNSHeader.expiration, String(expiration.epochSeconds)),
        ]
        if let id { fields.append((APNSHeader.requestID, id.text)) }
        return fields
    }

    /// Finds what makes the request impossible or certain to be refused.
    ///
    /// - Throws: ``ChannelRequestError`` when the body is empty or too long, or when the bundle
    ///   identifier cannot stand in the path.
    public func validate() throws(ChannelRequestError) {
        guard !body.isEmpty else { throw .emptyBody }
        guard body.count <= ChannelBroadcast.byteCountMax else {
            throw .bodyTooLong(byteCount: body.count, limit: ChannelBroadcast.byteCountMax)
        }
        try ChannelRequestError.check(bundleID: bundleID)
    }
}
