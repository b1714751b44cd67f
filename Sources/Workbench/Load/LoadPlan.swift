// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How much is sent, and when: a value, so that its arithmetic is tested without sending.
package struct LoadPlan: Equatable, Sendable {
    /// The most requests of one run.
    package static let requestCountMax = 1_000_000_000
    /// The most requests a second that can be asked for.
    package static let rateMax = 1_000_000.0
    /// The longest run.
    package static let durationMax = Duration.seconds(86_400)
    /// The most connections.
    package static let connectionCountMax = 64
    /// The most requests on the way at a time.
    package static let inFlightMax = 64_000

    /// How many requests; `nil` for as many as ``duration`` has room for.
    package var requestCount: Int?
    /// After how long nothing more is sent.
    package var duration: Duration?
    /// Requests a second, by the clock; `nil` for one whenever another was answered.
    package var rate: Double?
    package var connectionCount: Int
    /// Requests on the way at a time, over all connections.
    package var inFlightCount: Int

    package init(
        requestCount: Int? = nil, duration: Duration? = nil, rate: Double? = nil,
        connectionCount: Int, inFlightCount: Int
    ) {
        self.requestCount = requestCount
        self.duration = duration
        self.rate = rate
        self.connectionCount = connectionCount
        self.inFlightCount = inFlightCount
    }

    /// When a request is to be sent, from the start of the run; `nil` when the run is over by then.
    ///
    /// By the clock, request number n is due n/rate seconds after the start, whatever became of
    /// those before it: a server that stalls is asked no less, and what waits counts as waiting.
    package func intendedStart(of number: Int) -> Duration? {
        guard number < requestCount ?? .max else { return nil }
        guard let rate else { return .zero }
        let start = Duration(saturatingSeconds: Double(number) / rate)
        guard start < duration ?? .seconds(Int64.max) else { return nil }
        return start
    }

    /// Whether another request is sent when one was answered.
    package func sends(_ number: Int, after elapsed: Duration) -> Bool {
        number < requestCount ?? .max && elapsed < duration ?? .seconds(Int64.max)
    }

    /// How much of the run is over, 0 to 1.
    package func progress(answeredCount: Int, elapsed: Duration) -> Double {
        let byCount = requestCount.map { Double(answeredCount) / Double(max(1, $0)) } ?? 0
        let byTime = duration.map { elapsed / $0 } ?? 0
        return min(1, max(byCount, byTime))
    }
}
