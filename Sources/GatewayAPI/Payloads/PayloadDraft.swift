// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A payload that is being written, and its headers: `payload` and `headers` of the bodies of
/// `POST /v1/lint`, `/v1/explain` and `/v1/test-pushes`.
///
/// The payload is a text and not an object, so that it can be invalid and keeps every byte: its
/// size and the positions of findings refer to this text.
public struct PayloadDraft: Hashable, Sendable {
    /// The keys that this type reads.
    static let keys = ["payload", "headers"]

    /// The headers that a draft can have, in the order of the documentation. Headers that
    /// identify the sender are not among them.
    public static let headerNames = [
        APNSHeader.pushType, APNSHeader.topic, APNSHeader.priority, APNSHeader.expiration,
        APNSHeader.collapseID, APNSHeader.id, APNSHeader.channelID,
    ]

    /// The text of the payload.
    public var payload: String
    /// The values of headers by their names in ``headerNames``. They are texts and can be invalid.
    public var headers: [String: String]

    public init(payload: String, headers: [String: String] = [:]) {
        self.payload = payload
        self.headers = headers
    }

    /// Reads the draft from a body's object.
    init(_ reader: FormReader) throws(Problem) {
        payload = try reader.required("payload", reader.text("payload"))
        headers = [:]
        let names = Self.headerNames
        guard
            let form = try reader.form(
                "headers", keys: names, example: #"{"apns-priority":"5"}"#)
        else { return }
        for name in names {
            guard let value = try form.text(name) else { continue }
            guard value.utf8.count <= GatewayLimits.headerByteCountMax else {
                throw form.bad(
                    name,
                    "has \(value.utf8.count) bytes; send at most "
                        + "\(GatewayLimits.headerByteCountMax)")
            }
            headers[name] = value
        }
    }

    /// The body of `POST /v1/lint`.
    public init(reading bytes: [UInt8]) throws(Problem) {
        try self.init(
            FormReader(bytes, keys: Self.keys, example: #"{"payload":"{\"aps\":{}}"}"#))
    }
}
