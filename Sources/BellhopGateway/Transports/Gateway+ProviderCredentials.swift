// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Crypto
import FCM
public import GatewayAPI
import WebPush

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// Stores the service account with which an app's notifications are sent with FCM, after
    /// checking it.
    ///
    /// - Parameter json: the key file, as Google's console creates it.
    public func putFCMCredential(
        bundleID: String, _ json: [UInt8]
    ) async throws -> FCMCredentialResource {
        let account: ServiceAccount
        do throws(ServiceAccount.Problem) {
            account = try ServiceAccount(
                json: json, tokenAddress: fcmOrigin.tokenAddress)
        } catch .foreignTokenAddress {
            throw Problem(
                .badProviderKey,
                "\"token_uri\" is not \(ServiceAccount.googleTokenAddress), so the signature would "
                    + "be sent to another server; for a simulator, start the gateway with "
                    + "--fcm-url", keyPath: "token_uri")
        } catch { throw Problem(.badProviderKey, error.description) }
        let facts = ProviderFacts(
            name: account.projectID, account: account.clientEmail, keyID: account.keyID,
            fingerprint: Hex.encode(SHA256.hash(data: json)), updatedAt: time.now)
        try await put(
            ProviderCredential(
                bundleID: bundleID, transport: .fcm,
                secret: String(decoding: json, as: UTF8.self), facts: facts))
        return FCMCredentialResource(facts)
    }

    /// Stores the VAPID key with which an app's notifications are sent to browsers, after checking
    /// it. Without a key in the request, the app keeps its key, or gets a new one.
    public func putWebPushCredential(
        bundleID: String, _ request: WebPushCredentialRequest
    ) async throws -> WebPushCredentialResource {
        guard VAPIDToken.isSubject(request.subject) else {
            throw Problem(
                .badValue,
                "\"subject\" is not a contact; send a URL such as mailto:ops@example.com or "
                    + "https://example.com", keyPath: "subject")
        }
        guard request.navigate.hasPrefix("https://"), URL(string: request.navigate) != nil else {
            throw Problem(
                .badValue,
                "\"navigate\" is not an https URL; send the page that a click on a notification "
                    + "opens", keyPath: "navigate")
        }
        let key = try await vapidKey(bundleID, request.privateKey)
        let facts = ProviderFacts(
            name: key.publicKeyText, subject: request.subject, navigate: request.navigate,
            fingerprint: Hex.encode(SHA256.hash(data: Array(key.publicKeyText.utf8))),
            updatedAt: time.now)
        try await put(
            ProviderCredential(
                bundleID: bundleID, transport: .webPush, secret: key.pem, facts: facts))
        return WebPushCredentialResource(facts)
    }

    private func vapidKey(_ bundleID: String, _ text: String?) async throws -> VAPIDKey {
        if let text {
            guard let key = VAPIDKey(text: text) else {
                throw Problem(
                    .badProviderKey,
                    "\"private_key\" is not a VAPID key; send a P-256 private key as PEM, or its "
                        + "32 bytes in base64url", keyPath: "private_key")
            }
            return key
        }
        let known = try await (store as? SQLStore)?.provider(bundleID, .webPush)
        return known.flatMap { VAPIDKey(text: $0.secret) } ?? VAPIDKey()
    }

    /// From now on, sends all requests for FCM to an origin other than Google's, such as
    /// `http://127.0.0.1:2199`, whatever address a service account names.
    package func sendFCM(to origin: String) { fcmOrigin.set(origin) }

    private func put(_ credential: ProviderCredential) async throws {
        guard let store = store as? SQLStore,
            try await store.put(credential, now: time.now)
        else { throw Problem.appNotFound(credential.bundleID) }
        worker.credentialReplaced(credential)
        campaigns?.credentialReplaced(ofTransport: credential)
    }

    /// Deletes an app's credential for FCM or Web Push. Notifications that need the credential stay
    /// queued until they expire.
    public func deleteProviderCredential(
        bundleID: String, _ transport: PushTransport
    ) async throws {
        guard try await store.app(bundleID: bundleID) != nil else {
            throw Problem.appNotFound(bundleID)
        }
        _ = try await (store as? SQLStore)?.deleteProvider(bundleID, transport)
        campaigns?.credentialReplaced()
    }

    /// Adds the credentials for FCM and Web Push to an app's resource.
    func withProviders(_ app: AppResource) async throws -> AppResource {
        guard let store = store as? SQLStore else { return app }
        let facts = try await store.providers(app.bundleID)
        var app = app
        app.fcm = facts[.fcm].map(FCMCredentialResource.init)
        app.webPush = facts[.webPush].map(WebPushCredentialResource.init)
        let locked = facts.filter(\.value.isLocked).keys.map(\.rawValue).sorted()
        if !locked.isEmpty { app.locked = (app.locked ?? []) + locked }
        return app
    }
}

extension SQLStore {
    func put(_ credential: ProviderCredential, now: Date) async throws -> Bool {
        try await writeSecret { [secrets] db in
            try await SQLProviderCredentials.put(db, credential, secrets, now: now)
        }
    }

    func deleteProvider(_ bundleID: String, _ transport: PushTransport) async throws -> Bool {
        try await writeSecret { db in
            try await SQLProviderCredentials.delete(db, bundleID, transport)
        }
    }

    /// Returns an app's credential; `nil` if it has none.
    func provider(
        _ bundleID: String, _ transport: PushTransport
    ) async throws -> ProviderCredential? {
        try await read { [secrets] db in
            try await SQLProviderCredentials.credential(db, bundleID, transport, secrets)
        }
    }

    func providers(_ bundleID: String) async throws -> [PushTransport: ProviderFacts] {
        try await read { [secrets] db in
            try await SQLProviderCredentials.facts(db, bundleID, secrets)
        }
    }
}

extension FCMCredentialResource {
    init(_ facts: ProviderFacts) {
        self.init(
            project: facts.name, account: facts.account, keyID: facts.keyID,
            fingerprint: facts.fingerprint, updatedAt: facts.updatedAt)
    }
}

extension WebPushCredentialResource {
    init(_ facts: ProviderFacts) {
        self.init(
            publicKey: facts.name, subject: facts.subject ?? "", navigate: facts.navigate ?? "",
            fingerprint: facts.fingerprint, updatedAt: facts.updatedAt)
    }
}
