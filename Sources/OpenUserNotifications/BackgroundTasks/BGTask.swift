// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A task that the system lets an app run in the background. Available since iOS 13.0.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s of `Sendable` types; the
/// mutable state is protected by a `Mutex`.
public class BGTask: NSObject, @unchecked Sendable {
    private struct State {
        var expirationHandler: (@Sendable () -> Void)?
        var hasEnded = false
    }

    /// The identifier of the task, as in its request.
    public let identifier: String
    private let state = Mutex(State())
    private let whenDone: Once<Bool>

    package init(identifier: String, whenDone: @escaping @Sendable (Bool) -> Void) {
        self.identifier = identifier
        self.whenDone = Once(whenDone)
        super.init()
    }

    /// The handler that is called shortly before the task's time expires.
    public var expirationHandler: (@Sendable () -> Void)? {
        get { state.withLock { $0.expirationHandler } }
        set { state.withLock { $0.expirationHandler = newValue } }
    }

    /// Reports that the task is complete; calls after the first are ignored.
    public func setTaskCompleted(success: Bool) { whenDone(success) }
}
