// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One notification for one device, ready to be sent: what becomes the request to APNs.
///
/// Optional values that are `nil` are not sent, so APNs' own defaults apply.
/// Source: "Sending notification requests to APNs".
public struct PushRequest: Hashable, Sendable {
    /// The body. Limit by push type: ``PushType/Traits/payloadByteCountMax`` bytes.
    public var body: [UInt8]
    /// Where it goes: `/3/device/` and the token's hex digits.
    public var deviceToken: DeviceToken
    /// `apns-topic`.
    public var topic: Topic
    /// `apns-push-type`.
    public var pushType: PushType
    /// `apns-priority`; `nil` means that APNs assumes 10.
    public var priority: PushPriority?
    /// `apns-expiration`; `nil` means APNs' storage policy, ``PushExpiration/oneAttempt`` no
    /// storage.
    public var expiration: PushExpiration?
    /// `apns-collapse-id`.
    public var collapseID: CollapseID?
    /// `apns-id`; `nil` lets APNs make one.
    public var id: APNSID?
}

// In an extension, so that the struct has its memberwise initializer: one that assigns properties
// of a struct this size ends with a copy of all of it (Swift 6.3).
extension PushRequest {
    /// Makes a request from bytes that are sent as they are.
    public init(
        deviceToken: DeviceToken, body: [UInt8], topic: Topic, pushType: PushType,
        priority: PushPriority? = nil, expiration: PushExpiration? = nil,
        collapseID: CollapseID? = nil, id: APNSID? = nil
    ) {
        self.init(
            body: body, deviceToken: deviceToken, topic: topic, pushType: pushType,
            priority: priority, expiration: expiration, collapseID: collapseID, id: id)
    }

    /// Makes a request from a payload for an app, with the topic and priority that the push type
    /// asks for.
    public init(
        deviceToken: DeviceToken, payload: Payload, bundleID: String, pushType: PushType = .alert,
        priority: PushPriority? = nil, expiration: PushExpiration? = nil,
        collapseID: CollapseID? = nil, id: APNSID? = nil
    ) {
        self.init(
            body: payload.encoded, deviceToken: deviceToken,
            topic: Topic(bundleID: bundleID, pushType: pushType), pushType: pushType,
            priority: priority ?? pushType.usualPriority, expiration: expiration,
            collapseID: collapseID, id: id)
    }

    /// The request path. It holds the token: keep it out of logs.
    public var path: String {
        var bytes: [UInt8] = []
        appendPath(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes ``path`` behind what is there, without making a text of it.
    package func appendPath(to bytes: inout [UInt8]) {
        // The closure takes a copy of what it names: the token alone is cheap.
        let token = deviceToken
        bytes.append(addingCapacity: pathByteCount) { output in
            // There is room: it was counted.
            try? output.put(plain: APNSHeader.devicePathPrefix)
            token.writeHex(to: &output)
        }
    }

    /// How many bytes ``path`` has.
    package var pathByteCount: Int {
        APNSHeader.devicePathPrefix.utf8.count + 2 * deviceToken.byteCount
    }

    /// The headers besides the pseudo-headers and `authorization`, in a fixed order.
    public var headerFields: [(name: String, value: String)] {
        var fields = [
            (name: APNSHeader.topic, value: topic.text), (APNSHeader.pushType, pushType.rawValue),
        ]
        if let priority { fields.append((APNSHeader.priority, String(priority.rawValue))) }
        if let expiration {
            fields.append((APNSHeader.expiration, String(expiration.epochSeconds)))
        }
        if let collapseID { fields.append((APNSHeader.collapseID, collapseID.text)) }
        if let id { fields.append((APNSHeader.id, id.text)) }
        return fields
    }

    /// Finds what makes the request impossible or certain to be refused for its size.
    ///
    /// - Throws: ``PushRequestError`` when the body is empty or too long for its push type, or when
    ///   the topic cannot stand in a header.
    public func validate() throws(PushRequestError) {
        guard !body.isEmpty else { throw .emptyBody }
        let limit = pushType.payloadByteCountMax
        guard body.count <= limit else {
            throw .bodyTooLong(byteCount: body.count, limit: limit, pushType: pushType)
        }
        let topic = topic.text
        guard Topic.isPlausible(topic) else { throw .badTopic(topic) }
    }
}

/// Why a request cannot be made; nothing was sent.
public enum PushRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    case emptyBody
    case bodyTooLong(byteCount: Int, limit: Int, pushType: PushType)
    case broadcastTooLong(byteCount: Int, limit: Int)
    case badTopic(String)

    public var description: String {
        switch self {
        case .emptyBody: "the payload is empty; send a JSON object, at least {}"
        case .bodyTooLong(let count, let limit, let type):
            "the payload has \(count) bytes, \(type.rawValue) pushes take \(limit); shorten it by "
                + "\(count - limit)"
        case .broadcastTooLong(let count, let limit):
            "the payload has \(count) bytes, broadcasts take \(limit); shorten it by "
                + "\(count - limit)"
        case .badTopic(let text):
            "\"\(text)\" is not a topic; send a bundle identifier such as com.example.app"
        }
    }
}
