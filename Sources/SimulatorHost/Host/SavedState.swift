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

/// The saved state: the phones, and what APNs knows about them. It contains device tokens and must
/// be kept private.
struct SavedState: Codable {
    var service: Data
    var devices: [Device]

    /// Decodes a saved state, restores the state of APNs in it, and returns the phones.
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

/// The error for a saved state that is damaged or in the format of another version.
package struct SavedStateError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "the saved phones cannot be read" }
}
