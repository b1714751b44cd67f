// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The row of a device token in a ``ServiceRegistry``. A ``Registration`` is made from it.
struct RegistryTokenRow: Sendable {
    let deviceID: String
    /// The numbers of the bundle identifier and of the instance.
    let app: UInt32
    let instance: UInt32
    let environment: APNSEnvironment
    let family: TokenFamily
    var registeredAt: Date
    /// The number of the invalidation; `nil` for a valid token.
    var death: UInt32?
}

/// The row of a device in a ``ServiceRegistry``.
struct RegistryDeviceRow: Sendable {
    var device: ServiceDevice
    /// The valid tokens of the device.
    var tokens: [DeviceToken] = []
}
