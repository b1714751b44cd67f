// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing
import Workbench

/// A histogram of times.
struct LatencyHistogramTests {
    @Test func `an empty histogram returns zero`() {
        let histogram = LatencyHistogram()
        #expect(histogram.count == 0)
        #expect(histogram.quantile(0.99) == .zero)
        #expect(histogram.max == .zero)
        #expect(histogram.min == .zero)
        #expect(histogram.mean == .zero)
    }

    @Test(arguments: [0, 1, 127, 128, 255])
    func `times below 256 microseconds are exact`(microseconds: Int) {
        var histogram = LatencyHistogram()
        histogram.record(.microseconds(microseconds))
        histogram.record(.seconds(1))
        #expect(histogram.quantile(0.5) == .microseconds(microseconds))
        #expect(histogram.min == .microseconds(microseconds))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `no quantile is below the true value or more than a 128th above it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var histogram = LatencyHistogram()
        var truth: [Int] = []
        for _ in 0..<2000 {
            let width = Int.random(in: 0...30, using: &generator)
            let microseconds = Int.random(in: 0...(1 << width), using: &generator)
            truth.append(microseconds)
            histogram.record(.microseconds(microseconds))
        }
        truth.sort()
        for share in [0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1] {
            let exact = truth[Int((share * 2000).rounded(.up)) - 1]
            let read = Int((histogram.quantile(share) / .microseconds(1)).rounded())
            #expect(read >= exact, "\(share)")
            #expect(read <= exact + exact / 128, "\(share)")
        }
        #expect(histogram.max == .microseconds(truth.last ?? 0))
        #expect(histogram.quantile(1) == histogram.max)
    }

    @Test func `a stall affects the high quantiles only`() {
        var histogram = LatencyHistogram()
        for _ in 0..<990 { histogram.record(.milliseconds(1)) }
        for _ in 0..<10 { histogram.record(.seconds(2)) }
        #expect(histogram.quantile(0.5) < .milliseconds(1.01))
        #expect(histogram.quantile(0.99) < .milliseconds(1.01))
        #expect(histogram.quantile(0.991) == .seconds(2))
        #expect(abs(histogram.mean / .milliseconds(1) - 20.99) < 0.001)
    }

    @Test func `two merged histograms have all values`() {
        var (first, second, both) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for milliseconds in 1...500 {
            let time = Duration.milliseconds(milliseconds)
            if milliseconds.isMultiple(of: 3) { first.record(time) } else { second.record(time) }
            both.record(time)
        }
        first.add(second)
        #expect(first == both)
        #expect(first.count(upTo: .milliseconds(500)) == 500)
        #expect((98...102).contains(first.count(upTo: .milliseconds(100))))
    }

    @Test func `a time beyond the scale counts as the longest`() {
        var histogram = LatencyHistogram()
        histogram.record(.seconds(100_000))
        histogram.record(.seconds(-5))
        #expect(histogram.max == .seconds(100_000))
        #expect(histogram.min == .zero)
        #expect(histogram.quantile(1) >= LatencyHistogram.trackedMax)
    }
}
