// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// Where an app reports calls. Apple: since iOS 10.0.
///
/// A VoIP push has to become a call: reporting one satisfies the phone. It shows no call, so the
/// delegate is never told that a person answered.
///
/// Proof for `@unchecked Sendable`: `app` is a `let` of a `Sendable` type; the weak reference and
/// the configuration are read and written only while the lock is held.
public class CXProvider: NSObject, @unchecked Sendable {
    private let app: any PhoneServices
    private let lock = NSLock()
    private weak var delegate: (any CXProviderDelegate)?
    private var lockedConfiguration: CXProviderConfiguration

    /// A provider of the app whose code runs.
    public init(configuration: CXProviderConfiguration) {
        app = PhoneContext.current.services
        lockedConfiguration = configuration
        super.init()
    }

    /// What the app can do.
    public var configuration: CXProviderConfiguration {
        get { lock.withLock { lockedConfiguration } }
        set { lock.withLock { lockedConfiguration = newValue } }
    }

    /// Says who is told of calls.
    public func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        lock.withLock { self.delegate = delegate }
    }

    /// Reports a call that comes in.
    public func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        app.reportCall()
        app.answer { completion(nil) }
    }

    /// Reports a call that comes in.
    public func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        app.reportCall()
    }

    /// Says more about a call.
    public func reportCall(with UUID: UUID, updated update: CXCallUpdate) {}

    /// Says that a call is over.
    public func reportCall(
        with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason
    ) {}

    /// Actions of a kind that are not done yet: none.
    public func pendingCallActions(
        of callActionClass: AnyClass, withCall callUUID: UUID
    ) -> [CXCallAction] {
        []
    }

    /// Ends the provider.
    public func invalidate() {}

    /// Says that a call to somebody goes out.
    public func reportOutgoingCall(
        with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?
    ) {}

    /// Says that somebody took the call.
    public func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {}

    /// Hands a message that a service extension got to the app, as if it were a VoIP push. Since
    /// iOS 14.5.
    ///
    /// The app's `PKPushRegistryDelegate` gets the payload and has to report a call. The error is
    /// a ``CXErrorCodeNotificationServiceExtensionError``: without the entitlement
    /// `com.apple.developer.usernotifications.filtering`, or where the app has not registered for
    /// VoIP pushes.
    public class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any],
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let app = PhoneContext.current.services
        let failure = app.reportVoIPPush(dictionaryPayload)
        if let completion { app.answer { completion(failure) } }
    }

    /// Hands a message that a service extension got to the app, as if it were a VoIP push. Since
    /// iOS 14.5.
    ///
    /// - Throws: ``CXErrorCodeNotificationServiceExtensionError``.
    public class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any]
    ) async throws {
        if let failure = PhoneContext.current.services.reportVoIPPush(dictionaryPayload) {
            throw failure
        }
    }
}
