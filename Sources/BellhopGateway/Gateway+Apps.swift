// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
public import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// Creates an app or renames it.
    public func putApp(bundleID: String, name: String) async throws -> AppResource {
        guard Topic.isPlausible(bundleID) else {
            throw Problem(
                .badValue,
                "the path does not name a bundle identifier; send one such as com.example.app",
                keyPath: "bundle_id")
        }
        if let suffix = PushType.named(byTopic: bundleID)?.traits.topicSuffix {
            throw Problem(
                .badValue, "a bundle identifier does not end in \(suffix); leave the suffix out",
                keyPath: "bundle_id")
        }
        if let fault = NameRule.fault(in: name) {
            throw Problem(.badValue, "\"name\" \(fault)", keyPath: "name")
        }
        return AppResource(try await store.putApp(bundleID: bundleID, name: name, now: time.now))
    }

    /// All apps.
    public func apps() async throws -> [AppResource] {
        try await store.apps().map(AppResource.init)
    }

    /// One app.
    public func app(bundleID: String) async throws -> AppResource {
        guard let app = try await store.app(bundleID: bundleID) else {
            throw Problem.appNotFound(bundleID)
        }
        return AppResource(app)
    }

    /// Gives an app the key that signs for it. The key is checked before it is stored.
    public func putCredential(
        bundleID: String, _ request: CredentialRequest
    ) async throws -> CredentialResource {
        let key: ProviderKey
        do {
            key = try ProviderKey(p8: request.p8, keyID: request.keyID, teamID: request.teamID)
        } catch {
            let keyPath =
                if case .badIdentifier(let name, _) = error {
                    name == "key identifier" ? "key_id" : "team_id"
                } else {
                    "p8"
                }
            throw Problem(.badProviderKey, "\(error)", keyPath: keyPath)
        }
        let fingerprint = Hex.encode(SHA256.hash(data: key.publicKey.derRepresentation))
        let credential = AppCredential(
            bundleID: bundleID, keyID: key.keyID, teamID: key.teamID, p8: key.p8Text,
            fingerprint: fingerprint)
        guard let facts = try await store.putCredential(credential, now: time.now)?.credential
        else {
            throw Problem.appNotFound(bundleID)
        }
        worker.wake()
        return CredentialResource(facts)
    }
}

extension Problem {
    static func appNotFound(_ bundleID: String) -> Problem {
        Problem(
            .appNotFound,
            "there is no app \(bundleID.prefix(GatewayLimits.nameByteCountMax)); "
                + "create it with PUT /v1/apps/{bundle_id} {\"name\":\"…\"}")
    }
}

extension AppResource {
    init(_ app: StoredApp) {
        self.init(
            bundleID: app.bundleID, name: app.name,
            credential: app.credential.map(CredentialResource.init))
    }
}

extension CredentialResource {
    init(_ facts: CredentialFacts) {
        self.init(
            keyID: facts.keyID, teamID: facts.teamID, fingerprint: facts.fingerprint,
            updatedAt: facts.updatedAt)
    }
}
