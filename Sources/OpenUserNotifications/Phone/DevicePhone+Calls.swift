// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

extension DevicePhone {
    package var desiredPushTypes: Set<PKPushType>? { state.withLock { $0.desiredPushTypes } }

    package func register(_ registry: PKPushRegistry, for types: Set<PKPushType>?) {
        state.withLock { state in
            state.desiredPushTypes = types
            state.registries.removeAll { $0.registry == nil || $0.registry === registry }
            state.registries.append(WeakRegistry(registry: registry))
        }
        if types?.contains(.voIP) == true { system.register(.voip) }
    }

    package func pushToken(for type: PKPushType) -> Data? {
        guard type == .voIP else { return nil }
        return system.app?.tokens[.voip].map { Data($0.bytes) }
    }

    package func reportCall() { system.reportCall() }

    package func reportVoIPPush(
        _ payload: [AnyHashable: Any]
    ) -> CXErrorCodeNotificationServiceExtensionError? {
        guard system.app?.capabilities.filtering == true else {
            return CXErrorCodeNotificationServiceExtensionError(
                .missingNotificationFilteringEntitlement)
        }
        let body = PropertyList.json(PropertyList.entries(payload))
        guard system.reportVoIPPush(Array(body.utf8)) else {
            return CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess)
        }
        return nil
    }

    /// Returns the registries that still exist; empty if the push type is not one of the app's
    /// `desiredPushTypes`.
    func registries(for type: PKPushType) -> [PKPushRegistry] {
        state.withLock { state in
            guard state.desiredPushTypes?.contains(type) == true else { return [] }
            return state.registries.compactMap(\.registry)
        }
    }

    package var pendingTaskRequests: [BGTaskRequest] {
        (system.app?.refreshRequests ?? []).map {
            BGAppRefreshTaskRequest(
                record: BGTaskRequest.Record(identifier: $0.id, earliestBeginDate: $0.earliest))
        }
    }

    package func registerTask(_ identifier: String, _ handler: LaunchHandler) -> Bool {
        let isPermitted = system.app?.capabilities.taskIdentifiers.contains(identifier) ?? false
        return state.withLock { state in
            guard isPermitted, !state.hasLaunched, state.launchHandlers[identifier] == nil else {
                return false
            }
            state.launchHandlers[identifier] = handler
            return true
        }
    }

    /// Returns the handler registered for a background task.
    func launchHandler(of identifier: String) -> LaunchHandler? {
        state.withLock { $0.launchHandlers[identifier] }
    }

    /// Makes ``registerTask(_:_:)`` return `false` from now on, because a phone accepts
    /// registrations only during the launch.
    func launchDidFinish() { state.withLock { $0.hasLaunched = true } }

    package func submit(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) {
        let record = request.record
        guard !record.isProcessing else { throw BGTaskScheduler.Error(.unavailable) }
        do throws(RefreshFailure) {
            try system.submitRefresh(
                RefreshRequest(id: record.identifier, earliest: record.earliestBeginDate))
        } catch { throw BGTaskScheduler.Error(model: error) }
    }

    package func cancelTaskRequest(_ identifier: String?) { system.cancelRefresh(identifier) }
}
