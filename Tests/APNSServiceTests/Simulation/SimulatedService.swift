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

/// The service of a simulation with its connections, as ``/APNSService/ServiceHost`` and a server
/// drive it, and the place where a test injects an error.
struct SimulatedService {
    /// A deliberate error, which the comparison with the model has to detect.
    enum Bug: String, CaseIterable, Sendable {
        case deliversExpiredNotifications
        case storesNotificationsWithOneAttempt
        case ignoresPowerSaving
        case keepsTheOlderNotification
        case deliversFromStorageTwice
        case storesOneNotificationForAllApps
        case losesTheStoreInARestart
        case keepsTokensOfDeletedApps
        case ignoresMutedApps
        case appliesAFaultOnceTooOften
        case ignoresTheRateLimit
        case forgetsCollapseIdentifiers
        case keepsBroadcastsTooLong
        case deliversBroadcastsTwice
        case reusesEndedTokens
    }

    /// A connection of a sender and the requests that it can recognize again.
    private struct Connection {
        var state: ConnectionState
        let authorization: String
        let environment: APNSEnvironment
        var known: [String: KnownRequest] = [:]
    }

    private(set) var service: PushService
    private var connections: [Connection] = []
    private var generator: SeededGenerator
    private let bug: Bug?
    private var connectionCount = 0
    /// The number of requests that repeated an earlier request.
    private(set) var repeatCount = 0

    static let keyID = "KEY0000001"
    static let teamID = "BELLHOPDEV"

    init(options: ServiceOptions, apps: [String], seed: UInt64, bug: Bug?) throws {
        var options = options
        if bug == .ignoresTheRateLimit { options.tokenRateLimit = nil }
        var limits = ServiceLimits()
        limits.savedLogEntryCountMax = limits.logEntryCountMax
        service = PushService(tokenCheck: NoTokenCheck(), options: options, limits: limits)
        generator = SeededGenerator(seed: seed ^ 0x5EED)
        self.bug = bug
        try service.registerKey(
            RegisteredKey(keyID: Self.keyID, teamID: Self.teamID, publicKeyPEM: ""))
        for app in apps { try service.registerApp(bundleID: app, teamID: Self.teamID) }
    }

    // MARK: Connections

    /// Opens all connections again, with new provider tokens.
    mutating func reconnect(_ environments: [APNSEnvironment], now: Date) {
        connections = environments.map { environment in
            connectionCount += 1
            let authorization = "bearer \(connectionCount)"
            return Connection(
                state: ConnectionState(
                    trusting: authorization, keyID: Self.keyID, issuedAt: now),
                authorization: authorization, environment: environment)
        }
    }

    // MARK: Requests

    mutating func send(
        _ push: SimulatedPush, repeats: Bool, now: Date
    ) -> (outcome: ModelAPNS.Outcome, actions: [ServiceAction]) {
        let undo = sabotage(push, now: now)
        defer { repair(undo) }
        if repeats, let actions = sendRepeated(push, now: now) {
            repeatCount += 1
            return (.init(status: 200), actions)
        }
        let request = request(for: push)
        let response = handle(request, push.connection, now: now)
        if response.status == 200,
            let known = service.known(
                request, connection: connections[push.connection].state,
                environment: push.environment, now: now)
        {
            connections[push.connection].known[Self.kind(of: push)] = known
        }
        return (outcome(of: response), response.actions)
    }

    mutating func handle(
        _ request: ServiceRequest, _ connection: Int, now: Date
    ) -> ServiceResponse {
        service.handle(
            request, connection: &connections[connection].state,
            environment: connections[connection].environment, now: now, using: &generator)
    }

    func authorization(of connection: Int) -> String { connections[connection].authorization }

    private static func kind(of push: SimulatedPush) -> String {
        "\(push.app) \(push.pushType) \(push.priority.rawValue)"
    }

    /// Sends a push like a server that recognizes a repeated request; returns `nil` if the complete
    /// request has to be processed.
    private mutating func sendRepeated(_ push: SimulatedPush, now: Date) -> [ServiceAction]? {
        guard let known = connections[push.connection].known[Self.kind(of: push)] else {
            return nil
        }
        let request = RepeatedRequest(
            token: push.token, id: push.id,
            expiration: push.expiration.map { PushExpiration(epochSeconds: $0) },
            collapseID: push.collapseID.flatMap { try? CollapseID($0) }, differing: [],
            body: push.body)
        let response = service.handle(
            request, like: known, connection: &connections[push.connection].state, now: now,
            using: &generator)
        return response.map { response in
            response.delivery.map { [.deliver($0.push, deviceID: $0.deviceID)] } ?? []
        }
    }

    private func request(for push: SimulatedPush) -> ServiceRequest {
        var headers: [ServiceRequest.Header] = [
            .init("authorization", connections[push.connection].authorization),
            .init("apns-topic", push.app), .init("apns-push-type", push.pushType.rawValue),
            .init("apns-priority", String(push.priority.rawValue)), .init("apns-id", push.id.text),
        ]
        var expiration = push.expiration
        if bug == .storesNotificationsWithOneAttempt, expiration == 0 { expiration = nil }
        if let expiration { headers.append(.init("apns-expiration", String(expiration))) }
        if let collapseID = push.collapseID, bug != .forgetsCollapseIdentifiers {
            headers.append(.init("apns-collapse-id", collapseID))
        }
        return ServiceRequest(
            method: "POST", path: APNSHeader.devicePathPrefix + push.token.hex, headers: headers,
            body: push.body)
    }

    func outcome(of response: ServiceResponse) -> ModelAPNS.Outcome {
        let rejection = RejectionBody(response.body)
        let fault: ServiceFault.Kind? =
            switch response.fault {
            case .resetStream: .refusedStream
            case .resetAfterHeaders: .reset
            case .half: .halfResponse
            case .cut: .cut
            case .goAway: .goAway
            case nil: response.isWithheld ? .silence : nil
            }
        return .init(
            status: response.status, reason: rejection?.reason, timestamp: rejection?.timestamp,
            fault: fault)
    }

    // MARK: Devices

    mutating func change<Value>(
        _ body: (inout PushService, inout SeededGenerator) throws -> Value
    ) rethrows -> Value { try body(&service, &generator) }

    /// Connects a device, or ends its power saving, and returns what it receives.
    mutating func release(
        _ deviceID: String, now: Date,
        _ body: (inout PushService, Date) throws -> [ServiceAction]
    ) rethrows -> [ServiceAction] {
        let month: TimeInterval = 40 * 24 * 3600
        let stored = bug == .deliversFromStorageTwice ? service.store : [:]
        let channels = bug == .deliversBroadcastsTwice ? service.channels : nil
        var time = now
        if bug == .deliversExpiredNotifications { time -= month }
        if bug == .keepsBroadcastsTooLong { time -= 9 * 3600 }
        let actions = try body(&service, time)
        if bug == .deliversFromStorageTwice {
            for push in stored.values where push.slot.deviceID == deviceID {
                service.store[push.slot] = push
            }
        }
        if let channels { service.channels = channels }
        return actions
    }

    mutating func setMuted(_ isMuted: Bool, _ app: String, on deviceID: String) throws {
        guard bug != .ignoresMutedApps else { return }
        try service.setNotificationsEnabled(!isMuted, bundleID: app, deviceID: deviceID)
    }

    mutating func deleteApp(_ app: String, from deviceID: String, now: Date) throws {
        guard bug != .keepsTokensOfDeletedApps else { return }
        try service.deleteApp(bundleID: app, deviceID: deviceID, now: now)
    }

    mutating func expire(_ token: DeviceToken, now: Date) throws {
        guard bug != .reusesEndedTokens else { return }
        try service.expire(token, now: now)
    }

    mutating func add(_ fault: ServiceFault, now: Date) throws {
        var fault = fault
        if bug == .appliesAFaultOnceTooOften { fault.count = fault.count.map { $0 + 1 } }
        _ = try service.addFault(fault, now: now)
    }

    /// Restores the saved state as a new process does.
    mutating func restart() throws {
        let fleet = FleetRecord.encode(service.registry)
        service = try PushService(
            service.savedState, tokenCheck: NoTokenCheck(), options: service.options,
            limits: service.limits)
        try FleetRecord.decode(fleet, into: &service.registry)
        if bug == .losesTheStoreInARestart { service.store = [:] }
    }

    // MARK: Injected errors

    /// What an injected error has changed for one request.
    private struct Undo {
        var savingDeviceID: String?
        var older: StoredPush?
        var device: String?
    }

    private mutating func sabotage(_ push: SimulatedPush, now: Date) -> Undo {
        var undo = Undo()
        guard let bug, let registration = service.registry.registration(of: push.token) else {
            return undo
        }
        let id = registration.deviceID
        switch bug {
        case .ignoresPowerSaving where service.registry.device(id)?.isSavingPower ?? false:
            undo.savingDeviceID = id
            try? service.registry.changeDevice(id) { $0.isSavingPower = false }
        case .keepsTheOlderNotification:
            undo.older = service.store[.init(deviceID: id, bundleID: registration.bundleID)]
        case .storesOneNotificationForAllApps: undo.device = id
        default: break
        }
        return undo
    }

    private mutating func repair(_ undo: Undo) {
        if let id = undo.savingDeviceID {
            try? service.registry.changeDevice(id) { $0.isSavingPower = true }
        }
        if let older = undo.older { service.store[older.slot] = older }
        if let id = undo.device {
            let own = service.store.values.filter { $0.slot.deviceID == id }
            let newest = own.map(\.logSequence).max()
            for push in own where push.logSequence != newest { service.store[push.slot] = nil }
        }
    }
}
