// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A device as APNs knows it.
public struct ServiceDevice: Hashable, Sendable, Codable {
    public let id: String
    /// Whether the device is connected to APNs.
    public internal(set) var isOnline: Bool
    /// Whether the device saves power, so that notifications with a priority below 10 are delayed.
    public internal(set) var isSavingPower: Bool
    /// The apps whose notifications the person switched off, as reported by the device.
    public internal(set) var mutedBundleIDs: Set<String>

    init(id: String, isOnline: Bool) {
        self.id = id
        self.isOnline = isOnline
        isSavingPower = false
        mutedBundleIDs = []
    }
}
