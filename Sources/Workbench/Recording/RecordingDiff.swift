// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The differences between two recordings of a sender's requests, as a value.
package struct RecordingDiff: Sendable, Hashable {
    /// The kind of property that differs.
    package enum Property: String, Sendable, Hashable, CaseIterable {
        case requests, connections, status, reason
        case pushType = "push-type"
        case header, payload, device
    }

    package enum Change: String, Sendable, Hashable {
        /// The number of requests or connections differs.
        case count
        /// Only the second recording contains the header, key or device.
        case appeared
        /// Only the first recording contains the header, key or device.
        case vanished
        /// The values of a header or key differ, or the numbers of requests that contain it differ.
        case values
        /// The same requests were sent to a device in a different order.
        case order
        /// The requests that were sent to a device differ, or the responses to these requests
        /// differ.
        case requests
    }

    package struct Difference: Sendable, Hashable {
        package let property: Property
        /// The name of the status, reason, push type, header, key or device; empty for the
        /// properties `requests` and `connections`.
        package let name: String
        package let change: Change
        /// The number of affected requests in each recording. For `connections`, it is the number
        /// of connections.
        package let a: Int
        package let b: Int
        /// The values that occur in only one recording, or that occur with a different frequency in
        /// the two recordings. If the numbers of requests differ, these are all values.
        package var aValues: [String] = []
        package var bValues: [String] = []
    }

    /// The properties of one of the two recordings as a whole.
    package struct Side: Sendable, Hashable {
        package let name: String
        package let requestCount: Int
        package let connectionCount: Int
        package let isComplete: Bool
    }

    package let a: Side
    package let b: Side
    package let differences: [Difference]

    package var isEqual: Bool { differences.isEmpty }

    package init(_ a: RecordingSummary, _ b: RecordingSummary) {
        self.a = Side(a)
        self.b = Side(b)
        var found = Self.counts(.requests, ["": a.requestCount], ["": b.requestCount])
        found += Self.counts(.connections, ["": a.connectionCount], ["": b.connectionCount])
        found += Self.counts(.status, a.statuses, b.statuses)
        found += Self.counts(.reason, a.reasons, b.reasons)
        found += Self.counts(.pushType, a.pushTypes, b.pushTypes)
        found += Self.fields(.header, a, b, \.headers)
        found += Self.fields(.payload, a, b, \.keys)
        found += Self.recipients(a.recipients, b.recipients)
        differences = found
    }

    private static func counts(
        _ property: Property, _ a: [String: Int], _ b: [String: Int]
    ) -> [Difference] {
        Set(a.keys).union(b.keys).sorted().compactMap { name in
            let (a, b) = (a[name] ?? 0, b[name] ?? 0)
            return a == b
                ? nil : Difference(property: property, name: name, change: .count, a: a, b: b)
        }
    }

    private static func fields(
        _ property: Property, _ a: RecordingSummary, _ b: RecordingSummary,
        _ path: KeyPath<RecordingSummary, [String: RecordingSummary.Field]>
    ) -> [Difference] {
        let (aFields, bFields) = (a[keyPath: path], b[keyPath: path])
        return Set(aFields.keys).union(bFields.keys).sorted().compactMap { name in
            let (inA, inB) = (aFields[name], bFields[name])
            guard let inA, let inB else {
                return Difference(
                    property: property, name: name, change: inA == nil ? .appeared : .vanished,
                    a: inA?.count ?? 0, b: inB?.count ?? 0)
            }
            // If the numbers of requests differ, the comparison ignores how often each value
            // occurs, and compares only the sets of values.
            let comparesCounts = a.requestCount == b.requestCount
            let isEverywhereInA = inA.count == a.requestCount
            let isEverywhereInB = inB.count == b.requestCount
            var difference = Difference(
                property: property, name: name, change: .values, a: inA.count, b: inB.count)
            if let aValues = inA.values, let bValues = inB.values {
                if comparesCounts {
                    difference.aValues = other(aValues, bValues)
                    difference.bValues = other(bValues, aValues)
                } else if Set(aValues.keys) != Set(bValues.keys) {
                    difference.aValues = aValues.keys.sorted()
                    difference.bValues = bValues.keys.sorted()
                }
            }
            let hasOtherValues =
                difference.aValues != difference.bValues
                || (inA.values == nil) != (inB.values == nil)
            let hasOtherCount =
                comparesCounts
                ? inA.count != inB.count : isEverywhereInA != isEverywhereInB
            return hasOtherValues || hasOtherCount ? difference : nil
        }
    }

    /// Returns the values that do not occur in the other recording, or that occur in it with
    /// another frequency.
    private static func other(_ values: [String: Int], _ others: [String: Int]) -> [String] {
        values.filter { others[$0.key] != $0.value }
            .map { others[$0.key] == nil ? $0.key : "\($0.key) ×\($0.value)" }.sorted()
    }
}

extension RecordingDiff.Side {
    init(_ summary: RecordingSummary) {
        self.init(
            name: summary.name, requestCount: summary.requestCount,
            connectionCount: summary.connectionCount, isComplete: summary.isComplete)
    }
}
