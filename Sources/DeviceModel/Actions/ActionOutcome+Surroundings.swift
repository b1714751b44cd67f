// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Place, time zone and language.
extension ActionOutcome {
    mutating func move(to coordinate: Coordinate?) { device.location = coordinate }

    mutating func setTimeZone(_ name: String) throws(DeviceActionError) { device.timeZone = name }
}
