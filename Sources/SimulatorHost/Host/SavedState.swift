// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
import DeviceModel

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The saved state of a simulator. It contains device tokens and must be kept private.
package struct SimulatorState: Sendable {
    /// The phones, and the information that APNs has about the phones, as JSON.
    package var phones: Data
    /// The light devices, which have no virtual phone; `nil` if there are no light devices.
    package var fleet: [UInt8]?

    package init(phones: Data, fleet: [UInt8]? = nil) {
        self.phones = phones
        self.fleet = fleet
    }

    /// Restores the state of APNs, and returns the phones.
    ///
    /// - Throws: ``SavedStateError``.
    func take(into service: ServiceHost) throws -> [Device] {
        do {
            let saved = try JSONDecoder().decode(SavedPhones.self, from: phones)
            guard saved.devices.count <= Phones.countMax,
                Set(saved.devices.map(\.id)).count == saved.devices.count
            else { throw SavedStateError() }
            try service.restore(Array(saved.service), fleet: fleet)
            return saved.devices
        } catch { throw SavedStateError() }
    }
}

/// The JSON form of the phones and of the information that APNs has about the phones.
struct SavedPhones: Codable {
    var service: Data
    var devices: [Device]
}

/// The error for a saved state that is damaged or in the format of another version.
package struct SavedStateError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "the saved phones cannot be read" }
}
