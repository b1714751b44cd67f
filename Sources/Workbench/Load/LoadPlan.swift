// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The number and the timing of the requests in a run. The plan is a value, so tests can check it
/// without sending.
package struct LoadPlan: Equatable, Sendable {
    /// The maximum number of requests in a run.
    package static let requestCountMax = 1_000_000_000
    /// The maximum rate, in requests per second.
    package static let rateMax = 1_000_000.0
    /// The maximum duration of a run.
    package static let durationMax = Duration.seconds(86_400)
    /// The maximum number of connections.
    package static let connectionCountMax = 64
    /// The maximum number of concurrent requests.
    package static let inFlightMax = 64_000

    /// The number of requests to send; `nil` to send as many requests as possible within
    /// ``duration``.
    package var requestCount: Int?
    /// The time after which no further request is sent.
    package var duration: Duration?
    /// The fixed rate in requests per second; `nil` to send a new request whenever a request
    /// completes.
    package var rate: Double?
    package var connectionCount: Int
    /// The maximum number of concurrent requests over all connections.
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

    /// Returns the time at which a request is due, measured from the start of the run. Returns
    /// `nil` if the run ends before that time.
    ///
    /// With a fixed rate, request number n is due n/rate seconds after the start, regardless of
    /// earlier requests. Therefore, a stalled server does not receive fewer requests, and the time
    /// that a request waits after its due time is part of its latency.
    package func intendedStart(of number: Int) -> Duration? {
        guard number < requestCount ?? .max else { return nil }
        guard let rate else { return .zero }
        let start = Duration(saturatingSeconds: Double(number) / rate)
        guard start < duration ?? .seconds(Int64.max) else { return nil }
        return start
    }

    /// Returns whether the run still sends the request with this number when the given time has
    /// elapsed.
    package func sends(_ number: Int, after elapsed: Duration) -> Bool {
        number < requestCount ?? .max && elapsed < duration ?? .seconds(Int64.max)
    }

    /// Returns the completed share of the run, from 0 to 1.
    package func progress(responseCount: Int, elapsed: Duration) -> Double {
        let byCount = requestCount.map { Double(responseCount) / Double(max(1, $0)) } ?? 0
        let byTime = duration.map { elapsed / $0 } ?? 0
        return min(1, max(byCount, byTime))
    }
}
