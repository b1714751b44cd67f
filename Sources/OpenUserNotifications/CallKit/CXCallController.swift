// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// The object with which an app requests call actions, for instance ending a call. Available since
/// iOS 10.0.
///
/// The virtual phone does not show calls: every request succeeds and has no other effect.
public final class CXCallController: NSObject, Sendable {
    private let app: any PhoneServices
    /// The observer of calls.
    public let callObserver = CXCallObserver()

    /// Creates a controller of the app whose code is running.
    public override convenience init() { self.init(queue: .main) }

    /// Creates a controller of the app whose code is running. The queue is ignored here.
    public init(queue: DispatchQueue) {
        app = PhoneContext.current.services
        super.init()
    }

    /// Requests that a transaction's actions be performed.
    public func request(
        _ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        app.complete { completion(nil) }
    }

    /// Requests that a transaction's actions be performed.
    public func request(_ transaction: CXTransaction) async throws {}

    /// Requests that an action be performed. Available since iOS 11.0.
    public func requestTransaction(
        with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Requests that actions be performed. Available since iOS 11.0.
    public func requestTransaction(
        with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(actions: actions), completion: completion)
    }
}

/// An observer of calls. Available since iOS 10.0. The virtual phone has no calls to observe.
public final class CXCallObserver: NSObject, Sendable {
    /// The current calls; always empty.
    public var calls: [CXCall] { [] }

    /// Has no effect, because there are no calls to report to a delegate.
    public func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {}
}

/// The methods that report changes of calls. Available since iOS 10.0.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call has changed.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// A call. Available since iOS 10.0.
public final class CXCall: NSObject, Sendable {
    /// The call's identifier.
    public let uuid: UUID
    /// Whether the call was started on this phone.
    public var isOutgoing: Bool { false }
    /// Whether the call is on hold.
    public var isOnHold: Bool { false }
    /// Whether the call was answered.
    public var hasConnected: Bool { false }
    /// Whether the call has ended.
    public var hasEnded: Bool { false }

    package init(uuid: UUID) {
        self.uuid = uuid
        super.init()
    }
}
