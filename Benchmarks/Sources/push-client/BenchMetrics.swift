// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Synchronization

/// A metrics system like that of a service, so that measured requests are counted and timed too:
/// counters, and timers with a bucket for each power of two, all in memory.
final class BenchMetrics: MetricsFactory, Sendable {
    private final class Count: CounterHandler, Sendable {
        let total = Atomic<Int64>(0)

        func increment(by amount: Int64) { total.wrappingAdd(amount, ordering: .relaxed) }
        func reset() { total.store(0, ordering: .relaxed) }
    }

    private final class Buckets: TimerHandler, RecorderHandler, Sendable {
        private struct State {
            var counts = [Int64](repeating: 0, count: 65)
            var sum: Int64 = 0
        }
        private let state = Mutex(State())

        func recordNanoseconds(_ duration: Int64) { record(duration) }
        func record(_ value: Double) { record(Int64(value)) }
        func record(_ value: Int64) {
            state.withLock {
                $0.counts[64 - max(0, value).leadingZeroBitCount] += 1
                $0.sum &+= value
            }
        }
        var count: Int64 { state.withLock { $0.counts.reduce(0, +) } }
    }

    private let counters = Mutex<[String: Count]>([:])
    private let timers = Mutex<[String: Buckets]>([:])

    /// The number of durations of a name.
    func timedCount(_ label: String) -> Int64 { timers.withLock { $0[label]?.count ?? 0 } }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let name = label + dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: ",")
        return counters.withLock { counters in
            let count = counters[name] ?? Count()
            counters[name] = count
            return count
        }
    }

    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { buckets(label) }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        buckets(label)
    }

    private func buckets(_ label: String) -> Buckets {
        timers.withLock { timers in
            let buckets = timers[label] ?? Buckets()
            timers[label] = buckets
            return buckets
        }
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
