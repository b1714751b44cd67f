// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// Where an app asks for PushKit pushes. Apple: since iOS 8.0.
///
/// Proof for `@unchecked Sendable`: `app` is a `let` of a `Sendable` type; the weak reference is
/// read and written only while the lock is held.
public class PKPushRegistry: NSObject, @unchecked Sendable {
    let app: any PhoneServices
    private let lock = NSLock()
    private weak var lockedDelegate: (any PKPushRegistryDelegate)?

    /// A registry of the app whose code runs.
    ///
    /// - Parameter queue: where Apple calls the delegate. The virtual phone calls it on the main
    ///   queue whatever is given.
    public init(queue: DispatchQueue?) {
        app = PhoneContext.current.services
        super.init()
    }

    /// Who is told of tokens and pushes. Held weakly.
    public weak var delegate: (any PKPushRegistryDelegate)? {
        get { lock.withLock { lockedDelegate } }
        set { lock.withLock { lockedDelegate = newValue } }
    }

    /// The kinds of push the app wants; setting it registers. Set the delegate first.
    public var desiredPushTypes: Set<PKPushType>? {
        get { app.desiredPushTypes }
        set { app.register(self, for: newValue) }
    }

    /// The token of a kind, if there is one.
    public func pushToken(for type: PKPushType) -> Data? { app.pushToken(for: type) }
}
