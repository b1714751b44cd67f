// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The maximum number of requests in flight to one destination, adapted to the load that the
/// destination can handle. It grows by one for each full round of good responses, and shrinks by a
/// third after a sign of overload.
///
/// Signs of overload are status 429, 500 and 503, requests without a response, and responses that
/// take longer than ``Settings/latencyMax``. The algorithm is additive increase, multiplicative
/// decrease (Chiu and Jain, 1989).
package struct AdaptiveLimit: Sendable {
    /// What one outcome shows about the load on the destination.
    package enum Sign: Sendable {
        case good
        case overloaded
        /// The outcome shows nothing about the load, for instance because the request was never
        /// sent.
        case neutral
    }

    package struct Settings: Sendable {
        /// The smallest limit. Default 20.
        package var min = 20
        /// The largest limit. Default 4000: four connections with 1000 streams each.
        package var max = 4000
        /// The initial limit. Default 1000.
        package var start = 1000
        /// The response time above which a response is a sign of overload. Default 5 seconds, a
        /// third of the client's deadline.
        package var latencyMax = Duration.seconds(5)
        /// The shortest time between two decreases. One overload causes many late responses at the
        /// same time, and they must decrease the limit only once. Default 500 milliseconds.
        package var decreasePause = Duration.milliseconds(500)

        package init() {}
    }

    private let settings: Settings
    /// The limit, in thousandths of a request.
    private var thousandths: Int
    private var nextDecrease = Duration.zero

    package init(_ settings: Settings = Settings()) {
        self.settings = settings
        thousandths = settings.start * 1000
    }

    /// The maximum number of requests in flight.
    package var limit: Int { thousandths / 1000 }

    /// Adapts the limit to the outcome of one request.
    ///
    /// - Parameter inFlight: the number of requests in flight before this outcome. A limit that is
    ///   less than half used is not raised, because nothing shows that the destination could handle
    ///   more requests.
    package mutating func ended(
        _ sign: Sign, latency: Duration, inFlight: Int, at uptime: Duration
    ) {
        switch sign {
        case .neutral: return
        case .good where latency <= settings.latencyMax:
            guard 2 * inFlight >= limit else { return }
            thousandths = min(settings.max * 1000, thousandths + max(1, 1_000_000 / thousandths))
        case .good, .overloaded:
            guard uptime >= nextDecrease else { return }
            nextDecrease = uptime + settings.decreasePause
            thousandths = max(settings.min * 1000, thousandths * 2 / 3)
        }
    }
}
