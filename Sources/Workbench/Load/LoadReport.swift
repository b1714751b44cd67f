// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain

/// The result of a run, which can be written as text and as JSON.
package struct LoadReport: WorkResult, Equatable, Sendable {
    /// The server's name, for people.
    package let target: String
    package let plan: LoadPlan
    /// Whether the run was stopped early.
    package var isStopped = false
    package let tally: LoadTally
    /// The time from the first request to the last outcome.
    package let elapsed: Duration
    /// The processor time of this process during the run.
    package let processorTime: Duration
    /// The number of connections that were established during the run.
    package let connectionCount: Int
    package let tokenCount: Int

    package init(
        target: String, plan: LoadPlan, isStopped: Bool = false, tally: LoadTally,
        elapsed: Duration, processorTime: Duration, connectionCount: Int, tokenCount: Int
    ) {
        self.target = target
        self.plan = plan
        self.isStopped = isStopped
        self.tally = tally
        self.elapsed = elapsed
        self.processorTime = processorTime
        self.connectionCount = connectionCount
        self.tokenCount = tokenCount
    }

    /// The number of outcomes for each second of the run.
    package var rate: Double { elapsed > .zero ? Double(tally.count) / elapsed.inSeconds : 0 }

    /// The processor time of this process for each request, in microseconds.
    package var processorMicroseconds: Double {
        tally.count > 0 ? processorTime.inSeconds * 1_000_000 / Double(tally.count) : 0
    }

    /// Whether the number of outcomes per second was more than 5 % below the requested rate.
    package var isBehind: Bool { !isStopped && plan.rate.map { rate < $0 * 0.95 } ?? false }

    /// The kind of failure, for the exit status and for programs. It is `nil` if all requests were
    /// accepted.
    package var failure: WorkFailure.Kind? {
        if tally.failedCount == 0 { return nil }
        return tally.unknownCount == tally.count ? .unavailable : .refused
    }

    // MARK: Text

    /// Returns the report as text for people.
    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        var lines = [
            TextRow.of("to", "\(target.printable), \(Self.plural(tokenCount, "device token"))"),
            TextRow.of(
                "sent",
                "\(Self.plural(tally.count, "request")) in \(Self.time(elapsed)): "
                    + "\(Int(saturating: rate, rounded: .toNearestOrAwayFromZero)) a second, "
                    + "\(Self.plural(connectionCount, "connection")), "
                    + "at most \(plan.inFlightCount) at the same time"),
        ]
        if isStopped {
            lines.append(TextRow.of("stopped", "early, after the responses to requests in flight"))
        }
        if isBehind, let rate = plan.rate {
            lines.append(
                TextRow.of(
                    "behind",
                    paint(
                        "the run did not reach the given rate of \(Int(saturating: rate)) requests "
                            + "a second; the wait before sending counts as latency", .yellow)))
        }
        lines.append(TextRow.of("accepted", "\(tally.acceptedCount)"))
        lines += rows("rejected", tally.rejections) { kind in
            let reason = kind.split(separator: " ", maxSplits: 1).last.map(String.init) ?? kind
            return RejectionReason(rawValue: reason).row.map { ": \($0.meaning)" } ?? ""
        }
        lines += rows("unknown", tally.unknowns) { _ in "" }
        if tally.count > 0 {
            let latencies = Self.quantiles.map {
                "\($0.word) \(Self.time(tally.latencies.quantile($0.share)))"
            }
            lines.append(
                TextRow.of(
                    "latency",
                    latencies.joined(separator: "   ")
                        + "   max \(Self.time(tally.latencies.max))"))
            lines += bars
        }
        let microseconds = Self.decimal(processorMicroseconds, digits: 1)
        lines.append(
            TextRow.of(
                "processor",
                "\(microseconds) µs of CPU time for each request, in this process"))
        return lines.joined(separator: "\n")
    }

    package static let quantiles = [
        (word: "p50", key: "p50", share: 0.5), (word: "p90", key: "p90", share: 0.9),
        (word: "p99", key: "p99", share: 0.99), (word: "p99.9", key: "p99_9", share: 0.999),
    ]

    /// The bars of the chart of durations. Each bar represents one doubling of the duration.
    private var bars: [String] {
        let latencies = tally.latencies
        var edge = Duration.microseconds(125)
        while edge < latencies.min { edge *= 2 }
        var counts: [(edge: Duration, count: Int)] = []
        var passed = 0
        while passed < latencies.count {
            let upTo = edge >= latencies.max ? latencies.count : latencies.count(upTo: edge)
            counts.append((edge, upTo - passed))
            passed = upTo
            edge *= 2
        }
        let most = counts.map(\.count).max() ?? 1
        return counts.map { edge, count in
            let width = count == 0 ? 0 : max(1, count * 40 / max(1, most))
            let name = "≤ \(Self.time(edge))"
            return TextRow.of(
                "", name + TextRow.blanks(12 - name.count) + Self.bar(width) + " \(count)")
        }
    }

    private func rows(
        _ name: String, _ kinds: [String: Int], _ note: (String) -> String
    ) -> [String] {
        LoadTally.sorted(kinds).enumerated().map { index, entry in
            TextRow.of(index == 0 ? name : "", "\(entry.count)  \(entry.kind)\(note(entry.kind))")
        }
    }

    package static func bar(_ width: Int) -> String { String(repeating: "█", count: width) }

    /// Returns a number with its noun, such as `1 entry` or `2 entries`.
    ///
    /// - Parameter words: the plural; `nil` if it is the word with an "s".
    package static func plural(_ count: Int, _ word: String, _ words: String? = nil) -> String {
        let many = words ?? word + "s"
        return "\(count) \(count == 1 ? word : many)"
    }

    /// Returns a duration with about three digits, in a suitable unit.
    package static func time(_ duration: Duration) -> String {
        let microseconds = (duration / .microseconds(1)).rounded()
        if microseconds < 1000 { return "\(Int(saturating: microseconds)) µs" }
        let (value, unit) =
            microseconds < 1_000_000
            ? (microseconds / 1000, "ms") : (microseconds / 1_000_000, "s")
        return decimal(value, digits: value < 10 ? 2 : value < 100 ? 1 : 0) + " " + unit
    }

    /// Returns a number with the given number of decimal places.
    static func decimal(_ value: Double, digits: Int) -> String {
        let factor = [1, 10, 100, 1000][min(3, max(0, digits))]
        let scaled = Int(saturating: value * Double(factor), rounded: .toNearestOrAwayFromZero)
        guard digits > 0 else { return "\(scaled)" }
        let fraction = String(scaled % factor)
        let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
        return "\(scaled / factor).\(zeros)\(fraction)"
    }

    // MARK: JSON

    /// Returns the report as JSON for programs. Its keys do not change. Times are in milliseconds
    /// unless a key specifies another unit.
    package func json() -> JSONObject {
        func milliseconds(_ time: Duration) -> JSONValue {
            .number(JSONNumber((time / .microseconds(1)).rounded() / 1000))
        }
        func kinds(_ kinds: [String: Int]) -> JSONValue {
            .object(
                JSONObject(
                    LoadTally.sorted(kinds).map {
                        .init(key: $0.kind, value: .number(JSONNumber($0.count)))
                    }))
        }
        var latency = JSONObject(
            Self.quantiles.map {
                .init(key: $0.key, value: milliseconds(tally.latencies.quantile($0.share)))
            })
        latency["max"] = milliseconds(tally.latencies.max)
        latency["mean"] = milliseconds(tally.latencies.mean)
        var object: JSONObject = [
            "to": .string(target), "requests": .number(JSONNumber(tally.count)),
            "seconds": .number(JSONNumber(Self.rounded(elapsed.inSeconds, 1000))),
            "rate": .number(JSONNumber(Self.rounded(rate, 10))),
            "accepted": .number(JSONNumber(tally.acceptedCount)),
            "rejected": kinds(tally.rejections), "unknown": kinds(tally.unknowns),
            "latency_ms": .object(latency),
            "processor_us_per_request": .number(
                JSONNumber(Self.rounded(processorMicroseconds, 100))),
            "connections": .number(JSONNumber(connectionCount)),
            "in_flight_max": .number(JSONNumber(plan.inFlightCount)),
            "device_tokens": .number(JSONNumber(tokenCount)),
        ]
        if isStopped { object["stopped"] = true }
        if let rate = plan.rate { object["rate_wanted"] = .number(JSONNumber(rate)) }
        return object
    }

    private static func rounded(_ value: Double, _ factor: Double) -> Double {
        (value * factor).rounded() / factor
    }
}
