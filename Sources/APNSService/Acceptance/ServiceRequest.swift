// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One HTTP request as the service gets it: what was received, unjudged.
public struct ServiceRequest: Hashable, Sendable {
    public var method: String
    public var path: String
    /// Names in lowercase and values, in the order they came, repeated ones included; no
    /// pseudo-headers.
    public var headers: [Header]
    /// The body, or as much of it as was read: at least one byte more than any push type allows.
    public var body: [UInt8]

    public struct Header: Hashable, Sendable {
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

    /// The longest body that any push type or broadcast takes, in bytes.
    public static let bodyByteCountMax =
        (PushType.allCases.map(\.traits.payloadByteCountMax) + [ChannelBroadcast.byteCountMax])
        .max() ?? 4096

    /// How much of a body is worth reading, in bytes: enough to see that it is too long for every
    /// push type.
    public static let bodyByteCountRead = bodyByteCountMax + 1

    /// The first value of a header.
    func first(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
