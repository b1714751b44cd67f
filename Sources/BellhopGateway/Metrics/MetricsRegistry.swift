// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization

/// The values of counters and histograms, which grow while the gateway runs.
final class MetricsRegistry: Sendable {
    /// The maximum number of combinations of labels for one metric. Further combinations are
    /// counted together, with `other` as the value of each label.
    static let seriesPerMetricMax = 5_000
    /// The value of every label for combinations that are counted together.
    static let other = "other"

    private struct Series: Sendable {
        var sums: [[String]: Double] = [:]
        var histograms: [[String]: Histogram] = [:]
    }

    private let series = Mutex<[GatewayMetric: Series]>([:])

    /// Adds a number to a counter.
    ///
    /// - Parameter labels: the values of the labels, in the order of the metric's row.
    func add(_ count: Int = 1, to metric: GatewayMetric, _ labels: [String] = []) {
        guard count != 0 else { return }
        series.withLock { series in
            let labels = Self.bounded(labels, series[metric, default: Series()].sums)
            series[metric, default: Series()].sums[labels, default: 0] += Double(count)
        }
    }

    /// Adds a duration to a histogram.
    func observe(_ duration: Duration, in metric: GatewayMetric, _ labels: [String] = []) {
        var histogram = Histogram()
        histogram.add(duration.inSeconds)
        observe(histogram, in: metric, labels)
    }

    /// Adds durations to a histogram.
    func observe(_ durations: Histogram, in metric: GatewayMetric, _ labels: [String] = []) {
        series.withLock { series in
            let labels = Self.bounded(labels, series[metric, default: Series()].histograms)
            series[metric, default: Series()].histograms[labels, default: Histogram()]
                .add(durations)
        }
    }

    /// Writes all values.
    func write(to text: inout PrometheusText) {
        let now = series.withLock { $0 }
        for metric in GatewayMetric.allCases {
            guard let series = now[metric] else { continue }
            for (labels, value) in series.sums { text.add(metric, labels, value) }
            for (labels, value) in series.histograms { text.add(metric, labels, value) }
        }
    }

    private static func bounded<Value>(_ labels: [String], _ known: [[String]: Value]) -> [String] {
        guard known.count >= seriesPerMetricMax, known[labels] == nil else { return labels }
        return labels.map { _ in other }
    }
}
