// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A request that a comparison sends to a simulator and to another server. Both servers receive the
/// same request and reject it, because the device token is invented.
package struct ComparedRequest: Sendable, Hashable {
    /// The maximum number of requests that a comparison sends to Apple's sandbox.
    package static let countMax = 32

    /// The values that are random in each request, or that the person who runs the command
    /// specifies.
    package struct Values: Sendable, Hashable {
        /// The topic of the person's app.
        package let topic: String
        /// An invented device token of 32 random bytes.
        package let token: DeviceToken
        /// A random identifier for the requests that have an `apns-id`.
        package let id: APNSID

        package init(topic: String, token: DeviceToken, id: APNSID) {
            self.topic = topic
            self.token = token
            self.id = id
        }
    }

    /// The request's name in reports, which never changes.
    package let name: String
    package let method: String
    /// The path, with ``tokenMark`` in place of the device token.
    package let path: String
    /// The headers in the order in which they are sent, without the provider token. They contain
    /// ``topicMark`` and ``idMark`` in place of the topic and the identifier.
    package let headers: [RawSender.Header]
    package let body: [UInt8]
    /// Whether the request is sent with a provider token.
    package let isAuthorized: Bool

    /// The words that replace the device token, the topic and the identifier in reports.
    package static let tokenMark = "TOKEN"
    static let topicMark = "TOPIC"
    static let idMark = "ID"

    /// Returns the request with its placeholders replaced by the given values.
    func request(_ values: Values, authorization: String) -> RawSender.Request {
        var headers = headers.map { header in
            let value: String =
                switch header.value {
                case Self.topicMark: values.topic
                case Self.idMark: values.id.text
                default: header.value
                }
            return RawSender.Header(header.name, value)
        }
        if isAuthorized {
            headers.insert(RawSender.Header(APNSHeader.authorization, authorization), at: 0)
        }
        var path = path
        if let range = path.firstRange(of: Self.tokenMark) {
            path = path[..<range.lowerBound] + values.token.hex + path[range.upperBound...]
        }
        return RawSender.Request(method: method, path: path, headers: headers, body: body)
    }
}

// The list of requests. If a request changes, it must also get a new name, because earlier reports
// contain a different request under the old name.
extension ComparedRequest {
    package static let all: [ComparedRequest] = [
        make("invented-token"),
        make("token-not-hex", path: "/3/device/not-a-token"),
        make("token-too-short", path: "/3/device/0a0b0c"),
        make("token-missing", path: "/3/device/"),
        make("topic-of-nobody", [APNSHeader.topic: "com.example.nobody.has.this"]),
        make("topic-missing", [APNSHeader.topic: nil]),
        make("topic-twice", more: [.init(APNSHeader.topic, topicMark)]),
        make("push-type-missing", [APNSHeader.pushType: nil]),
        make("push-type-unknown", [APNSHeader.pushType: "nonsense"]),
        make("provider-token-missing", isAuthorized: false),
        make("payload-empty", body: []),
        make("payload-not-json", body: Array("not JSON".utf8)),
        make("payload-too-large", body: large),
        make("method-get", method: "GET", body: []),
        make("method-put", method: "PUT"),
        make("path-unknown", path: "/3/devices/" + tokenMark),
        make("path-of-version-2", path: "/2/device/" + tokenMark),
        make("expiration-not-a-number", [APNSHeader.expiration: "tomorrow"]),
        make("priority-unknown", [APNSHeader.priority: "7"]),
        make("priority-not-a-number", [APNSHeader.priority: "high"]),
        make("collapse-id-too-long", [APNSHeader.collapseID: String(repeating: "c", count: 65)]),
        make("id-not-a-uuid", [APNSHeader.id: "not-a-uuid"]),
        make("id-given", [APNSHeader.id: idMark]),
        make(
            "priority-and-expiration",
            [APNSHeader.priority: "high", APNSHeader.expiration: "soon"]),
        make("topic-missing-and-too-large", [APNSHeader.topic: nil], body: large),
        make("method-and-path", method: "GET", path: "/3/devices/" + tokenMark, body: []),
        make(
            "token-not-hex-and-collapse-id",
            [APNSHeader.collapseID: String(repeating: "c", count: 65)], path: "/3/device/x"),
        make("provider-token-missing-and-method", method: "GET", body: [], isAuthorized: false),
    ]

    /// A payload that is one byte larger than the limit for notifications.
    private static let large = Array(
        "{\"aps\":{\"alert\":\"\(String(repeating: "x", count: 4097 - 20))\"}}".utf8)

    private static let small = Array("{\"aps\":{\"alert\":\"Bellhop compares\"}}".utf8)

    /// Returns a request that differs from a valid request.
    ///
    /// - Parameters:
    ///   - changes: other values for headers; `nil` removes the header.
    ///   - more: additional headers.
    private static func make(
        _ name: String, _ changes: [String: String?] = [:], more: [RawSender.Header] = [],
        method: String = "POST", path: String = "/3/device/" + tokenMark, body: [UInt8] = small,
        isAuthorized: Bool = true
    ) -> ComparedRequest {
        var headers = [APNSHeader.topic: topicMark, APNSHeader.pushType: "alert"]
        for (name, value) in changes { headers[name] = value }
        return ComparedRequest(
            name: name, method: method, path: path,
            headers: headers.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) } + more,
            body: body, isAuthorized: isAuthorized)
    }
}
