// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One notification for one device, ready to be sent to APNs.
///
/// Optional values that are `nil` are not sent, so APNs' own defaults apply.
/// Source: "Sending notification requests to APNs".
public struct PushRequest: Hashable, Sendable {
    /// The body. Its maximum length depends on the push type:
    /// ``PushType/Traits/payloadByteCountMax`` bytes.
    public var body: [UInt8]
    /// The recipient. The path of the request is `/3/device/` followed by the token's hex digits.
    public var deviceToken: DeviceToken
    /// The value of `apns-topic`.
    public var topic: Topic
    /// The value of `apns-push-type`.
    public var pushType: PushType
    /// The value of `apns-priority`; if `nil`, APNs assumes 10.
    public var priority: PushPriority?
    /// `apns-expiration`; `nil` means APNs' own storage policy, and ``PushExpiration/oneAttempt``
    /// means no storage.
    public var expiration: PushExpiration?
    /// The value of `apns-collapse-id`.
    public var collapseID: CollapseID?
    /// The value of `apns-id`; if `nil`, APNs generates an identifier.
    public var id: APNSID?
}

// These initializers are in an extension, so that the struct keeps its memberwise initializer. An
// initializer that assigns the properties itself would copy a struct of this size at the end (Swift
// 6.3).
extension PushRequest {
    /// Makes a request with a body that is sent unchanged.
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
    /// requires.
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

    /// The request path. It contains the token and must not be logged.
    public var path: String {
        var bytes: [UInt8] = []
        appendPath(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``path`` without creating a string.
    package func appendPath(to bytes: inout [UInt8]) {
        // The closure copies the values that it captures, and the token alone is cheap to copy.
        let token = deviceToken
        bytes.append(addingCapacity: pathByteCount) { output in
            // This call cannot fail, because the capacity was computed.
            try? output.put(plain: APNSHeader.devicePathPrefix)
            token.writeHex(to: &output)
        }
    }

    /// The number of bytes of ``path``.
    package var pathByteCount: Int {
        APNSHeader.devicePathPrefix.utf8.count + 2 * deviceToken.byteCount
    }

    /// All headers except the pseudo-headers and `authorization`, in a fixed order.
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

    /// Checks that the request can be sent and that its size is within the limits of APNs.
    ///
    /// - Throws: ``PushRequestError`` when the body is empty or too long for its push type, or when
    ///   the topic cannot be the value of a header.
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

/// The reason why a request is invalid. An invalid request is not sent.
public enum PushRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    case emptyBody
    case bodyTooLong(byteCount: Int, limit: Int, pushType: PushType)
    case broadcastTooLong(byteCount: Int, limit: Int)
    case badTopic(String)

    public var description: String {
        switch self {
        case .emptyBody: "the payload is empty; send a JSON object, at least {}"
        case .bodyTooLong(let count, let limit, let type):
            "the payload has \(count) bytes, but \(type.rawValue) pushes accept at most \(limit); "
                + "shorten it by \(count - limit)"
        case .broadcastTooLong(let count, let limit):
            "the payload has \(count) bytes, but broadcasts accept at most \(limit); shorten it by "
                + "\(count - limit)"
        case .badTopic(let text):
            "\"\(text)\" is not a valid topic; send a bundle identifier such as com.example.app"
        }
    }
}
