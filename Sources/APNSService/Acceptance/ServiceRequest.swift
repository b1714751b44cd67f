// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One HTTP request as the service receives it, before any check.
public struct ServiceRequest: Hashable, Sendable {
    public var method: String
    public var path: String
    /// The headers with lowercase names, in the order in which they were received. Repeated headers
    /// are included; pseudo-headers are not.
    public var headers: [Header]
    /// The body. If a body is too long for every push type, only its beginning is read, which is at
    /// least one byte longer than the highest limit.
    public var body: [UInt8]

    public struct Header: Hashable, Sendable, Codable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(method: String, path: String, headers: [Header], body: [UInt8]) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// The maximum size in bytes of a body, for all push types and broadcasts.
    public static let bodyByteCountMax =
        (PushType.allCases.map(\.traits.payloadByteCountMax) + [ChannelBroadcast.byteCountMax])
        .max() ?? 4096

    /// The number of bytes of a body that are read. It is sufficient to detect that a body is too
    /// long for every push type.
    public static let bodyByteCountRead = bodyByteCountMax + 1

    /// Returns the first value of a header.
    func first(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
