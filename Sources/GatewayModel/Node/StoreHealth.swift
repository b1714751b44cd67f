// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Whether the store works, and when the next request to it may be made.
struct StoreHealth: Sendable {
    private let pauseMin: Duration
    private let pauseMax: Duration
    private var pause: Duration
    private(set) var isFailing = false
    /// The uptime before which the node makes no further request.
    private(set) var nextTry = Duration.zero

    init(_ settings: NodeSettings) {
        pauseMin = settings.storePauseMin
        pauseMax = settings.storePauseMax
        pause = settings.storePauseMin
    }

    func mayTry(at uptime: Duration) -> Bool { !isFailing || uptime >= nextTry }

    /// Records that a request failed, and returns whether this is the first failure after a
    /// success.
    mutating func failed(at uptime: Duration) -> Bool {
        defer { isFailing = true }
        if uptime >= nextTry {
            nextTry = uptime + pause
            pause = min(pause * 2, pauseMax)
        }
        return !isFailing
    }

    /// Records that a request succeeded, and returns whether the store was failing before.
    mutating func worked() -> Bool {
        defer { isFailing = false }
        pause = pauseMin
        nextTry = .zero
        return isFailing
    }
}
