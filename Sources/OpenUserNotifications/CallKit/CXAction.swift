// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An action that concerns calls, for instance answering a call. Available since iOS 10.0.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s of `Sendable` types; the
/// mutable state is protected by the lock.
open class CXAction: NSObject, @unchecked Sendable {
    /// The action's identifier.
    public let uuid = UUID()
    private let lock = NSLock()
    private var lockedIsComplete = false

    /// Whether the action has been performed or has failed.
    public var isComplete: Bool { lock.withLock { lockedIsComplete } }

    /// Marks the action as performed.
    public func fulfill() { lock.withLock { lockedIsComplete = true } }

    /// Marks the action as failed.
    public func fail() { lock.withLock { lockedIsComplete = true } }
}

/// An action that concerns one call. Available since iOS 10.0.
open class CXCallAction: CXAction, @unchecked Sendable {
    /// The call's identifier.
    public let callUUID: UUID

    /// Creates an action for a call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }
}

/// An action that starts a call. Available since iOS 10.0.
///
/// Proof for `@unchecked Sendable`: the mutable state is protected by the lock.
open class CXStartCallAction: CXCallAction, @unchecked Sendable {
    private struct State {
        var handle: CXHandle
        var isVideo = false
        var contactIdentifier: String?
    }

    private let lock = NSLock()
    private var state: State

    /// Creates an action that starts a call to a handle.
    public init(call callUUID: UUID, handle: CXHandle) {
        state = State(handle: handle)
        super.init(call: callUUID)
    }

    /// The handle of the person to call.
    public var handle: CXHandle {
        get { lock.withLock { state.handle } }
        set { lock.withLock { state.handle = newValue } }
    }
    /// Whether the call is a video call.
    public var isVideo: Bool {
        get { lock.withLock { state.isVideo } }
        set { lock.withLock { state.isVideo = newValue } }
    }
    /// The identifier of the contact to call.
    public var contactIdentifier: String? {
        get { lock.withLock { state.contactIdentifier } }
        set { lock.withLock { state.contactIdentifier = newValue } }
    }

    /// Marks the action as performed. The virtual phone ignores the time.
    public func fulfill(withDateStarted dateStarted: Date) { fulfill() }
}

/// An action that answers a call. Available since iOS 10.0.
open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
    /// Marks the action as performed. The virtual phone ignores the time.
    public func fulfill(withDateConnected dateConnected: Date) { fulfill() }
}

/// An action that ends a call. Available since iOS 10.0.
open class CXEndCallAction: CXCallAction, @unchecked Sendable {
    /// Marks the action as performed. The virtual phone ignores the time.
    public func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

/// An action that puts a call on hold or resumes the call. Available since iOS 10.0.
open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
    /// Whether the action puts the call on hold; if `false`, the action resumes the call.
    public let isOnHold: Bool

    /// Creates an action for a call.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }
}

/// An action that mutes or unmutes a call. Available since iOS 10.0.
open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
    /// Whether the action mutes the call; if `false`, the action unmutes the call.
    public let isMuted: Bool

    /// Creates an action for a call.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }
}

/// An action that plays DTMF tones in a call. Available since iOS 10.0.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
    /// The kind of action: a tone, a soft pause or a hard pause.
    public enum ActionType: Int, Sendable {
        case singleTone = 1
        case softPause = 2
        case hardPause = 3
    }

    /// The digits to play.
    public let digits: String
    /// The kind of action: a tone, a soft pause or a hard pause.
    public let type: ActionType

    /// Creates an action for a call.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }
}

/// A group of actions that are performed together. Available since iOS 10.0.
///
/// Proof for `@unchecked Sendable`: the actions are protected by the lock.
public final class CXTransaction: NSObject, @unchecked Sendable {
    /// The transaction's identifier.
    public let uuid = UUID()
    private let lock = NSLock()
    private var lockedActions: [CXAction]

    /// Creates a transaction with several actions.
    public init(actions: [CXAction]) {
        lockedActions = actions
        super.init()
    }

    /// Creates a transaction with one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// The actions.
    public var actions: [CXAction] { lock.withLock { lockedActions } }

    /// Whether every action has been performed or has failed.
    public var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// Adds an action.
    public func addAction(_ action: CXAction) { lock.withLock { lockedActions.append(action) } }
}
