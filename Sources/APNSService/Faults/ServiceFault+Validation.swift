// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension ServiceFault {
    /// A description of the error in the values and of its correction; `nil` if the values are
    /// valid.
    public var problem: String? { problemOfKeys ?? problemOfParameters ?? problemOfFrequency }

    /// Finds a value that the kind of fault does not support.
    private var problemOfKeys: String? {
        var keys = kind.keys + CodingKeys.common
        if !kind.affectsConnections { keys += CodingKeys.ofRequests }
        guard let key = givenKeys.first(where: { !keys.contains($0) }) else { return nil }
        let own = keys.filter { $0 != .kind }.map(\.rawValue)
        return "a fault of kind \(kind.rawValue) does not support \"\(key.rawValue)\"; it supports "
            + own.joined(separator: ", ")
    }

    /// The keys that have a value and that only some kinds of faults support.
    private var givenKeys: [CodingKeys] {
        let values: [(CodingKeys, Bool)] = [
            (.status, status != nil), (.reason, reason != nil), (.retryAfter, retryAfter != nil),
            (.milliseconds, delay != nil), (.isProcessed, isProcessed != nil),
            (.errorCode, errorCode != nil), (.lastStream, lastStream != nil),
            (.window, window != nil), (.stream, stream != nil), (.app, app != nil),
            (.token, token != nil), (.pushType, pushType != nil),
        ]
        return values.filter(\.1).map(\.0)
    }

    private var problemOfParameters: String? {
        if let status, !(400...599).contains(status) {
            return "\"status\" must be a number from 400 to 599"
        }
        if kind == .status, status == nil {
            return "a fault of kind status needs \"status\", a number from 400 to 599"
        }
        if kind != .goAway, status == nil, reason != nil || retryAfter != nil {
            return "\"reason\" and \"retry_after\" need \"status\", a number from 400 to 599"
        }
        if let retryAfter, retryAfter < 0 { return "\"retry_after\" must be 0 or more seconds" }
        if kind == .latency, delay == nil {
            return "a fault of kind latency needs \"milliseconds\", or \"min_milliseconds\" "
                + "and \"max_milliseconds\", or \"mean_milliseconds\" and "
                + "\"deviation_milliseconds\""
        }
        if let lastStream, lastStream > Self.streamMax {
            return "\"last_stream\" must be a number from 0 to \(Self.streamMax)"
        }
        if let window, !Self.windowBounds.contains(window) {
            return "\"window\" must be a number of bytes from \(Self.windowBounds.lowerBound) to "
                + "\(Self.windowBounds.upperBound)"
        }
        return delay?.problem ?? problemOfScope
    }

    /// Finds a property of the scope that channel management requests do not have.
    private var problemOfScope: String? {
        guard endpoint == .channels else { return nil }
        let scope: [(CodingKeys, Bool)] = [
            (.connection, connection != nil), (.token, token != nil),
            (.pushType, pushType != nil),
        ]
        return scope.first { $0.1 }.map { key, _ in
            "\"\(key.rawValue)\" does not apply to \"endpoint\":\"channels\"; remove one of them"
        }
    }

    /// The largest identifier of a stream (RFC 9113 section 5.1.1).
    private static let streamMax: UInt32 = 0x7FFF_FFFF

    private var problemOfFrequency: String? {
        for (key, number) in [("count", count), ("connection", connection)] {
            if let number, number < 1 { return "\"\(key)\" must be 1 or more, or absent" }
        }
        if let probability, !(probability > 0 && probability <= 1) {
            return "\"probability\" must be above 0 and at most 1"
        }
        if let afterSeconds, !(0...Self.secondsMax).contains(afterSeconds) {
            return "\"after_seconds\" must be 0 or more, and at most ten years"
        }
        if let seconds, !(seconds > 0 && seconds <= Self.secondsMax) {
            return "\"seconds\" must be above 0 and at most ten years"
        }
        if let name {
            if name.isEmpty || name.utf8.count > Self.nameByteCountMax {
                return "\"name\" must have 1 to \(Self.nameByteCountMax) bytes"
            }
            // A name that consists only of digits could be mistaken for the number of another
            // fault.
            if name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                return "\"name\" must contain at least one character that is not a digit"
            }
        }
        return nil
    }
}
