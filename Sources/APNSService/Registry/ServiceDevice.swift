// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A device in the state of the simulated APNs.
public struct ServiceDevice: Hashable, Sendable, Codable {
    public let id: String
    /// Whether the device is connected to APNs.
    public internal(set) var isOnline: Bool
    /// Whether the device saves power, so that notifications with a priority below 10 are delayed.
    public internal(set) var isSavingPower: Bool
    /// Whether the device has no simulated phone. Notifications to it are logged as delivered, but
    /// no ``DeviceLink`` receives them.
    public internal(set) var isLight = false
    /// The apps whose notifications the person switched off, as reported by the device.
    public internal(set) var mutedBundleIDs: Set<String>

    init(id: String, isOnline: Bool, isLight: Bool = false) {
        self.id = id
        self.isOnline = isOnline
        self.isLight = isLight
        isSavingPower = false
        mutedBundleIDs = []
    }

    private enum CodingKeys: String, CodingKey {
        case id, isOnline, isSavingPower, mutedBundleIDs, isLight
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        isOnline = try values.decode(Bool.self, forKey: .isOnline)
        isSavingPower = try values.decode(Bool.self, forKey: .isSavingPower)
        mutedBundleIDs = try values.decode(Set<String>.self, forKey: .mutedBundleIDs)
        // The key is absent in states that were saved before light devices existed.
        isLight = try values.decodeIfPresent(Bool.self, forKey: .isLight) ?? false
    }
}
