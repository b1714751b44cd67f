// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A circuit breaker for one credential and one environment: it stops sending while sending is
/// pointless, and finds out with a few test requests when sending works again.
///
/// The breaker opens when APNs refuses the credential several times in a row, or when at least half
/// of the latest requests got no response or a server error. It closes immediately when the
/// credential is replaced.
package struct Breaker: Sendable {
    /// The reason why the breaker is open.
    package enum Cause: Sendable, Hashable {
        /// APNs refuses the credential, with the given reason.
        case credentialRefused(String)
        /// There are no responses, or only server errors; the text describes the last failure.
        case failing(String)
    }

    package struct Settings: Sendable {
        /// The number of consecutive refusals of the credential that open the breaker. Default 5.
        package var refusalsMax = 5
        /// The time over which requests and failures are counted. Default 10 seconds.
        package var window = Duration.seconds(10)
        /// The smallest number of requests in the window at which failures open the breaker.
        /// Default 20.
        package var callsMin = 20
        /// The first pause after failures; it doubles up to `pauseMax`. Default 1 second.
        package var pauseMin = Duration.seconds(1)
        /// The longest pause after failures. Default 20 seconds, so that sending begins less than
        /// 30 seconds after APNs is back.
        package var pauseMax = Duration.seconds(20)
        /// The pause after refusals of the credential. Default 60 seconds.
        package var refusalPause = Duration.seconds(60)
        /// The number of test requests after a pause. Default 5.
        package var probes = 5

        package init() {}
    }

    /// What one outcome shows about the state of the destination and of the credential.
    package enum Sign: Sendable {
        /// APNs responded and accepted the credential.
        case works
        case credentialRefused(String)
        case failing(String)
        /// The outcome shows nothing about either of them.
        case neutral
    }

    /// A change of the breaker that an operator should know about.
    package enum Change: Sendable, Hashable {
        case opened(Cause)
        case closed
    }

    private enum State {
        case closed
        case open(until: Duration, Cause)
        /// The pause is over, and a few test requests are sent.
        case trying(inFlight: Int, started: Int, Cause)
    }

    private let settings: Settings
    private var state = State.closed
    private var refusals = 0
    private var windowStart = Duration.zero
    private var calls = 0
    private var failures = 0
    private var pause: Duration

    package init(_ settings: Settings = Settings()) {
        self.settings = settings
        pause = settings.pauseMin
    }

    /// Returns the number of requests that may be started; `nil` if the number is not limited.
    package func room(at uptime: Duration) -> Int? {
        switch state {
        case .closed: nil
        case .open(let until, let cause): uptime < until ? 0 : probeCount(cause)
        case .trying(_, let started, let cause): max(0, probeCount(cause) - started)
        }
    }

    /// The time at which test requests may be sent; `nil` unless the breaker is open.
    package var nextDue: Duration? {
        if case .open(let until, _) = state { until } else { nil }
    }

    package var cause: Cause? {
        switch state {
        case .closed: nil
        case .open(_, let cause), .trying(_, _, let cause): cause
        }
    }

    /// Counts requests that were started.
    package mutating func started(_ count: Int, at uptime: Duration) {
        switch state {
        case .closed: break
        case .open(_, let cause): state = .trying(inFlight: count, started: count, cause)
        case .trying(let inFlight, let started, let cause):
            state = .trying(inFlight: inFlight + count, started: started + count, cause)
        }
    }

    /// Changes the breaker's state according to the outcome of a request.
    package mutating func ended(_ sign: Sign, at uptime: Duration) -> Change? {
        switch state {
        case .closed: return endedWhileClosed(sign, at: uptime)
        case .open: return nil
        case .trying(let inFlight, let started, let cause):
            switch sign {
            case .works: return close()
            case .credentialRefused(let reason):
                open(.credentialRefused(reason), at: uptime)
            case .failing(let reason): open(.failing(reason), at: uptime)
            case .neutral where inFlight <= 1: open(cause, at: uptime)
            case .neutral: state = .trying(inFlight: inFlight - 1, started: started, cause)
            }
            return nil
        }
    }

    /// Closes the breaker after the credential was replaced.
    package mutating func reset() -> Change? {
        if case .closed = state { return nil }
        return close()
    }

    private func probeCount(_ cause: Cause) -> Int {
        if case .credentialRefused = cause { 1 } else { settings.probes }
    }

    private mutating func endedWhileClosed(_ sign: Sign, at uptime: Duration) -> Change? {
        if uptime - windowStart > settings.window {
            windowStart = uptime
            calls = 0
            failures = 0
        }
        switch sign {
        case .neutral: return nil
        case .works:
            refusals = 0
            calls += 1
            return nil
        case .credentialRefused(let reason):
            refusals += 1
            guard refusals >= settings.refusalsMax else { return nil }
            open(.credentialRefused(reason), at: uptime)
        case .failing(let reason):
            calls += 1
            failures += 1
            guard calls >= settings.callsMin, 2 * failures >= calls else { return nil }
            open(.failing(reason), at: uptime)
        }
        return cause.map(Change.opened)
    }

    private mutating func open(_ cause: Cause, at uptime: Duration) {
        var length = settings.refusalPause
        if case .failing = cause {
            length = pause
            pause = min(pause * 2, settings.pauseMax)
        }
        let end = Bug.is(.breakerNeverCloses) ? Duration.seconds(1_000_000_000) : uptime + length
        state = .open(until: end, cause)
    }

    private mutating func close() -> Change {
        state = .closed
        refusals = 0
        calls = 0
        failures = 0
        pause = settings.pauseMin
        return .closed
    }
}
