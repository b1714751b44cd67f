// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Simulation
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Light devices, which are registered and receive pushes, but have no simulated phone.
extension ServiceHost {
    /// The number of light devices.
    public var lightDeviceCount: Int {
        state.withLock { $0.service.registry.lightDeviceCount }
    }

    /// The maximum number of light devices: ``ServiceLimits/lightDeviceCountMax``.
    public var lightDeviceCountMax: Int {
        state.withLock { $0.service.limits.lightDeviceCountMax }
    }

    /// Returns the identifiers of all light devices in order; `nil` if there are more than `limit`.
    public func lightDeviceIDs(limit: Int) -> [String]? {
        // The copy is read outside the lock, so that requests do not wait.
        let registry = state.withLock { $0.service.registry }
        return registry.lightDeviceCount > limit ? nil : registry.lightDeviceIDs.sorted()
    }

    /// Returns whether a device is a light device.
    public func isLight(deviceID: String) -> Bool {
        state.withLock { $0.service.registry.device(deviceID)?.isLight ?? false }
    }

    /// Registers light devices, each with one token of an app. Notifications to these devices are
    /// logged as delivered, but ``deliver(to:)`` does not pass on the notifications.
    ///
    /// Requests wait while the devices of one call are registered, so a caller that has many
    /// devices passes a few hundred in each call. Observers of ``changes`` are not notified; the
    /// caller signals after the last call has returned.
    ///
    /// - Parameter ids: the identifiers of the devices. They must not belong to devices that are
    ///   not light. A light device that already has one of these identifiers is replaced; its old
    ///   token stays valid.
    /// - Returns: The tokens, in the order of the identifiers.
    /// - Throws: ``ServiceError`` when the app is not registered or when the devices would exceed
    ///   ``ServiceLimits/lightDeviceCountMax``. After an error, no device is registered.
    public func registerFleet(
        _ ids: [String], bundleID: String, environment: APNSEnvironment
    ) throws(ServiceError) -> [DeviceToken] {
        let now = time.now
        // The tokens are generated outside the lock. The seed of their generator comes from the
        // host's generator, so that the host's seed reproduces the tokens.
        var generator = SeededGenerator(seed: state.withLock { $0.generator.next() })
        let made = ids.compactMap { _ in Self.randomToken(using: &generator) }
        return try state.withLock { state -> Result<[DeviceToken], ServiceError> in
            do throws(ServiceError) {
                try state.service.registerFleet(
                    ids, tokens: made, bundleID: bundleID, environment: environment, now: now)
                state.revision += 1
                return .success(made)
            } catch { return .failure(error) }
        }.get()
    }

    /// Removes all light devices and their tokens. The tokens are unknown afterwards.
    package func removeLightDevices() {
        defer { changes.signal() }
        state.withLock { state in
            state.service.removeLightDevices()
            state.revision += 1
        }
    }

    private static func randomToken(using generator: inout SeededGenerator) -> DeviceToken? {
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
        }
        return try? DeviceToken(bytes: bytes)
    }
}

extension PushService {
    /// Removes all light devices with their tokens and stored notifications.
    mutating func removeLightDevices() {
        let registry = registry
        store = store.filter { !(registry.device($0.key.deviceID)?.isLight ?? false) }
        self.registry.removeLightDevices()
    }

    /// Registers light devices with their tokens; see
    /// ``ServiceHost/registerFleet(_:bundleID:environment:)``.
    mutating func registerFleet(
        _ ids: [String], tokens: [DeviceToken], bundleID: String, environment: APNSEnvironment,
        now: Date
    ) throws(ServiceError) {
        let max = limits.lightDeviceCountMax
        guard registry.lightDeviceCount + ids.count <= max else {
            throw .limitReached(what: "light devices", max: max)
        }
        for (id, token) in zip(ids, tokens) {
            let key = Registration.Key(
                deviceID: id, bundleID: bundleID, environment: environment, family: .app,
                instance: "")
            try registry.registerLightDevice(key, token: token, now: now)
        }
    }
}
