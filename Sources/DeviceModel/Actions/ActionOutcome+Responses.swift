// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Buttons, the long look, and clearing.
extension ActionOutcome {
    mutating func choose(
        _ actionID: String, _ id: String, _ bundleID: String?, text: String?
    ) throws(DeviceActionError) {}

    mutating func expand(_ id: String, _ bundleID: String?) throws(DeviceActionError) {}

    mutating func collapse() { device.expanded = nil }

    mutating func clearAll(_ bundleID: String, threadID: String?) throws(DeviceActionError) {}
}
