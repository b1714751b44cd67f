// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The headers and payload keys that a comparison ignores.
package struct IgnoredFields: Sendable, Hashable {
    package var headers: Set<String>
    /// The paths of ignored keys in the payload, such as `aps.timestamp`.
    package var keys: Set<String>

    package init(headers: Set<String> = [], keys: Set<String> = []) {
        self.headers = Set(headers.map { $0.lowercased() })
        self.keys = keys
    }
}

/// The facts about a recording that a comparison needs.
///
/// ``fieldCountMax`` limits the number of fields, and ``valueCountMax`` limits the number of values
/// of each field.
package struct RecordingSummary: Sendable {
    /// The maximum number of different headers, and of different keys in payloads. Further headers
    /// and keys are not compared.
    package static let fieldCountMax = 2_000
    /// The maximum number of different values of a header or key for which the values themselves
    /// are compared. If there are more values, the comparison of the header or key checks only
    /// whether it is present, and the values are compared only as parts of each device's requests.
    package static let valueCountMax = 16
    /// The maximum length of a value in a report, in characters.
    static let valueLengthMax = 120

    /// A header, or a key of the payload.
    struct Field: Sendable {
        /// The number of requests that contain the header or key.
        var count = 0
        /// The number of times that each value occurs; `nil` if there are more than
        /// ``valueCountMax`` different values.
        var values: [String: Int]? = [:]

        mutating func add(_ value: String) {
            guard var values else { return }
            values[value, default: 0] += 1
            self.values = values.count > RecordingSummary.valueCountMax ? nil : values
        }
    }

    /// The requests for one device or one channel.
    struct Recipient: Sendable {
        /// The device token in shortened form, or the channel.
        let name: String
        let deviceID: String?
        /// The hash of each request. It includes the outcome of the request.
        var requests: [Int] = []
    }

    private struct Connection: Hashable {
        let run: Int
        let number: Int
    }

    package let name: String
    let ignored: IgnoredFields
    private(set) var requestCount = 0
    private(set) var statuses: [String: Int] = [:]
    private(set) var reasons: [String: Int] = [:]
    private(set) var pushTypes: [String: Int] = [:]
    private(set) var headers: [String: Field] = [:]
    private(set) var keys: [String: Field] = [:]
    private(set) var recipients: [Recipient] = []
    private(set) var isComplete = true
    private var recipientIndexes: [String: Int] = [:]
    private var connections: Set<Connection> = []

    var connectionCount: Int { connections.count }

    /// Reads a recording.
    ///
    /// - Throws: ``WorkFailure`` if the file is not a record.
    package init(_ recording: Recording, ignoring ignored: IgnoredFields = .init()) throws {
        name = recording.name
        self.ignored = ignored
        isComplete = try recording.readAll { add($1, run: $0.run) }
    }

    private mutating func add(_ request: RecordedRequest, run: Int) {
        let report = request.report
        requestCount += 1
        connections.insert(Connection(run: run, number: request.connection))
        statuses[report.status == 0 ? "no response" : String(report.status), default: 0] += 1
        if let reason = report.reason { reasons[reason.rawValue, default: 0] += 1 }
        pushTypes[report.headers[APNSHeader.pushType] ?? "none", default: 0] += 1

        var identity = Hasher()
        identity.combine(request.method)
        identity.combine(report.status)
        identity.combine(report.reason)
        for (name, value) in report.headers.sorted(by: { $0.key < $1.key }) {
            guard !ignored.headers.contains(name) else { continue }
            let value = RecordedHeader.compared(name, value, at: report.time)
            Self.add(name, values: value.map { [$0] } ?? [], to: &headers)
            identity.combine(name)
            if name != APNSHeader.expiration { identity.combine(value) }
        }
        for (path, values) in leaves(of: request) {
            Self.add(path, values: values, to: &keys)
            identity.combine(path)
            identity.combine(values)
        }
        guard let recipient = Self.recipient(of: report) else { return }
        let index = recipientIndexes[recipient.name] ?? recipients.count
        if index == recipients.count {
            recipientIndexes[recipient.name] = index
            recipients.append(recipient)
        }
        recipients[index].requests.append(identity.finalize())
    }

    private static func add(
        _ name: String, values: [String], to fields: inout [String: Field]
    ) {
        guard fields[name] != nil || fields.count < fieldCountMax else { return }
        fields[name, default: Field()].count += 1
        for value in values { fields[name]?.add(value) }
    }

    /// Returns the values in the payload, sorted by path.
    private func leaves(of request: RecordedRequest) -> [(path: String, values: [String])] {
        var found: [String: [String]] = [:]
        if let payload = request.report.payload {
            PayloadPath.leaves(of: payload) { found[$0, default: []].append($1) }
        } else {
            let text = request.report.text ?? ""
            found["(not JSON)"] = [OneLine.text(text, characterCountMax: Self.valueLengthMax)]
        }
        return found.filter { !ignored.keys.contains($0.key) }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    private static func recipient(of report: RequestReport) -> Recipient? {
        if let token = report.token {
            let shortened = (try? DeviceToken(hex: token))?.redacted ?? token
            return Recipient(name: shortened, deviceID: report.deviceID)
        }
        return report.headers[APNSHeader.channelID].map {
            Recipient(name: "channel \($0)", deviceID: nil)
        }
    }
}

/// Determines which values of headers can be compared between two runs.
enum RecordedHeader {
    /// The headers whose values always differ between runs.
    private static let unique: Set<String> = [
        APNSHeader.id, APNSHeader.requestID, "content-length",
    ]

    /// Returns the part of a header's value that is compared. Returns `nil` if only the presence of
    /// the header is compared.
    static func compared(_ name: String, _ value: String, at time: Date) -> String? {
        if unique.contains(name) { return nil }
        guard name == APNSHeader.expiration, let seconds = Int(value), seconds != 0 else {
            return OneLine.text(value, characterCountMax: RecordingSummary.valueLengthMax)
        }
        // The expiration is a date and differs in every run. The comparison therefore uses the time
        // until that date. This time is the same in every run, except for a difference of up to a
        // second that results when the sender computes the date.
        let left = Double(seconds) - time.timeIntervalSince1970
        let step = abs(left) < 600 ? 10 : 60
        let steps = Int(saturating: left / Double(step), rounded: .toNearestOrAwayFromZero)
        return "in about \(steps.multipliedReportingOverflow(by: step).partialValue) s"
    }
}

/// Finds the paths of values in a payload.
enum PayloadPath {
    /// Calls a function for each value that has no members or elements. The function receives the
    /// value's path and the value as JSON. All elements of an array have the same path.
    static func leaves(of value: JSONValue, at path: String = "", _ found: (String, String) -> Void)
    {
        switch value {
        case .object(let object) where !object.members.isEmpty:
            for member in object.members {
                leaves(
                    of: member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)", found
                )
            }
        case .array(let elements) where !elements.isEmpty:
            for element in elements { leaves(of: element, at: path + "[]", found) }
        default:
            found(
                path.isEmpty ? "(whole payload)" : path,
                OneLine.text(
                    JSONWriter.text(value), characterCountMax: RecordingSummary.valueLengthMax))
        }
    }
}
