// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// The object with which an app reports calls. Available since iOS 10.0.
///
/// An app must report a call for each VoIP push, and does so by calling a method of this object.
/// The virtual phone does not show the call, so the delegate is never informed that the person
/// answered.
///
/// Proof for `@unchecked Sendable`: `app` is a `let` of a `Sendable` type; the weak reference and
/// the configuration are read and written only while the lock is held.
public class CXProvider: NSObject, @unchecked Sendable {
    private let app: any PhoneServices
    private let lock = NSLock()
    private weak var delegate: (any CXProviderDelegate)?
    private var lockedConfiguration: CXProviderConfiguration

    /// Creates a provider of the app whose code is running.
    public init(configuration: CXProviderConfiguration) {
        app = PhoneContext.current.services
        lockedConfiguration = configuration
        super.init()
    }

    /// The app's capabilities for calls.
    public var configuration: CXProviderConfiguration {
        get { lock.withLock { lockedConfiguration } }
        set { lock.withLock { lockedConfiguration = newValue } }
    }

    /// Sets the delegate. The virtual phone never calls the delegate.
    public func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        lock.withLock { self.delegate = delegate }
    }

    /// Reports an incoming call.
    public func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate,
        completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        app.reportCall()
        app.complete { completion(nil) }
    }

    /// Reports an incoming call.
    public func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
        app.reportCall()
    }

    /// Reports updated information about a call. Has no effect here.
    public func reportCall(with UUID: UUID, updated update: CXCallUpdate) {}

    /// Reports that a call has ended. Has no effect here.
    public func reportCall(
        with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason
    ) {}

    /// Returns the pending actions of the given class; always empty.
    public func pendingCallActions(
        of callActionClass: AnyClass, withCall callUUID: UUID
    ) -> [CXCallAction] {
        []
    }

    /// Invalidates the provider. Has no effect here.
    public func invalidate() {}

    /// Reports that an outgoing call started to connect. Has no effect here.
    public func reportOutgoingCall(
        with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?
    ) {}

    /// Reports that an outgoing call was answered. Has no effect here.
    public func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {}

    /// Passes a payload from a service extension to the app, as if the app had received a VoIP
    /// push. Available since iOS 14.5.
    ///
    /// The app's `PKPushRegistryDelegate` receives the payload and must report a call. The method
    /// fails with a ``CXErrorCodeNotificationServiceExtensionError`` if the entitlement
    /// `com.apple.developer.usernotifications.filtering` is missing or the app has not registered
    /// for VoIP pushes.
    public class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any],
        completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let app = PhoneContext.current.services
        let failure = app.reportVoIPPush(dictionaryPayload)
        if let completion { app.complete { completion(failure) } }
    }

    /// Passes a payload from a service extension to the app, as if the app had received a VoIP
    /// push. Available since iOS 14.5.
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
