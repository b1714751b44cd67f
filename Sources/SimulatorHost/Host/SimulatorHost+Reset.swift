// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
package import ControlAPI
import DeviceModel
import DeviceSimulator
import Simulation
import Synchronization

extension SimulatorHost {
    /// Resets parts of the state. Parts on which other parts depend are reset first.
    package func reset(_ parts: Set<ResetPart>) async throws {
        if parts.contains(.devices) { try await resetDevices() }
        if parts.contains(.apps) { service.resetSenders(keepingKeys: startingKeyIDs) }
        if parts.contains(.store) { service.removeStored() }
        if parts.contains(.log) { await forgetLog() }
        if parts.contains(.faults) { service.resetFaults() }
        if parts.contains(.options) { service.setOptions(startingOptions) }
        if parts.contains(.clock) { clock?.reset() }
        try await applyAgain(after: parts)
        changes.signal()
    }

    /// Removes deliveries, notifications, scheduled notifications and Live Activities, but keeps
    /// phones and the tokens of apps.
    package func reset() async throws {
        await forgetLog()
        for phone in await phones.all {
            var device = phone.snapshot
            for index in device.apps.indices {
                device.apps[index].badge = 0
                device.removeDelivered(nil, of: device.apps[index].bundleID)
                device.removePending(nil, of: device.apps[index].bundleID)
            }
            let activities = device.activities.map { UserAction.removeActivity(id: $0.id) }
            for token in device.activities.compactMap(\.token) {
                try? service.unregister(token, because: .activityOver)
            }
            for action in [.collapse, .flickBannerAway] + activities {
                device = (try? device.performing(action, at: time.now).device) ?? device
            }
            phone.reset(to: device)
        }
        changes.signal()
    }

    private func forgetLog() async {
        forgottenUpTo.withLock { $0 = service.log(.init(countMax: 1)).last?.sequence ?? $0 }
        await phones.forgetArrivals()
    }

    /// Removes all devices and creates the simulator's first phone again.
    private func resetDevices() async throws {
        for phone in await phones.all { await phones.remove(phone) }
        service.removeLightDevices()
        lastFleetNumber.withLock { $0 = 0 }
        for device in service.devices { try service.removeDevice(device.id) }
        try await phones.add(DemoPhone.make())
    }
}
