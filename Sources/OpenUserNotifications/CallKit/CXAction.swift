// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something that is to be done with calls. Apple: since iOS 10.0.
///
/// Proof for `@unchecked Sendable`: the stored properties are `let`s of `Sendable` types; what
/// changes lies behind the lock.
open class CXAction: NSObject, @unchecked Sendable {
    /// Its name.
    public let uuid = UUID()
    private let lock = NSLock()
    private var lockedIsComplete = false

    /// Whether it was done or has failed.
    public var isComplete: Bool { lock.withLock { lockedIsComplete } }

    /// It was done.
    public func fulfill() { lock.withLock { lockedIsComplete = true } }

    /// It has failed.
    public func fail() { lock.withLock { lockedIsComplete = true } }
}

/// Something that is to be done with one call. Apple: since iOS 10.0.
open class CXCallAction: CXAction, @unchecked Sendable {
    /// The call.
    public let callUUID: UUID

    /// An action for a call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }
}

/// A call begins. Apple: since iOS 10.0.
///
/// Proof for `@unchecked Sendable`: what changes lies behind the lock.
open class CXStartCallAction: CXCallAction, @unchecked Sendable {
    private struct State {
        var handle: CXHandle
        var isVideo = false
        var contactIdentifier: String?
    }

    private let lock = NSLock()
    private var state: State

    /// A call to somebody.
    public init(call callUUID: UUID, handle: CXHandle) {
        state = State(handle: handle)
        super.init(call: callUUID)
    }

    /// Who is called.
    public var handle: CXHandle {
        get { lock.withLock { state.handle } }
        set { lock.withLock { state.handle = newValue } }
    }
    /// Whether it is a video call.
    public var isVideo: Bool {
        get { lock.withLock { state.isVideo } }
        set { lock.withLock { state.isVideo = newValue } }
    }
    /// Who is called, in the phone's contacts.
    public var contactIdentifier: String? {
        get { lock.withLock { state.contactIdentifier } }
        set { lock.withLock { state.contactIdentifier = newValue } }
    }

    /// It was done at a time.
    public func fulfill(withDateStarted dateStarted: Date) { fulfill() }
}

/// A call is answered. Apple: since iOS 10.0.
open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
    /// It was done at a time.
    public func fulfill(withDateConnected dateConnected: Date) { fulfill() }
}

/// A call ends. Apple: since iOS 10.0.
open class CXEndCallAction: CXCallAction, @unchecked Sendable {
    /// It was done at a time.
    public func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

/// A call is put on hold, or goes on. Apple: since iOS 10.0.
open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
    /// Whether it is put on hold.
    public let isOnHold: Bool

    /// An action for a call.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }
}

/// The microphone of a call is turned off or on. Apple: since iOS 10.0.
open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
    /// Whether it is turned off.
    public let isMuted: Bool

    /// An action for a call.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }
}

/// Keys of a call are pressed. Apple: since iOS 10.0.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
    /// How long a key is pressed.
    public enum ActionType: Int, Sendable {
        case singleTone = 1
        case softPause = 2
        case hardPause = 3
    }

    /// The keys.
    public let digits: String
    /// How long they are pressed.
    public let type: ActionType

    /// An action for a call.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }
}

/// Actions that belong together. Apple: since iOS 10.0.
///
/// Proof for `@unchecked Sendable`: the actions lie behind the lock.
public final class CXTransaction: NSObject, @unchecked Sendable {
    /// Its name.
    public let uuid = UUID()
    private let lock = NSLock()
    private var lockedActions: [CXAction]

    /// Several actions.
    public init(actions: [CXAction]) {
        lockedActions = actions
        super.init()
    }

    /// One action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// The actions.
    public var actions: [CXAction] { lock.withLock { lockedActions } }

    /// Whether all were done or have failed.
    public var isComplete: Bool { actions.allSatisfy(\.isComplete) }

    /// Adds an action.
    public func addAction(_ action: CXAction) { lock.withLock { lockedActions.append(action) } }
}
