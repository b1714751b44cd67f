// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoreScene {
    /// Returns the name of a Live Activity's token.
    static func activity(_ id: String) -> TokenName {
        TokenName(.liveActivity, attributesType: "Order", activity: id)
    }

    func report(
        _ id: String, _ tokens: [TokenName: UInt8], user: String? = "alex", secret: UInt8 = 1,
        ended: [TokenName] = [], at seconds: Double = 0
    ) async throws -> RegistrationOutcome {
        let registration = DeviceRegistration(
            app: Self.app, environment: .sandbox, user: user, platform: .iOS,
            permission: PermissionSnapshot(authorization: .authorized, alert: true),
            tokens: try tokens.map { TokenRegistration($0.key, try Self.token($0.value)) },
            ended: ended)
        return try await store.register(
            DeviceReport(
                installationID: id, secretHash: [UInt8](repeating: secret, count: 32),
                registration: registration),
            now: Self.at(seconds))
    }

    /// Sends an app's report, and expects that the storage accepts it.
    @discardableResult
    func device(
        _ id: String, _ tokens: [TokenName: UInt8], user: String? = "alex",
        ended: [TokenName] = [], at seconds: Double = 0
    ) async throws -> StoredInstallation {
        let outcome = try await report(id, tokens, user: user, ended: ended, at: seconds)
        guard case .registered(let installation) = outcome else {
            throw ConformanceFailure(description: "reporting \(id): found \(outcome)")
        }
        return installation
    }

    func page(
        _ id: String, after position: InboxPosition? = nil, limit: Int = 100,
        at seconds: Double = 1
    ) async throws -> InboxPage {
        let page = try await store.inbox(
            installationID: id, after: position, limit: limit, now: Self.at(seconds))
        return try require(page, "inbox of \(id)")
    }

    /// Returns the identifiers of the messages in an inbox.
    func inbox(_ id: String, at seconds: Double = 1) async throws -> [String] {
        try await page(id, at: seconds).messages.map(\.id)
    }

    func addReceipt(
        _ message: String, _ event: Receipt.Event, action: String? = nil, from id: String = "i1",
        at seconds: Double = 5
    ) async throws -> Int {
        let receipt = Receipt(message: message, event: event, action: action, at: Self.at(3))
        return try await store.addReceipts([receipt], installationID: id, now: Self.at(seconds))
    }
}
