// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A simple APNs, written from the documentation and not from the service. It determines what each
/// device must have received, and the result of every notification.
struct ModelAPNS {
    struct Device {
        var isOnline = true
        var isSavingPower = false
        var mutedApps: Set<String> = []
        /// Whether the device has a token but no simulated phone.
        var isLight = false
    }

    struct Token {
        let device: String
        let app: String
        let environment: APNSEnvironment
        /// When and why the token became invalid.
        var end: (reason: RejectionReason, at: Date)?
    }

    /// A notification that was accepted.
    struct Push {
        let number: Int
        let token: DeviceToken
        let isAlert: Bool
        let isImmediate: Bool
        /// When the notification expires: at most 30 days after it was accepted.
        let expiry: Date
        let hasOneAttempt: Bool
        let isJSON: Bool
        /// What the device receives.
        let text: String
    }

    struct Slot: Hashable {
        let device: String
        let app: String
    }

    static let month: TimeInterval = 30 * 24 * 3600

    var devices: [String: Device] = [:]
    private(set) var tokens: [DeviceToken: Token] = [:]
    /// The tokens that each device ever had.
    private var owned: [String: [DeviceToken]] = [:]
    var waiting: [Slot: Push] = [:]
    /// The result of each accepted notification, by the number of its log entry.
    var results: [Int: DeliveryStatus] = [:]
    /// What the devices receive in the current event, in order.
    var deliveries: [String] = []
    var channels: [ChannelID: Channel] = [:]
    var faults = ModelFaults()
    /// When notifications were accepted, for the limit of each token.
    var accepted: [DeviceToken: [Date]] = [:]
    /// The connections whose provider token a fault has declared expired.
    var spoiledConnections: Set<Int> = []
    let rateLimit: ServiceOptions.TokenRateLimit?
    let unregisteredDelay: TimeInterval

    init(options: ServiceOptions) {
        rateLimit = options.tokenRateLimit
        unregisteredDelay = options.unregisteredDelaySeconds
    }

    // MARK: Delivery

    mutating func accept(_ push: Push, now: Date) {
        guard let token = tokens[push.token] else { return }
        let slot = Slot(device: token.device, app: token.app)
        guard let device = devices[token.device], token.end == nil else {
            results[push.number] = .discardedUnregistered
            return
        }
        if device.mutedApps.contains(token.app), push.isAlert {
            results[push.number] = .discardedDisabled
        } else if !push.isJSON {
            results[push.number] = .discardedUndeliverable
        } else if device.isOnline, push.isImmediate || !device.isSavingPower {
            results[push.number] = .delivered
            if !device.isLight { deliveries.append("\(token.device) \(push.text)") }
        } else if push.hasOneAttempt || push.expiry <= now {
            results[push.number] = .discardedExpired
        } else {
            if let older = waiting[slot] { results[older.number] = .replacedInStore }
            waiting[slot] = push
            results[push.number] =
                device.isOnline ? .storedSavingPower : .storedDeviceOffline
        }
    }

    /// Handles the notifications that wait for a device, after its state has changed.
    mutating func release(_ id: String, now: Date) {
        guard let device = devices[id] else { return }
        let own = waiting.filter { $0.key.device == id }
            .sorted { $0.value.number < $1.value.number }
        for (slot, push) in own {
            let isMuted = device.mutedApps.contains(slot.app) && push.isAlert
            if tokens[push.token]?.end != nil {
                finish(slot, .discardedUnregistered)
            } else if isMuted {
                finish(slot, .discardedDisabled)
            } else if push.expiry <= now {
                finish(slot, .discardedExpired)
            } else if device.isOnline, push.isImmediate || !device.isSavingPower {
                finish(slot, .deliveredFromStorage)
                if !device.isLight { deliveries.append("\(id) \(push.text) stored") }
            } else {
                results[push.number] =
                    device.isOnline ? .storedSavingPower : .storedDeviceOffline
            }
        }
        releaseBroadcasts(id, now: now)
    }

    private mutating func finish(_ slot: Slot, _ status: DeliveryStatus) {
        guard let push = waiting.removeValue(forKey: slot) else { return }
        results[push.number] = status
    }

    mutating func discardExpired(now: Date) {
        for (slot, push) in waiting where push.expiry <= now { finish(slot, .discardedExpired) }
    }

    // MARK: Devices

    mutating func setOnline(_ id: String, _ isOnline: Bool, now: Date) {
        devices[id]?.isOnline = isOnline
        if isOnline { release(id, now: now) }
    }

    mutating func setSavingPower(_ id: String, _ isSaving: Bool, now: Date) {
        devices[id]?.isSavingPower = isSaving
        if !isSaving { release(id, now: now) }
    }

    mutating func add(_ token: Token, _ key: DeviceToken) {
        tokens[key] = token
        owned[token.device, default: []].append(key)
    }

    mutating func end(_ key: DeviceToken, _ reason: RejectionReason, now: Date) {
        if tokens[key]?.end == nil { tokens[key]?.end = (reason, now) }
    }

    private mutating func endTokens(of id: String, app: String?, now: Date) {
        for key in owned[id] ?? [] where app.map({ $0 == tokens[key]?.app }) ?? true {
            end(key, .unregistered, now: now)
        }
    }

    mutating func deleteApp(_ app: String, from id: String, now: Date) {
        endTokens(of: id, app: app, now: now)
        devices[id]?.mutedApps.remove(app)
        finish(Slot(device: id, app: app), .discardedUnregistered)
        unfollow(id, app: app)
    }

    mutating func erase(_ id: String, now: Date) {
        endTokens(of: id, app: nil, now: now)
        for slot in waiting.keys where slot.device == id { finish(slot, .discardedUnregistered) }
        unfollow(id, app: nil)
        devices[id] = nil
    }

    /// The valid token of an app on a device.
    func token(of app: String, on id: String, _ environment: APNSEnvironment) -> DeviceToken? {
        owned[id]?.first { key in
            guard let token = tokens[key] else { return false }
            return token.end == nil && token.app == app && token.environment == environment
        }
    }

    /// After a restart, everything is as before, except faults, counters and connections.
    mutating func restart() {
        faults = ModelFaults()
        accepted = [:]
        spoiledConnections = []
    }
}
