// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import PushKit
#else
import OpenUserNotifications
#endif

/// Gets the pushes that announce calls.
@MainActor
final class CallPushes: NSObject {
    private let backend: any Backend
    private let calls: any CallReporting
    private let registry = PKPushRegistry(queue: .main)

    init(backend: any Backend, calls: any CallReporting) {
        self.backend = backend
        self.calls = calls
        super.init()
    }

    /// Asks for a token. The delegate comes first, or the answer is lost.
    func register() {
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

// The registry was given the main queue, so its calls are the main actor's.
extension CallPushes: PKPushRegistryDelegate {
    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        let token = pushCredentials.token.hexadecimal
        MainActor.assumeIsolated {
            let backend = backend
            Task { try? await backend.register(.call, token: token) }
        }
    }

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        let call = IncomingCall(payload.dictionaryPayload)
        // Within this call: an app that reports no call is ended, and in the end gets no pushes.
        MainActor.assumeIsolated { calls.report(call) }
        completion()
    }

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {
        MainActor.assumeIsolated {
            let backend = backend
            Task { try? await backend.forget(.call) }
        }
    }
}
