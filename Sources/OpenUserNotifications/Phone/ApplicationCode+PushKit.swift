// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

extension ApplicationCode {
    @MainActor
    func didUpdateToken(_ subject: Callback.Subject?, _ app: PhoneApp) {
        guard case .token(let token)? = subject else { return }
        let credentials = PKPushCredentials(type: .voIP, token: Data(token.bytes))
        for registry in app.services.registries(for: .voIP) {
            registry.delegate?.pushRegistry(registry, didUpdate: credentials, for: .voIP)
        }
    }

    /// Delivers a VoIP push through the newest method that the delegate implements.
    func didReceiveCall(_ subject: Callback.Subject?, _ app: PhoneApp) async {
        guard case .userInfo(let text)? = subject else { return }
        let phone = app.services.system.device.snapshot
        let mustReport = app.services.system.app.map { phone.mustReportCall(of: $0) } ?? true
        await launch(app, .background)
        let payload = PKPushPayload(type: .voIP, entries: PropertyList.entries(json: text))
        for registry in app.services.registries(for: .voIP) {
            await callDelegate(registry, payload, PKVoIPPushMetadata(mustReport: mustReport))
        }
    }

    private func callDelegate(
        _ registry: PKPushRegistry, _ payload: PKPushPayload, _ metadata: PKVoIPPushMetadata
    ) async {
        if await complete({ done in
            registry.delegate?.pushRegistry(
                registry, didReceiveIncomingVoIPPushWith: payload, metadata: metadata,
                withCompletionHandler: done)
        }) {
            return
        }
        let newest: Void? = await OptionalCall.result {
            await registry.delegate?.pushRegistry(
                registry, didReceiveIncomingVoIPPushWith: payload, metadata: metadata)
        }
        if newest != nil { return }
        if await complete({ done in
            registry.delegate?.pushRegistry(
                registry, didReceiveIncomingPushWith: payload, for: .voIP, completion: done)
        }) {
            return
        }
        let older: Void? = await OptionalCall.result {
            await registry.delegate?.pushRegistry(
                registry, didReceiveIncomingPushWith: payload, for: .voIP)
        }
        if older != nil { return }
        await MainActor.run {
            registry.delegate?.pushRegistry(
                registry, didReceiveIncomingPushWith: payload, for: .voIP)
        }
    }

    /// Calls a method with a completion handler on the main actor and waits for the handler.
    /// Returns `false` when the delegate does not implement the method.
    private func complete(
        _ call: @MainActor @Sendable (@escaping @Sendable () -> Void) -> Void
    ) async -> Bool {
        let reply = Reply<Bool>()
        let isImplemented = await MainActor.run {
            OptionalCall.isImplemented { call { reply.give(true) } }
        }
        if isImplemented { _ = await reply.value() }
        return isImplemented
    }
}
