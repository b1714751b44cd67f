// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// The `main` of a program that also runs under callgrind, where an asynchronous `main` does not
/// work.
package enum SynchronousMain {
    /// Runs `body` to its end, and ends the process: with status 1 and a message if it throws.
    ///
    /// - Parameter name: the name of the program in the message.
    package static func run(
        _ name: String, _ body: @escaping @Sendable () async throws -> Void
    ) -> Never {
        let ended = DispatchSemaphore(value: 0)
        let status = Mutex<Int32>(0)
        Task.detached {
            do { try await body() } catch {
                FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
                status.withLock { $0 = 1 }
            }
            ended.signal()
        }
        ended.wait()
        exit(status.withLock { $0 })
    }
}
