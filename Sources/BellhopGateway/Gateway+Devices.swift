// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Who makes a call under `/v1/device`: a copy of an app, and the secret that it presented.
struct DeviceCaller: Sendable {
    let app: StoredApp
    let secret: InstallationSecret
}

// What copies of an app ask themselves.
extension Gateway {
    /// Finds the app that a client key belongs to.
    ///
    /// - Throws: `Problem` when the key is missing or not known, or the secret is not usable.
    func authenticateDevice(clientKey: String?, secret: String?) async throws -> DeviceCaller {
        guard let clientKey, !clientKey.isEmpty else {
            throw Problem(
                .keyMissing,
                "send the header \"Authorization: Bearer bhc_…\" with the app's client key, which "
                    + "GET /v1/apps/{bundle_id} shows")
        }
        // The key is in every copy of the app, so it may be looked up as it is.
        guard clientKey.hasPrefix(AppKeys.clientKeyPrefix),
            let app = try await store.app(clientKey: clientKey)
        else {
            throw Problem(
                .keyUnknown,
                "the client key is not known here; copy it from GET /v1/apps/{bundle_id}")
        }
        guard let secret else {
            throw Problem(
                .installationSecretMissing,
                "send the header \(InstallationSecret.headerName) with 32 or more random bytes as "
                    + "text, made once for this installation")
        }
        guard let secret = InstallationSecret(secret) else {
            let counts = GatewayLimits.installationSecretByteCounts
            throw Problem(
                .installationSecretMissing,
                "the header \(InstallationSecret.headerName) holds no secret; send "
                    + "\(counts.lowerBound) to \(counts.upperBound) letters and digits that are "
                    + "random")
        }
        return DeviceCaller(app: app, secret: secret)
    }

    /// Does one registration call of an app.
    func registerDevice(
        id: String, _ registration: DeviceRegistration, by caller: DeviceCaller
    ) async throws -> InstallationResource {
        try Self.check(installationID: id, timeZone: registration.timeZone)
        guard registration.app == caller.app.bundleID else {
            throw Problem(
                .clientKeyOfOtherApp,
                "the client key is of \(caller.app.bundleID); send the key of the app that "
                    + "registers", keyPath: "app")
        }
        try Self.checkProof(registration, caller.app)
        let report = DeviceReport(
            installationID: id, secretHash: caller.secret.hash, registration: registration)
        return try resource(
            after: try await store.register(report, now: time.now), app: registration.app)
    }

    private static func checkProof(
        _ registration: DeviceRegistration, _ app: StoredApp
    ) throws(Problem) {
        guard app.userProof == .required, let user = registration.user else { return }
        guard let proof = registration.userProof else {
            throw Problem(
                .userProofMissing,
                "\"user\" needs \"user_proof\"; have your server make it with the app's identity "
                    + "secret, or set \"user_proof\":\"off\" of the app while trying things out",
                keyPath: "user_proof")
        }
        let secrets = [app.keys?.identitySecret, app.keys?.identitySecretBefore].compactMap(\.self)
        guard
            UserProof.isValid(
                proof, user: user, app: app.bundleID, identitySecrets: secrets)
        else {
            throw Problem(
                .userProofWrong,
                "\"user_proof\" does not prove this user; make it of the same bundle identifier "
                    + "and user, with the app's present identity secret", keyPath: "user_proof")
        }
    }

    /// Forgets an installation for its app.
    func deleteDevice(id: String, by caller: DeviceCaller) async throws {
        try await check(id, caller)
        try await deleteInstallation(id: id)
    }

    /// What was sent to an installation after a cursor.
    func deviceMessages(
        id: String, after cursor: String?, limit: Int, by caller: DeviceCaller
    ) async throws -> DeviceMessagePage {
        try await check(id, caller)
        let position = cursor.flatMap { InboxCursor($0)?.position }
        let page = try await store.inbox(
            installationID: id, after: position, limit: limit, now: time.now)
        guard let page else { throw Problem.deviceNotFound }
        return DeviceMessagePage(
            messages: page.messages.compactMap(DeviceMessage.init),
            cursor: InboxCursor(page.position).text, hasMore: page.hasMore)
    }

    /// Takes receipts of an installation.
    func addReceipts(
        id: String, _ receipts: [Receipt], by caller: DeviceCaller
    ) async throws -> ReceiptResponse {
        try await check(id, caller)
        let count = try await store.addReceipts(receipts, installationID: id, now: time.now)
        return ReceiptResponse(accepted: count, ignored: receipts.count - count)
    }

    /// Whether an installation is the caller's. One of another app is as good as none.
    private func check(_ id: String, _ caller: DeviceCaller) async throws {
        guard let stored = try await store.installation(id: id),
            stored.bundleID == caller.app.bundleID
        else { throw Problem.deviceNotFound }
        guard let hash = stored.device?.secretHash,
            InstallationSecret.areEqual(hash, caller.secret.hash)
        else { throw Problem.installationSecretWrong }
    }
}

extension Problem {
    static let deviceNotFound = Problem(
        .installationNotFound,
        "there is no such installation of this app; register it with PUT "
            + "/v1/device/installations/{installation_id}")

    static let installationSecretWrong = Problem(
        .installationSecretWrong,
        "the installation was registered with another secret, or by a server only; register with "
            + "the secret it has, or under a new identifier")
}

extension DeviceMessage {
    /// `nil` for a payload that cannot be read, which nobody could have stored.
    init?(_ stored: InboxMessage) {
        guard let node = try? JSONReader.read(stored.body) else { return nil }
        self.init(id: stored.id, payload: node.value, sentAt: stored.createdAt)
    }
}
