// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The JSON body of a rejection: `{"reason":"Unregistered","timestamp":1454948015990}`.
///
/// `timestamp` is present with status 410 only and counts **milliseconds** since 1970.
/// Source: "Handling notification responses from APNs".
public struct RejectionBody: Hashable, Sendable {
    public var reason: RejectionReason
    /// The date since which the token has been invalid for the topic.
    public var timestamp: Date?

    public init(reason: RejectionReason, timestamp: Date? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }

    /// Reads a body leniently; `nil` when it is not a JSON object with a `reason`. A timestamp
    /// outside the years 1 to 9999 counts as absent, because APNs does not send one.
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
