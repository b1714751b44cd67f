// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The caller of an endpoint under `/v1/device`: its app, and the installation secret that it sent.
struct DeviceCaller: Sendable {
    let app: StoredApp
    let secret: InstallationSecret
}

// The requests that apps send themselves.
extension Gateway {
    /// Returns the app of a client key, and the installation secret of the caller.
    ///
    /// - Throws: `Problem` if the key is missing or unknown, or the secret is missing or invalid.
    func authenticateDevice(clientKey: String?, secret: String?) async throws -> DeviceCaller {
        guard let clientKey, !clientKey.isEmpty else {
            throw Problem(
                .keyMissing,
                "there is no client key; send it in the header \"Authorization: Bearer bhc_…\" "
                    + "(GET /v1/apps/{bundle_id} shows it)")
        }
        // The key is not a secret, because every copy of the app contains it, so the storage may
        // look it up without hashing it.
        guard clientKey.hasPrefix(AppKeys.clientKeyPrefix),
            let app = try await store.app(clientKey: clientKey)
        else {
            throw Problem(
                .keyUnknown,
                "this gateway does not know the client key; copy the key from GET "
                    + "/v1/apps/{bundle_id}")
        }
        guard let secret else {
            throw Problem(
                .installationSecretMissing,
                "the request has no installation secret; generate at least 32 random bytes once "
                    + "for this installation, and send them as text in the header "
                    + "\(InstallationSecret.headerName)")
        }
        guard let secret = InstallationSecret(secret) else {
            let counts = GatewayLimits.installationSecretByteCounts
            throw Problem(
                .installationSecretMissing,
                "the header \(InstallationSecret.headerName) contains no valid secret; send "
                    + "\(counts.lowerBound) to \(counts.upperBound) random letters and digits")
        }
        return DeviceCaller(app: app, secret: secret)
    }

    /// Registers an installation at the request of its app.
    func registerDevice(
        id: String, _ registration: DeviceRegistration, by caller: DeviceCaller
    ) async throws -> InstallationResource {
        try Self.check(installationID: id, timeZone: registration.timeZone)
        guard registration.app == caller.app.bundleID else {
            throw Problem(
                .clientKeyOfOtherApp,
                "the client key belongs to \(caller.app.bundleID); send the client key of the app "
                    + "that is being registered", keyPath: "app")
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
                "\"user\" needs \"user_proof\"; let your server compute the proof with the app's "
                    + "identity secret, or set \"user_proof\":\"off\" for the app during "
                    + "development",
                keyPath: "user_proof")
        }
        let secrets = [app.keys?.identitySecret, app.keys?.identitySecretBefore].compactMap(\.self)
        guard
            UserProof.isValid(
                proof, user: user, app: app.bundleID, identitySecrets: secrets)
        else {
            // Without the identity secret, the gateway cannot check the proof.
            if app.locked.contains(.identitySecret) { throw Problem.secretsLocked }
            throw Problem(
                .userProofWrong,
                "\"user_proof\" does not match this user; compute it from the same bundle "
                    + "identifier and user, with the app's current identity secret",
                keyPath: "user_proof")
        }
    }

    /// Deletes an installation at the request of its app.
    func deleteDevice(id: String, by caller: DeviceCaller) async throws {
        try await check(id, caller)
        try await deleteInstallation(id: id)
    }

    /// Returns the messages that come after a cursor in an installation's inbox.
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

    /// Throws an error unless the installation belongs to the caller. An installation of another
    /// app counts as not found.
    func check(_ id: String, _ caller: DeviceCaller) async throws {
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
        "this app has no installation with this identifier; register it with PUT "
            + "/v1/device/installations/{installation_id}")

    static let installationSecretWrong = Problem(
        .installationSecretWrong,
        "the installation was registered with another secret, or by a server and without a secret; "
            + "send the secret of its first registration, or register under a new identifier")
}

extension DeviceMessage {
    /// Returns `nil` if the payload is not valid JSON. This cannot happen with a payload that the
    /// gateway has stored.
    init?(_ stored: InboxMessage) {
        guard let node = try? JSONReader.read(stored.body) else { return nil }
        self.init(id: stored.id, payload: node.value, sentAt: stored.createdAt)
    }
}
