// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// The object with which an app registers for PushKit pushes. Available since iOS 8.0.
///
/// Proof for `@unchecked Sendable`: `app` is a `let` of a `Sendable` type; the weak reference is
/// read and written only while the lock is held.
public class PKPushRegistry: NSObject, @unchecked Sendable {
    let app: any PhoneServices
    private let lock = NSLock()
    private weak var lockedDelegate: (any PKPushRegistryDelegate)?

    /// Creates a registry of the app whose code is running.
    ///
    /// - Parameter queue: on Apple's systems, the queue on which the delegate is called. The
    ///   virtual phone always uses the main queue.
    public init(queue: DispatchQueue?) {
        app = PhoneContext.current.services
        super.init()
    }

    /// The object that receives tokens and pushes. The registry holds the delegate weakly.
    public weak var delegate: (any PKPushRegistryDelegate)? {
        get { lock.withLock { lockedDelegate } }
        set { lock.withLock { lockedDelegate = newValue } }
    }

    /// The push types that the app wants to receive. Setting this property registers the app; set
    /// the delegate first.
    public var desiredPushTypes: Set<PKPushType>? {
        get { app.desiredPushTypes }
        set { app.register(self, for: newValue) }
    }

    /// Returns the device token for a push type, if there is one.
    public func pushToken(for type: PKPushType) -> Data? { app.pushToken(for: type) }
}
