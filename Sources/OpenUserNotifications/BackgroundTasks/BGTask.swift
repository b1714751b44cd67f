// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// Work that the system lets an app do in the background. Apple: since iOS 13.0.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s of `Sendable` types; what
/// changes lies in a `Mutex`.
public class BGTask: NSObject, @unchecked Sendable {
    private struct State {
        var expirationHandler: (@Sendable () -> Void)?
        var hasEnded = false
    }

    /// The name it was submitted with.
    public let identifier: String
    private let state = Mutex(State())
    private let whenDone: Once<Bool>

    package init(identifier: String, whenDone: @escaping @Sendable (Bool) -> Void) {
        self.identifier = identifier
        self.whenDone = Once(whenDone)
        super.init()
    }

    /// Called shortly before time is up.
    public var expirationHandler: (@Sendable () -> Void)? {
        get { state.withLock { $0.expirationHandler } }
        set { state.withLock { $0.expirationHandler = newValue } }
    }

    /// The app is done; only the first call counts.
    public func setTaskCompleted(success: Bool) { whenDone(success) }
}
