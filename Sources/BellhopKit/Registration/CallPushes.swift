// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(PushKit) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import APNSWire
public import Foundation
import GatewayAPI
public import UserNotificationsShim

/// Registers an app for calls: sends its VoIP token to the server along with the app's own token,
/// and again when the VoIP token changes (`REG-16`). Create the object at launch and keep it.
///
/// The app itself has to show the call: the app must report the call to CallKit before `onCall`
/// returns, or the system terminates the app and eventually delivers no more calls ("Responding to
/// VoIP Notifications from PushKit").
@MainActor
public final class CallPushes: NSObject {
    private let registry = PKPushRegistry(queue: .main)
    private let registration: PushRegistration
    private let onCall: @MainActor (PushPayload) -> Void

    /// - Parameter onCall: reports the call to CallKit.
    public init(
        _ registration: PushRegistration, onCall: @escaping @MainActor (PushPayload) -> Void
    ) {
        self.registration = registration
        self.onCall = onCall
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

// The registry's queue is the main queue, so it calls the delegate on the main actor.
extension CallPushes: PKPushRegistryDelegate {
    public nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        guard type == .voIP else { return }
        let token = pushCredentials.token
        MainActor.assumeIsolated { _ = registration.register(TokenName(.voip), token: token) }
    }

    public nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {
        guard type == .voIP else { return }
        MainActor.assumeIsolated { registration.end(TokenName(.voip)) }
    }

    public nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        let call = PushPayload(payload.dictionaryPayload)
        MainActor.assumeIsolated { onCall(call) }
        completion()
    }
}
#endif
