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
///
/// A registry may contain a million devices. A token's row refers by number to its app and to the
/// cause of its invalidation, and each device lists its own tokens. Thus, finding a token takes one
/// lookup, and a change of a device does not examine the tokens of other devices.
public struct ServiceRegistry: Sendable {
    /// The keys, by their key identifiers.
    public private(set) var keys: [String: RegisteredKey] = [:] { didSet { senders = Senders() } }
    /// The team of each app, by bundle identifier.
    public private(set) var apps: [String: String] = [:] { didSet { senders = Senders() } }
    /// The apps whose App IDs lack the Push Notifications capability.
    private(set) var appsWithoutPush: Set<String> = [] { didSet { senders = Senders() } }
    /// The identity of the current keys and apps.
    private(set) var senders = Senders()

    /// The identity of a set of keys and apps.
    final class Senders: Sendable {}

    /// The number of light devices.
    public private(set) var lightDeviceCount = 0
    /// A number that changes with every change of a light device or its tokens.
    private(set) var fleetRevision = 0
    private var devices: [String: RegistryDeviceRow] = [:]
    /// The identifiers of the devices that are not light. With this set, saving these devices does
    /// not examine a million light devices.
    private var fullDeviceIDs: Set<String> = []
    private var rows: [DeviceToken: RegistryTokenRow] = [:]
    private var liveTokenCount = 0
    private var bundleIDs = NumberedTexts()
    private var instances = NumberedTexts()
    private var deaths = NumberedDeaths()
    /// The invalid tokens in the order in which they became invalid. A token that was registered
    /// again stays in this list until it is the oldest and is removed.
    private var deadTokens: Deque<DeviceToken> = []
    /// The invalid tokens of light devices, in the order in which they became invalid.
    private var deadFleetTokens: Deque<DeviceToken> = []
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
        if apps[bundleID] == nil { apps[bundleID] = teamID }
    }

    /// Adds or removes the Push Notifications capability of an App ID.
    mutating func setPushEnabled(_ isEnabled: Bool, bundleID: String) throws(ServiceError) {
        guard apps[bundleID] != nil else { throw .unknownApp(bundleID) }
        if isEnabled {
            appsWithoutPush.remove(bundleID)
        } else {
            appsWithoutPush.insert(bundleID)
        }
    }

    /// Removes the apps without a valid device token.
    mutating func removeUnusedApps() {
        let used = Set(rows.values.lazy.filter { $0.death == nil }.map(\.app))
        let usedIDs = Set(used.map { bundleIDs[$0] })
        apps = apps.filter { usedIDs.contains($0.key) }
    }

    /// Copies the keys and apps of another registry.
    mutating func takeSenders(from other: ServiceRegistry) {
        keys = other.keys
        apps = other.apps
        appsWithoutPush = other.appsWithoutPush
        fleetRevision = other.fleetRevision + 1
    }

    // MARK: Devices

    /// All devices, in the order of their identifiers.
    public var allDevices: [ServiceDevice] {
        devices.values.map(\.device).sorted { $0.id < $1.id }
    }

    /// Returns a device.
    public func device(_ id: String) -> ServiceDevice? { devices[id]?.device }

    mutating func registerDevice(_ id: String, isOnline: Bool) throws(ServiceError) {
        guard devices[id] == nil else { return }
        guard devices.count - lightDeviceCount < limits.deviceCountMax else {
            throw .limitReached(what: "devices", max: limits.deviceCountMax)
        }
        devices[id] = RegistryDeviceRow(device: ServiceDevice(id: id, isOnline: isOnline))
        fullDeviceIDs.insert(id)
    }

    /// Registers a light device with its token. The caller generates the random token.
    ///
    /// - Throws: ``ServiceError`` when the app is not registered or the limit is exceeded.
    mutating func registerLightDevice(
        _ key: Registration.Key, token: DeviceToken, now: Date
    ) throws(ServiceError) {
        try checkPush(of: key.bundleID)
        try restore(ServiceDevice(id: key.deviceID, isOnline: true, isLight: true))
        restore(
            Registration(
                token: token, deviceID: key.deviceID, bundleID: key.bundleID,
                environment: key.environment, family: key.family, instance: key.instance,
                registeredAt: now))
    }

    /// Removes all light devices and their tokens.
    mutating func removeLightDevices() {
        fleetRevision += 1
        for token in deadFleetTokens {
            guard let death = rows[token]?.death else { continue }
            rows[token] = nil
            deaths.release(death)
        }
        deadFleetTokens = []
        guard lightDeviceCount > 0 else { return }
        for row in devices.values where row.device.isLight {
            for token in row.tokens { rows[token] = nil }
            liveTokenCount -= row.tokens.count
        }
        devices = devices.filter { !$0.value.device.isLight }
        lightDeviceCount = 0
    }

    /// Reserves memory for the given number of further light devices.
    mutating func reserveFleet(_ count: Int) {
        devices.reserveCapacity(devices.count + count)
        rows.reserveCapacity(rows.count + count)
    }

    /// Adds an existing device unchanged.
    mutating func restore(_ device: ServiceDevice) throws(ServiceError) {
        if !device.isLight { try registerDevice(device.id, isOnline: device.isOnline) }
        let tokens = devices[device.id]?.tokens ?? []
        if device.isLight {
            fleetRevision += 1
            if devices[device.id] == nil {
                guard lightDeviceCount < limits.lightDeviceCountMax else {
                    throw .limitReached(what: "light devices", max: limits.lightDeviceCountMax)
                }
                lightDeviceCount += 1
            }
        }
        devices[device.id] = RegistryDeviceRow(device: device, tokens: tokens)
    }

    /// Returns the number of an app for ``restoreLight(_:_:app:environment:registeredAt:)``.
    mutating func number(ofApp bundleID: String) -> UInt32 { bundleIDs.number(of: bundleID) }

    /// Adds an existing light device with its valid token unchanged.
    ///
    /// A million light devices may be added when the process starts, so a new device with a new
    /// token takes only one search in each table.
    ///
    /// - Parameter app: the app's number.
    mutating func restoreLight(
        _ device: ServiceDevice, _ token: DeviceToken, app: UInt32, environment: APNSEnvironment,
        registeredAt: Date
    ) throws(ServiceError) {
        let row = RegistryTokenRow(
            deviceID: device.id, app: app, instance: NumberedTexts.empty,
            environment: environment, family: .app, registeredAt: registeredAt)
        if lightDeviceCount < limits.lightDeviceCountMax {
            let before = devices.updateValue(
                RegistryDeviceRow(device: device, tokens: [token]), forKey: device.id)
            let tokenBefore = before == nil ? rows.updateValue(row, forKey: token) : nil
            if before == nil, tokenBefore == nil {
                lightDeviceCount += 1
                liveTokenCount += 1
                fleetRevision += 1
                return
            }
            devices[device.id] = before
            if let tokenBefore { rows[token] = tokenBefore }
        }
        try restore(device)
        restore(registration(row, token), isLight: true)
    }

    mutating func changeDevice(
        _ id: String, _ change: (inout ServiceDevice) -> Void
    ) throws(ServiceError) {
        guard let index = devices.index(forKey: id) else { throw .unknownDevice(id) }
        let before = devices.values[index].device
        change(&devices.values[index].device)
        let device = devices.values[index].device
        // A change of the revision causes all light devices to be saved again.
        if device.isLight, device != before { fleetRevision += 1 }
    }

    mutating func removeDevice(_ id: String, now: Date) {
        guard let row = devices[id] else { return }
        kill(
            row.tokens,
            Registration.Death(
                at: now, reason: .unregistered, explanation: "the device was erased"))
        devices[id] = nil
        fullDeviceIDs.remove(id)
        if row.device.isLight { lightDeviceCount -= 1 }
    }

    // MARK: Tokens

    /// Returns the registration of a token, whether the token is valid or not.
    public func registration(of token: DeviceToken) -> Registration? {
        rows[token].map { registration($0, token) }
    }

    private func registration(_ row: RegistryTokenRow, _ token: DeviceToken) -> Registration {
        Registration(
            token: token, deviceID: row.deviceID, bundleID: bundleIDs[row.app],
            environment: row.environment, family: row.family, instance: instances[row.instance],
            registeredAt: row.registeredAt, death: row.death.map { deaths[$0] })
    }

    /// Returns the device of a token if the token is valid, belongs to the given app and
    /// environment, and is of one of the given families.
    func device(
        of token: DeviceToken, bundleID: String, environment: APNSEnvironment,
        families: [TokenFamily]
    ) -> ServiceDevice? {
        guard let index = rows.index(forKey: token) else { return nil }
        let row = rows.values[index]
        guard row.environment == environment, row.death == nil,
            bundleIDs[row.app] == bundleID, families.contains(row.family),
            let device = devices.index(forKey: row.deviceID)
        else { return nil }
        return devices.values[device].device
    }

    /// Returns the valid tokens of a device.
    public func liveRegistrations(deviceID: String) -> [Registration] {
        (devices[deviceID]?.tokens ?? []).compactMap { registration(of: $0) }
            .sorted {
                ($0.bundleID, $0.family.rawValue, $0.instance) < (
                    $1.bundleID, $1.family.rawValue, $1.instance
                )
            }
    }

    /// Returns the token of an app on a device, which is the existing token or a new one.
    mutating func registerToken(
        _ key: Registration.Key, now: Date, using generator: inout some RandomNumberGenerator
    ) throws(ServiceError) -> DeviceToken {
        guard devices[key.deviceID] != nil else { throw .unknownDevice(key.deviceID) }
        try checkPush(of: key.bundleID)
        if let token = liveToken(key) {
            rows[token]?.registeredAt = now
            if isLight(key.deviceID) { fleetRevision += 1 }
            return token
        }
        guard liveTokenCount - lightDeviceCount < limits.liveTokenCountMax else {
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

    /// Returns the valid token for a key.
    func liveToken(_ key: Registration.Key) -> DeviceToken? {
        devices[key.deviceID]?.tokens.first { registration(of: $0)?.key == key }
    }

    /// Checks that tokens of an app can be registered.
    private func checkPush(of bundleID: String) throws(ServiceError) {
        guard apps[bundleID] != nil else { throw .unknownApp(bundleID) }
        guard !appsWithoutPush.contains(bundleID) else { throw .appWithoutPush(bundleID) }
    }

    func newToken(
        byteCount: Int, using generator: inout some RandomNumberGenerator
    ) -> DeviceToken {
        while true {
            let bytes = (0..<byteCount).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 24)
            }
            if let token = try? DeviceToken(bytes: bytes), rows[token] == nil { return token }
        }
    }

    /// Adds an existing registration unchanged.
    ///
    /// - Parameter isLight: whether the device is or was light; `nil` to use the device's current
    ///   kind.
    mutating func restore(_ registration: Registration, isLight: Bool? = nil) {
        let isNew = rows[registration.token].map { $0.death != nil } ?? true
        rows[registration.token] = RegistryTokenRow(
            deviceID: registration.deviceID, app: bundleIDs.number(of: registration.bundleID),
            instance: instances.number(of: registration.instance),
            environment: registration.environment, family: registration.family,
            registeredAt: registration.registeredAt,
            death: registration.death.map { deaths.add($0) })
        let isLight = isLight ?? self.isLight(registration.deviceID)
        if isLight { fleetRevision += 1 }
        if registration.death != nil {
            noteDeath(of: registration.token, isLight: isLight)
        } else if isNew {
            devices[registration.deviceID]?.tokens.append(registration.token)
            liveTokenCount += 1
        }
    }

    mutating func kill(_ token: DeviceToken, _ death: Registration.Death) throws(ServiceError) {
        guard let row = rows[token] else { throw .unknownToken }
        guard row.death == nil else { return }
        kill([token], death)
    }

    /// Invalidates the tokens of an app on a device.
    mutating func killTokens(
        of bundleID: String, deviceID: String, _ death: Registration.Death
    ) {
        kill(
            (devices[deviceID]?.tokens ?? []).filter { token in
                rows[token].map { bundleIDs[$0.app] == bundleID } ?? false
            }, death)
    }

    /// Invalidates valid tokens, in the order of their digits.
    private mutating func kill(_ victims: [DeviceToken], _ death: Registration.Death) {
        guard !victims.isEmpty else { return }
        let number = deaths.add(death, count: victims.count)
        for victim in victims.sorted(by: { $0.hex < $1.hex }) {
            guard let row = rows[victim] else { continue }
            devices[row.deviceID]?.tokens.removeAll { $0 == victim }
            liveTokenCount -= 1
            rows[victim]?.death = number
            noteDeath(of: victim, isLight: isLight(row.deviceID))
        }
        forgetOldest(of: \.deadTokens, beyond: limits.deadTokenCountMax)
        forgetOldest(of: \.deadFleetTokens, beyond: limits.lightDeviceCountMax)
    }

    private mutating func noteDeath(of token: DeviceToken, isLight: Bool) {
        if isLight {
            deadFleetTokens.append(token)
            fleetRevision += 1
        } else {
            deadTokens.append(token)
        }
    }

    private mutating func forgetOldest(
        of dead: WritableKeyPath<Self, Deque<DeviceToken>>, beyond countMax: Int
    ) {
        while self[keyPath: dead].count > countMax, let oldest = self[keyPath: dead].popFirst() {
            guard let death = rows[oldest]?.death else { continue }
            rows[oldest] = nil
            deaths.release(death)
        }
    }

    private func isLight(_ deviceID: String) -> Bool {
        devices[deviceID]?.device.isLight ?? false
    }

    // MARK: Saving

    /// The devices that are not light, in the order of their identifiers.
    var fullDevices: [ServiceDevice] {
        fullDeviceIDs.sorted().compactMap { devices[$0]?.device }
    }

    /// The registrations of ``fullDevices``, and of removed devices, in a deterministic order:
    /// first the valid registrations, sorted by token, then the others in the order in which they
    /// became invalid.
    var fullRegistrations: [Registration] {
        let live = fullDeviceIDs.flatMap { devices[$0]?.tokens ?? [] }
            .sorted { $0.hex < $1.hex }.compactMap { registration(of: $0) }
        return live + deadRegistrations(deadTokens)
    }

    /// Calls a function for each token of a light device. The device is `nil` if it was removed.
    func forEachOfFleet(_ body: (ServiceDevice?, Registration) -> Void) {
        for registration in deadRegistrations(deadFleetTokens) {
            // By now, the identifier may belong to a full device, so it is looked up again.
            let device = device(registration.deviceID)
            body(device?.isLight == true ? device : nil, registration)
        }
        for row in devices.values where row.device.isLight {
            for token in row.tokens {
                if let registration = registration(of: token) { body(row.device, registration) }
            }
        }
    }

    /// The identifiers of the light devices, in no particular order.
    var lightDeviceIDs: [String] { devices.values.filter(\.device.isLight).map(\.device.id) }

    private func deadRegistrations(_ tokens: Deque<DeviceToken>) -> [Registration] {
        // A token that became invalid twice is listed twice. Only its last entry is used.
        var seen: Set<DeviceToken> = []
        return tokens.reversed().filter { seen.insert($0).inserted }.reversed()
            .compactMap { registration(of: $0) }.filter { $0.death != nil }
    }
}
