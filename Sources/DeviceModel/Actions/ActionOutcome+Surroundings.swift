// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Location and time zone.
extension ActionOutcome {
    mutating func move(to coordinate: Coordinate?) {
        let old = device.location
        device.location = coordinate
        device.observePlace(after: old, at: now)
    }

    mutating func setTimeZone(_ name: String) throws(DeviceActionError) {
        guard WallClock(named: name) != nil else { throw .unknownTimeZone(name) }
        device.timeZone = name
        device.refloatRequests(at: now)
        cite("LCL-8")
    }
}
