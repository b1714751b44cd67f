// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The JSON body of a rejection: `{"reason":"Unregistered","timestamp":1454948015990}`.
///
/// `timestamp` is present only with status 410 and counts **milliseconds** since 1970. Source:
/// "Handling notification responses from APNs".
public struct RejectionBody: Hashable, Sendable {
    public var reason: RejectionReason
    /// The date since which the token has been invalid for the topic.
    public var timestamp: Date?

    public init(reason: RejectionReason, timestamp: Date? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }

    /// Reads a body leniently. Returns `nil` when the body is not a JSON object with a `reason`. A
    /// timestamp outside the years 1 to 9999 is treated as absent, because APNs never sends such a
    /// timestamp.
    public init?(_ bytes: some Sequence<UInt8>) {
        guard let object = try? JSONReader.read(bytes).value.objectValue,
            let reason = object["reason"]?.stringValue
        else { return nil }
        self.reason = RejectionReason(rawValue: reason)
        timestamp = object["timestamp"]?.doubleValue
            .flatMap { Date(checkingEpochSeconds: $0 / 1000) }
    }

    /// The bytes that are sent.
    public var encoded: [UInt8] {
        var object: JSONObject = ["reason": .string(reason.rawValue)]
        if let timestamp {
            object["timestamp"] = .number(
                JSONNumber(Int(timestamp.wholeEpochMilliseconds())))
        }
        return JSONWriter.write(.object(object))
    }
}
