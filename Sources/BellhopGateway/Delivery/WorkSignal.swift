// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Tells the worker that there may be something to do.
///
/// However often it is given while the worker is busy, it is remembered once: the worker looks at
/// the database then and finds everything.
final class WorkSignal: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func notify() { continuation.yield() }

    /// Ends the stream: the worker takes nothing new.
    func finish() { continuation.finish() }
}
