// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
import APNSWire
import DeviceModel

/// The outcomes of a run's requests so far.
package struct LoadTally: Equatable, Sendable {
    /// The maximum number of kinds of rejections and unknown outcomes. Further kinds are counted
    /// together.
    package static let kindCountMax = 32
    /// The name under which further kinds are counted.
    package static let otherKinds = "other"

    package private(set) var acceptedCount = 0
    /// The rejections by status and reason, for instance `410 Unregistered`.
    package private(set) var rejections: [String: Int] = [:]
    /// The unknown outcomes by their cause.
    package private(set) var unknowns: [String: Int] = [:]
    /// The latencies of all requests, regardless of their outcome. A latency is the time from the
    /// moment when the request was due until its outcome.
    package private(set) var latencies = LatencyHistogram()

    package init() {}

    package var count: Int { latencies.count }
    package var rejectedCount: Int { rejections.values.reduce(0, +) }
    package var unknownCount: Int { unknowns.values.reduce(0, +) }
    package var failedCount: Int { count - acceptedCount }

    package mutating func add(_ outcome: PushOutcome, latency: Duration) {
        latencies.record(latency)
        switch outcome {
        case .accepted: acceptedCount += 1
        case .rejected(let rejection):
            Self.count("\(rejection.status) \(rejection.reason.rawValue)", in: &rejections)
        case .unknown(let unknown): Self.count(unknown.cause, in: &unknowns)
        }
    }

    private static func count(_ kind: String, in kinds: inout [String: Int]) {
        let isKnown = kinds[kind] != nil || kinds.count < kindCountMax
        let name = isKnown ? OneLine.text(kind, characterCountMax: 120) : otherKinds
        kinds[name, default: 0] += 1
    }

    /// Returns the kinds, in order from the most frequent to the least frequent.
    package static func sorted(_ kinds: [String: Int]) -> [(kind: String, count: Int)] {
        kinds.map { (kind: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
    }
}
