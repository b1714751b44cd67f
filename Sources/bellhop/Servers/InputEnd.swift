// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ServiceLifecycle

/// Waits until the other end of standard input is closed. This happens when the program that
/// started this process ends for any reason. The service reads and ignores data that arrives.
struct InputEnd: Service {
    /// Returns when standard input has ended or the process is shutting down.
    ///
    /// A thread waits for the input until the end of the process. A dispatch source would not need
    /// a thread, but on Linux it can crash if it is cancelled when its pipe is closed.
    func run() async throws {
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        DispatchQueue(label: "bellhop.standard-input").async {
            InputWait.untilEnd()
            continuation.finish()
        }
        for await _ in ended.cancelOnGracefulShutdown() {}
    }
}
