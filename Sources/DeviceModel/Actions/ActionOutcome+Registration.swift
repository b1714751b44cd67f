// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What changes tokens and the way to APNs.
extension ActionOutcome {
    mutating func restoreFromBackup() {}

    mutating func rotateToken(_ bundleID: String) throws(DeviceActionError) {}

    mutating func setOnline(_ isOnline: Bool) {
        device.isOnline = isOnline
        linkOrders.append(.setOnline(isOnline))
        if isOnline { linkOrders.append(.registerMissing) }
    }

    mutating func setAPNsBlocked(_ isBlocked: Bool) { device.isAPNsBlocked = isBlocked }
}
