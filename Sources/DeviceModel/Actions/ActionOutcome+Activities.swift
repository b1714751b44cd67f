// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What a person does with Live Activities.
extension ActionOutcome {
    mutating func removeActivity(_ id: String) throws(DeviceActionError) {}

    mutating func tapActivity(_ id: String) throws(DeviceActionError) {}
}
