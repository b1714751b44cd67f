// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The text with the values of metrics, in the Prometheus text format 0.0.4.
struct PrometheusText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private var lines: [GatewayMetric: [String]] = [:]

    /// Adds the value of a counter or a gauge.
    ///
    /// - Parameter labels: the values of the labels, in the order of the metric's row.
    mutating func add(_ metric: GatewayMetric, _ labels: [String] = [], _ value: Double) {
        lines[metric, default: []].append(
            metric.rawValue + Self.text(metric.row.labels, labels) + " " + Self.text(value))
    }

    mutating func add(_ metric: GatewayMetric, _ labels: [String] = [], _ value: Int) {
        add(metric, labels, Double(value))
    }

    /// Adds a histogram.
    mutating func add(_ metric: GatewayMetric, _ labels: [String], _ histogram: Histogram) {
        let names = metric.row.labels
        var count = 0
        var added: [String] = []
        for (index, part) in histogram.counts.enumerated() {
            count += part
            let bound =
                index < Histogram.bounds.count ? Self.text(Histogram.bounds[index]) : "+Inf"
            added.append(
                metric.rawValue + "_bucket" + Self.text(names + ["le"], labels + [bound])
                    + " \(count)")
        }
        let end = Self.text(names, labels)
        added.append(metric.rawValue + "_sum" + end + " " + Self.text(histogram.sum))
        added.append(metric.rawValue + "_count" + end + " \(count)")
        // All lines of a histogram are one entry, so that sorting keeps the order of its buckets.
        lines[metric, default: []].append(added.joined(separator: "\n"))
    }

    /// The whole text, without metrics that have no values.
    var text: String {
        var text = ""
        for metric in GatewayMetric.allCases {
            guard let lines = lines[metric] else { continue }
            text += "# HELP \(metric.rawValue) \(metric.row.help)\n"
            text += "# TYPE \(metric.rawValue) \(metric.row.kind.rawValue)\n"
            for line in lines.sorted() { text += line + "\n" }
        }
        return text
    }

    private static func text(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func text(_ names: [String], _ values: [String]) -> String {
        guard !names.isEmpty else { return "" }
        let pairs = zip(names, values).map { name, value in "\(name)=\"\(escaped(value))\"" }
        return "{" + pairs.joined(separator: ",") + "}"
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
