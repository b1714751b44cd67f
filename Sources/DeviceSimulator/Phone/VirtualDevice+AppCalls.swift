// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import APNSWire
import DeviceModel

// What app code asks and what waits for an answer.
extension VirtualDevice {
    func requestAuthorization(
        _ options: AuthorizationOptions, of bundleID: String
    ) async -> Result<Bool, NotificationFailure> {
        let now = time.now
        let (answer, policy) = state.withLock { state in
            (
                state.device.requestAuthorization(options, of: bundleID, at: now),
                state.promptPolicy
            )
        }
        changed()
        switch answer {
        case .answered(let isGranted): return .success(isGranted)
        case .failed(let failure): return .failure(failure)
        case .asking(let promptID):
            _ = (promptID, policy)
            return .success(false)
        }
    }

    func add(
        _ request: NotificationRequest, of bundleID: String
    ) throws(NotificationFailure) {
        let now = time.now
        let result = change { device -> Result<Incoming?, NotificationFailure> in
            do throws(NotificationFailure) {
                return .success(try device.add(request, of: bundleID, at: now))
            } catch { return .failure(error) }
        }
        if let incoming = try result.get() {
            spawn { _ = await self.arrive(incoming) }
        }
    }
}
