// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// Where an app asks for something to be done with calls. Apple: since iOS 10.0.
///
/// The virtual phone shows no calls: it agrees to every request, and nothing else happens.
public final class CXCallController: NSObject, Sendable {
    private let app: any PhoneServices
    /// Who watches calls.
    public let callObserver = CXCallObserver()

    /// A controller of the app whose code runs.
    public override convenience init() { self.init(queue: .main) }

    /// A controller of the app whose code runs; completion handlers do not run on the queue.
    public init(queue: DispatchQueue) {
        app = PhoneContext.current.services
        super.init()
    }

    /// Asks for actions.
    public func request(
        _ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        app.answer { completion(nil) }
    }

    /// Asks for actions.
    public func request(_ transaction: CXTransaction) async throws {}

    /// Asks for an action. Since iOS 11.0.
    public func requestTransaction(
        with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Asks for actions. Since iOS 11.0.
    public func requestTransaction(
        with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        request(CXTransaction(actions: actions), completion: completion)
    }
}

/// Who watches calls. Apple: since iOS 10.0. There are none on the virtual phone.
public final class CXCallObserver: NSObject, Sendable {
    /// The calls: none.
    public var calls: [CXCall] { [] }

    /// Says who hears of calls; there are none.
    public func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {}
}

/// Who hears of calls. Apple: since iOS 10.0.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call has changed.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// A call. Apple: since iOS 10.0.
public final class CXCall: NSObject, Sendable {
    /// Its name.
    public let uuid: UUID
    /// Whether this phone began it.
    public var isOutgoing: Bool { false }
    /// Whether it is on hold.
    public var isOnHold: Bool { false }
    /// Whether somebody answered.
    public var hasConnected: Bool { false }
    /// Whether it is over.
    public var hasEnded: Bool { false }

    package init(uuid: UUID) {
        self.uuid = uuid
        super.init()
    }
}
