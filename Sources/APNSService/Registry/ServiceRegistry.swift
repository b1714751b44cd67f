// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import DequeModule

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The registered senders and recipients: keys, apps, devices and device tokens.
public struct ServiceRegistry: Sendable {
    /// The keys by key identifier.
    public private(set) var keys: [String: RegisteredKey] = [:]
    /// The team of each app, by bundle identifier.
    public private(set) var apps: [String: String] = [:]
    /// The devices by device identifier.
    public private(set) var devices: [String: ServiceDevice] = [:]
    private var registrations: [DeviceToken: Registration] = [:]
    private var liveTokens: [Registration.Key: DeviceToken] = [:]
    /// The invalid tokens in the order in which they became invalid. A token that was registered
    /// again stays in this list until it is the oldest and is removed.
    private var deadTokens: Deque<DeviceToken> = []
    private let limits: ServiceLimits

    init(limits: ServiceLimits) { self.limits = limits }

    // MARK: Senders

    mutating func register(_ key: RegisteredKey) throws(ServiceError) {
        guard keys[key.keyID] != nil || keys.count < limits.keyCountMax else {
            throw .limitReached(what: "keys", max: limits.keyCountMax)
        }
        keys[key.keyID] = key
    }

    mutating func removeKey(_ keyID: String) { keys[keyID] = nil }

    mutating func registerApp(bundleID: String, teamID: String) throws(ServiceError) {
        guard Topic.isPlausible(bundleID) else { throw .badBundleID(bundleID) }
        if let owner = apps[bundleID], owner != teamID {
            throw .appOfOtherTeam(bundleID: bundleID, teamID: owner)
        }
        guard apps[bundleID] != nil || apps.count < limits.appCountMax else {
            throw .limitReached(what: "apps", max: limits.appCountMax)
        }
        apps[bundleID] = teamID
    }

    /// Copies the keys and apps of another registry.
    mutating func takeSenders(from other: ServiceRegistry) {
        keys = other.keys
        apps = other.apps
    }

    // MARK: Devices

    mutating func registerDevice(_ id: String, isOnline: Bool) throws(ServiceError) {
        guard devices[id] == nil else { return }
        guard devices.count < limits.deviceCountMax else {
            throw .limitReached(what: "devices", max: limits.deviceCountMax)
        }
        devices[id] = ServiceDevice(id: id, isOnline: isOnline)
    }

    mutating func changeDevice(
        _ id: String, _ change: (inout ServiceDevice) -> Void
    ) throws(ServiceError) {
        guard var device = devices[id] else { throw .unknownDevice(id) }
        change(&device)
        devices[id] = device
    }

    mutating func removeDevice(_ id: String, now: Date) {
        guard devices.removeValue(forKey: id) != nil else { return }
        let death = Registration.Death(
            at: now, reason: .unregistered, explanation: "the device was erased")
        kill(where: { $0.deviceID == id }, death)
    }

    // MARK: Tokens

    /// Returns the registration of a token, valid or not.
    public func registration(of token: DeviceToken) -> Registration? { registrations[token] }

    /// Returns the valid tokens of a device.
    public func liveRegistrations(deviceID: String) -> [Registration] {
        registrations.values
            .filter { $0.deviceID == deviceID && $0.death == nil }
            .sorted {
                ($0.bundleID, $0.family.rawValue, $0.instance) < (
                    $1.bundleID, $1.family.rawValue, $1.instance
                )
            }
    }

    /// Returns the token of an app on a device: the existing one, or a new one.
    mutating func registerToken(
        _ key: Registration.Key, now: Date, using generator: inout some RandomNumberGenerator
    ) throws(ServiceError) -> DeviceToken {
        guard devices[key.deviceID] != nil else { throw .unknownDevice(key.deviceID) }
        guard apps[key.bundleID] != nil else { throw .unknownApp(key.bundleID) }
        if let token = liveTokens[key] {
            registrations[token]?.registeredAt = now
            return token
        }
        guard liveTokens.count < limits.liveTokenCountMax else {
            throw .limitReached(what: "device tokens", max: limits.liveTokenCountMax)
        }
        let token = newToken(
            byteCount: Registration.tokenByteCount(of: key.family), using: &generator)
        restore(
            Registration(
                token: token, deviceID: key.deviceID, bundleID: key.bundleID,
                environment: key.environment,
                family: key.family, instance: key.instance, registeredAt: now))
        return token
    }

    private func newToken(
        byteCount: Int, using generator: inout some RandomNumberGenerator
    ) -> DeviceToken {
        while true {
            let bytes = (0..<byteCount).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 24)
            }
            if let token = try? DeviceToken(bytes: bytes), registrations[token] == nil {
                return token
            }
        }
    }

    /// Adds an existing registration unchanged.
    mutating func restore(_ registration: Registration) {
        registrations[registration.token] = registration
        if registration.death == nil {
            liveTokens[registration.key] = registration.token
        } else {
            deadTokens.append(registration.token)
        }
    }

    mutating func kill(_ token: DeviceToken, _ death: Registration.Death) throws(ServiceError) {
        guard let registration = registrations[token] else { throw .unknownToken }
        guard registration.death == nil else { return }
        kill([registration], death)
    }

    mutating func kill(where matches: (Registration) -> Bool, _ death: Registration.Death) {
        let victims = liveTokens.values.compactMap { registrations[$0] }.filter(matches)
        kill(victims.sorted { $0.token.hex < $1.token.hex }, death)
    }

    private mutating func kill(_ victims: [Registration], _ death: Registration.Death) {
        for victim in victims {
            liveTokens[victim.key] = nil
            registrations[victim.token]?.death = death
            deadTokens.append(victim.token)
        }
        while deadTokens.count > limits.deadTokenCountMax, let oldest = deadTokens.popFirst() {
            registrations[oldest] = nil
        }
    }

    /// All registrations in a deterministic order.
    var allRegistrations: [Registration] {
        let dead = Dictionary(deadTokens.enumerated().map { ($1, $0) }) { first, _ in first }
        return registrations.values.sorted {
            let (a, b) = (dead[$0.token] ?? .max, dead[$1.token] ?? .max)
            return a == b ? $0.token.hex < $1.token.hex : a < b
        }
    }
}
