// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is saved: phones and what APNs knows of them. It holds device tokens: keep it private.
struct SavedState: Codable {
    var service: Data
    var devices: [Device]

    /// Reads what was saved and gives APNs its part back.
    ///
    /// - Throws: ``SavedStateError``.
    static func take(_ data: Data, into service: ServiceHost) throws -> [Device] {
        do {
            let saved = try JSONDecoder().decode(SavedState.self, from: data)
            guard saved.devices.count <= Phones.countMax,
                Set(saved.devices.map(\.id)).count == saved.devices.count
            else { throw SavedStateError() }
            try service.restore(Array(saved.service))
            return saved.devices
        } catch { throw SavedStateError() }
    }
}

/// A saved state that cannot be read: it is damaged, or of another version.
public struct SavedStateError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String { "the saved phones cannot be read" }
}
