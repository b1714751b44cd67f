// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The events of a run: devices, apps, the clock, faults, restarts.
extension ServiceRun {
    /// Performs one random event.
    mutating func event() throws {
        switch random.next() % 100 {
        case 0..<52: sendPush()
        case 52..<62: try switchOnline()
        case 62..<68: try switchPower()
        case 68..<72: try switchNotifications()
        case 72..<76: try changeApp()
        case 76..<78: try endToken()
        case 78..<80: try changeDevice()
        case 80..<88: passTime()
        case 88..<91: if hasFaults { try addFault() } else { sendPush() }
        case 91..<92: if hasFaults { removeFaults() } else { sendPush() }
        case 92..<94: try restart()
        case 94..<96: try follow()
        default: sendBroadcast()
        }
    }

    // MARK: Devices

    mutating func addDevice() throws {
        let id = "device\(deviceIDs.count + 1)"
        deviceIDs.append(id)
        try register(id, isLight: random.chance(1, outOf: 4))
    }

    /// Registers a device with some apps.
    private mutating func register(_ id: String, isLight: Bool) throws {
        model.devices[id] = .init(isLight: isLight)
        if !isLight { try service.change { service, _ in try service.registerDevice(id) } }
        let count = isLight ? 1 : Int.random(in: 1...2, using: &random)
        for app in Self.apps.prefix(count) { try registerApp(app, on: id) }
    }

    /// Registers an app, which gets a new token only if its last token has become invalid.
    private mutating func registerApp(_ app: String, on id: String) throws {
        let environment = pick([APNSEnvironment.sandbox, .sandbox, .production])
        let isLight = model.devices[id]?.isLight ?? false
        // A light device has one token.
        let before = model.token(of: app, on: id, environment)
        let token = try service.change { [now] service, generator in
            if isLight {
                var device = LightDevice(id: id, bundleID: app, environment: environment)
                let present = service.registry.device(id)
                device.isOnline = present?.isOnline ?? true
                device.isSavingPower = present?.isSavingPower ?? false
                return try service.registry.place(device, now: now, using: &generator)
            }
            return try service.registerToken(
                deviceID: id, bundleID: app, environment: environment, now: now,
                using: &generator)
        }
        begin { "\(id) registers \(app) in \(environment): \(token.hex.prefix(8))" }
        if let before, before != token { report("\(id) has another token than before") }
        if before == nil {
            if model.tokens[token] != nil { report("\(id) has an old token again") }
            model.add(.init(device: id, app: app, environment: environment), token)
            tokens.append(token)
        }
    }

    private mutating func presentDevice() -> String? {
        let id = pick(deviceIDs)
        return model.devices[id] == nil ? nil : id
    }

    private mutating func switchOnline() throws {
        guard let id = presentDevice() else { return }
        let isOnline = random.chance(1, outOf: 2)
        begin { "\(id) \(isOnline ? "on" : "off")line" }
        let actions = try service.release(id, now: now) { service, time in
            try service.setOnline(isOnline, deviceID: id, now: time)
        }
        receive(actions)
        model.setOnline(id, isOnline, now: now)
    }

    private mutating func switchPower() throws {
        guard let id = presentDevice() else { return }
        let isSaving = random.chance(1, outOf: 2)
        begin { "\(id) \(isSaving ? "saves" : "does not save") power" }
        let actions = try service.release(id, now: now) { service, time in
            try service.setSavingPower(isSaving, deviceID: id, now: time)
        }
        receive(actions)
        model.setSavingPower(id, isSaving, now: now)
    }

    private mutating func switchNotifications() throws {
        // Nobody switches off the notifications of a light device.
        guard let id = presentDevice(), model.devices[id]?.isLight == false else { return }
        let (app, isMuted) = (pick(Self.apps), random.chance(1, outOf: 2))
        begin { "\(id) \(isMuted ? "mutes" : "allows") \(app)" }
        try service.setMuted(isMuted, app, on: id)
        if isMuted {
            model.devices[id]?.mutedApps.insert(app)
        } else {
            model.devices[id]?.mutedApps.remove(app)
        }
    }

    /// Deletes an app, or installs one.
    private mutating func changeApp() throws {
        guard let id = presentDevice() else { return }
        let app = pick(Self.apps)
        let isLight = model.devices[id]?.isLight ?? false
        if random.chance(1, outOf: 2), !isLight {
            begin { "\(id) deletes \(app)" }
            try service.deleteApp(app, from: id, now: now)
            model.deleteApp(app, from: id, now: now)
        } else if !isLight {
            try registerApp(app, on: id)
        }
    }

    private mutating func endToken() throws {
        guard !tokens.isEmpty else { return }
        let token = pick(tokens)
        let isExpired = random.chance(1, outOf: 2)
        begin { "\(token.hex.prefix(8)) \(isExpired ? "expires" : "is unregistered")" }
        if isExpired {
            try service.expire(token, now: now)
        } else {
            try service.change { [now] service, _ in try service.unregister(token, now: now) }
        }
        model.end(token, isExpired ? .expiredToken : .unregistered, now: now)
    }

    /// Erases a device, or sets up an erased device again.
    private mutating func changeDevice() throws {
        let id = pick(deviceIDs)
        if model.devices[id] == nil {
            try register(id, isLight: random.chance(1, outOf: 4))
        } else {
            begin { "\(id) is erased" }
            service.change { [now] service, _ in service.removeDevice(id, now: now) }
            model.erase(id, now: now)
        }
    }

    // MARK: Time and trouble

    private mutating func passTime() {
        let seconds = pick([1, 20, 61, 601, 3_600, 30_000, 86_400, 31 * 86_400] as [Double])
        now += seconds * Double.random(in: 0.5...1, using: &random)
        begin { "time has passed" }
        if random.chance(1, outOf: 2) {
            service.change { [now] service, _ in service.discardExpired(now: now) }
            model.discardExpired(now: now)
        }
        // Provider tokens age.
        if now.timeIntervalSince(connectedAt) > 3_000 { reconnect() }
    }

    /// Opens all connections again.
    private mutating func reconnect() {
        connectedAt = now
        service.reconnect(environments, now: now)
        model.spoiledConnections = []
    }

    private mutating func restart() throws {
        begin { "restart" }
        try service.restart()
        model.restart()
        reconnect()
    }

    private mutating func addFault() throws {
        guard model.faults.count < 20 else { return removeFaults() }
        var fault = ServiceFault(
            pick([
                .status, .latency, .silence, .refusedStream, .reset, .halfResponse, .cut, .goAway,
                .expiredToken,
            ]))
        switch fault.kind {
        case .status:
            fault.status = 503
            fault.reason = .serviceUnavailable
        case .latency: fault.delay = .fixed(10)
        case .silence, .cut: fault.isProcessed = random.chance(1, outOf: 2)
        case .reset, .halfResponse: if random.chance(1, outOf: 2) { fault.status = 500 }
        default: break
        }
        if random.chance(1, outOf: 2) { fault.environment = pick(environments) }
        if random.chance(1, outOf: 3) { fault.app = pick(Self.apps) }
        if random.chance(1, outOf: 4), !tokens.isEmpty { fault.token = pick(tokens) }
        if random.chance(1, outOf: 3) { fault.afterSeconds = 30 }
        if random.chance(1, outOf: 3) { fault.seconds = 3_600 }
        fault.count = Int.random(in: 1...3, using: &random)
        begin { "fault \(fault.kind.rawValue)" }
        try service.add(fault, now: now)
        model.faults.add(fault, now: now)
    }

    private mutating func removeFaults() {
        begin { "no faults" }
        service.change { service, _ in service.removeFaults() }
        model.faults.removeAll()
    }
}
