// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// When the system lets an app run in the background.
extension ActionOutcome {
    mutating func runBackgroundRefresh(_ bundleID: String) throws(DeviceActionError) {}
}
