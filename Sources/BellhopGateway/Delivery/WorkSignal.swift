// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Tells the worker that there may be new work.
///
/// Several signals while the worker is busy count as one, because the worker then queries the
/// database and finds all work.
final class WorkSignal: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func notify() { continuation.yield() }

    /// Ends the stream, so that the worker claims nothing new.
    func finish() { continuation.finish() }
}
