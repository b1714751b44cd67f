// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Simulation

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A service with one team, app, phone and token in each environment, and a sender's connection to
/// the service.
struct Bench {
    static let bundleID = "com.example.app"
    static let otherBundleID = "com.example.other"
    static let deviceID = "phone"
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    let key: ProviderKey
    var service: PushService
    var connection = ConnectionState()
    var generator = SeededGenerator(seed: 1)
    var now = Bench.start
    let sandboxToken: DeviceToken
    let productionToken: DeviceToken
    let authorization: String

    init(
        options: ServiceOptions = ServiceOptions(), limits: ServiceLimits = ServiceLimits(),
        checks: [AcceptanceCheck] = AcceptanceCheck.standardOrder
    ) throws {
        key = try ProviderKey.generate(keyID: "KEY0000001", teamID: "BELLHOPDEV")
        service = PushService(
            tokenCheck: SignedTokenCheck(), options: options, limits: limits, checks: checks)
        try service.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try service.registerApp(bundleID: Self.bundleID, teamID: key.teamID)
        try service.registerApp(bundleID: Self.otherBundleID, teamID: key.teamID)
        try service.registerDevice(Self.deviceID)
        sandboxToken = try service.registerToken(
            deviceID: Self.deviceID, bundleID: Self.bundleID, environment: .sandbox, now: now,
            using: &generator)
        productionToken = try service.registerToken(
            deviceID: Self.deviceID, bundleID: Self.bundleID, environment: .production, now: now,
            using: &generator)
        authorization = try ProviderToken(signedBy: key, issuedAt: now).authorizationValue
    }

    /// A request that is accepted as it is.
    var validRequest: ServiceRequest {
        ServiceRequest(
            method: "POST", path: APNSHeader.devicePathPrefix + sandboxToken.hex,
            headers: [
                .init("authorization", authorization), .init("apns-topic", Self.bundleID),
                .init("apns-push-type", "alert"), .init("apns-priority", "10"),
                .init("apns-expiration", "\(now.wholeEpochSeconds + 3600)"),
                .init("apns-id", "4084a6e4-9ea8-4d2a-8a49-9a344a152da7"),
            ], body: Array(#"{"aps":{"alert":"Dinner is ready"}}"#.utf8))
    }

    func request(_ change: (inout ServiceRequest) -> Void) -> ServiceRequest {
        var request = validRequest
        change(&request)
        return request
    }

    mutating func send(
        _ request: ServiceRequest, environment: APNSEnvironment = .sandbox
    ) -> ServiceResponse {
        service.handle(
            request, connection: &connection, environment: environment, now: now, using: &generator)
    }

    /// Sends on a new connection.
    mutating func sendOnNewConnection(
        _ request: ServiceRequest, environment: APNSEnvironment = .sandbox
    ) -> ServiceResponse {
        connection = ConnectionState()
        return send(request, environment: environment)
    }

    mutating func registerToken(
        _ family: TokenFamily = .app, bundleID: String = Bench.bundleID,
        environment: APNSEnvironment = .sandbox, instance: String = ""
    ) throws -> DeviceToken {
        try service.registerToken(
            deviceID: Self.deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: instance, now: now, using: &generator)
    }

    mutating func setOnline(_ isOnline: Bool) throws -> [ServiceAction] {
        try service.setOnline(isOnline, deviceID: Self.deviceID, now: now)
    }

    /// The newest log entry.
    var lastEntry: ServiceLogEntry? { service.log.entry(service.log.lastSequence) }

    /// A key of the same or another team that the service knows.
    mutating func registerKey(
        _ keyID: String, teamID: String = "BELLHOPDEV", environment: APNSEnvironment? = nil,
        bundleIDs: Set<String>? = nil
    ) throws -> ProviderKey {
        let key = try ProviderKey.generate(keyID: keyID, teamID: teamID)
        try service.registerKey(
            RegisteredKey(
                keyID: keyID, teamID: teamID, publicKey: key.publicKey, environment: environment,
                bundleIDs: bundleIDs))
        return key
    }

    func authorization(_ key: ProviderKey, age: TimeInterval = 0) throws -> String {
        try ProviderToken(signedBy: key, issuedAt: now - age).authorizationValue
    }
}

extension ServiceRequest {
    /// Replaces a header, or removes it with `nil`.
    mutating func set(_ name: String, _ value: String?) {
        headers.removeAll { $0.name == name }
        if let value { headers.append(.init(name, value)) }
    }
}

extension ServiceResponse {
    var reason: String? {
        (try? JSONReader.read(body))?.value.objectValue?["reason"]?.stringValue
    }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    var deliveries: [DevicePush] {
        actions.compactMap { if case .deliver(let push, _) = $0 { push } else { nil } }
    }
}

extension [ServiceAction] {
    var deliveries: [DevicePush] {
        compactMap { if case .deliver(let push, _) = $0 { push } else { nil } }
    }
}
