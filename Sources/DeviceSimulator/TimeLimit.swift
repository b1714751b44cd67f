// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Runs app code and stops waiting for it when its time is up.
enum TimeLimit {
    /// The answer, or `nil` when it did not come in time.
    ///
    /// The code is cancelled then but need not end: app code may ignore cancellation, and the phone
    /// goes on without it, as iOS does.
    static func run<Answer: Sendable>(
        _ limit: Duration, time: TimeSource, _ code: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let (answers, continuation) = AsyncStream.makeStream(
            of: Optional<Answer>.self, bufferingPolicy: .bufferingOldest(1))
        let work = Task { continuation.yield(await code()) }
        let watch = Task {
            do { try await time.sleep(for: limit) } catch { return }
            continuation.yield(nil)
        }
        defer {
            work.cancel()
            watch.cancel()
            continuation.finish()
        }
        for await answer in answers { return answer }
        return nil
    }
}
