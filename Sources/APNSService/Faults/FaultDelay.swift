// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A delay in milliseconds, fixed or random. It is always between 0 and ``millisecondsMax``.
public enum FaultDelay: Hashable, Sendable {
    case fixed(Double)
    /// A random delay between two bounds. Every delay between them has the same probability.
    case uniform(min: Double, max: Double)
    /// A random delay with a normal distribution. A negative result becomes 0.
    case normal(mean: Double, deviation: Double)

    /// The maximum delay in milliseconds: ten minutes.
    public static let millisecondsMax = 600_000.0

    /// The parameters in milliseconds.
    var values: [Double] {
        switch self {
        case .fixed(let value): [value]
        case .uniform(let min, let max): [min, max]
        case .normal(let mean, let deviation): [mean, deviation]
        }
    }

    /// Returns a description of the error in the parameters; `nil` if they are valid.
    var problem: String? {
        guard values.allSatisfy({ (0...Self.millisecondsMax).contains($0) }) else {
            return
                "a delay must be a number of milliseconds from 0 to \(Self.wholeMillisecondsMax)"
        }
        if case .uniform(let min, let max) = self, min > max {
            return "\"min_milliseconds\" must be at most \"max_milliseconds\""
        }
        return nil
    }

    private static let wholeMillisecondsMax = Int(saturating: millisecondsMax)

    /// Makes a delay.
    func duration(using generator: inout some RandomNumberGenerator) -> Duration {
        let milliseconds =
            switch self {
            case .fixed(let value): value
            case .uniform(let min, let max): Double.random(in: min...max, using: &generator)
            case .normal(let mean, let deviation):
                mean + deviation * Self.normalNumber(using: &generator)
            }
        return Duration(
            saturatingSeconds: min(max(milliseconds, 0), Self.millisecondsMax) / 1000)
    }

    /// Returns a random number with a standard normal distribution, within six deviations. It is
    /// the sum of twelve uniform numbers, so that the result is the same on every platform.
    private static func normalNumber(using generator: inout some RandomNumberGenerator) -> Double {
        var sum = -6.0
        for _ in 1...12 { sum += Double.random(in: 0..<1, using: &generator) }
        return sum
    }
}
