// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The JSON body of a refusal: `{"reason":"Unregistered","timestamp":1454948015990}`.
///
/// `timestamp` comes with status 410 only and counts **milliseconds** since 1970.
/// Source: "Handling notification responses from APNs".
public struct RejectionBody: Hashable, Sendable {
    public var reason: RejectionReason
    /// Since when the token was dead for the topic.
    public var timestamp: Date?

    public init(reason: RejectionReason, timestamp: Date? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }

    /// Reads a body leniently; `nil` when it is not a JSON object with a `reason`. A timestamp that
    /// is no moment of the years 1 to 9999 counts as absent: whoever sent it was not APNs.
    public init?(_ bytes: some Sequence<UInt8>) {
        guard let object = try? JSONReader.read(bytes).value.objectValue,
            let reason = object["reason"]?.stringValue
        else { return nil }
        self.reason = RejectionReason(rawValue: reason)
        timestamp = object["timestamp"]?.doubleValue
            .flatMap { Date(checkingEpochSeconds: $0 / 1000) }
    }

    /// The bytes that go on the wire.
    public var encoded: [UInt8] {
        var object: JSONObject = ["reason": .string(reason.rawValue)]
        if let timestamp {
            object["timestamp"] = .number(
                JSONNumber(Int(timestamp.wholeEpochMilliseconds())))
        }
        return JSONWriter.write(.object(object))
    }
}
