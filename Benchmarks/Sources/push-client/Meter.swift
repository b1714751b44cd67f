// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BenchSupport
import Foundation
import Synchronization

/// Measures from the end of the warm-up to the last response.
final class Meter: Sendable {
    private struct State {
        var before = Usage.now
        var start = ContinuousClock.now
        var seconds = 0.0
        var processorSeconds = 0.0
        var acceptedCount = 0
        var latencies = LatencyHistogram()
    }

    let options: ClientOptions
    private let state = Mutex(State())

    init(_ options: ClientOptions) { self.options = options }

    /// Ends the warm-up.
    func start() {
        state.withLock {
            $0.before = Usage.now
            $0.start = ContinuousClock.now
        }
    }

    /// Ends the measurement after the last response.
    func stop(acceptedCount: Int, latencies: LatencyHistogram = LatencyHistogram()) {
        state.withLock {
            $0.seconds = (ContinuousClock.now - $0.start) / .seconds(1)
            $0.processorSeconds = Usage.now.processorSeconds - $0.before.processorSeconds
            $0.acceptedCount += acceptedCount
            $0.latencies.add(latencies)
        }
    }

    func report() throws {
        try state.withLock { state in
            guard state.acceptedCount == options.requestCount else {
                throw OptionFault(
                    "\(state.acceptedCount) of \(options.requestCount) requests were accepted")
            }
            let count = Double(options.requestCount)
            var fields = [
                "\"client\":\"\(options.client.rawValue)\"", "\"requests\":\(options.requestCount)",
                "\"seconds\":\(state.seconds.rounded(to: 3))",
                "\"rate\":\(Int(saturating: count / state.seconds))",
                "\"cpu_us\":\((state.processorSeconds / count * 1e6).rounded(to: 3))",
                "\"peak_kib\":\(Usage.now.memoryBytesMax >> 10)",
            ]
            if state.latencies.count > 0 {
                for (name, quantile) in [("p50", 0.5), ("p99", 0.99), ("max", 1)] {
                    let milliseconds = state.latencies.quantile(quantile) / .milliseconds(1)
                    fields.append("\"\(name)_ms\":\(milliseconds.rounded(to: 2))")
                }
            }
            Output.line("{" + fields.joined(separator: ",") + "}")
        }
    }
}

/// Latencies that many tasks record.
final class LatencyRecord: Sendable {
    private let state = Mutex(LatencyHistogram())

    var histogram: LatencyHistogram { state.withLock { $0 } }

    func record(_ latency: Duration) { state.withLock { $0.record(latency) } }
}

/// The outcome of the first request that was not accepted.
final class FirstFailure: Sendable {
    private let state = Mutex<(first: String, count: Int)>(("", 0))

    func note(_ failure: @autoclosure () -> String) {
        state.withLock {
            if $0.count == 0 { $0.first = failure() }
            $0.count += 1
        }
    }

    func check() throws {
        let (first, count) = state.withLock { $0 }
        if count > 0 {
            throw OptionFault("\(count) requests were not accepted; the first: \(first)")
        }
    }
}
