// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import GatewayAPI

extension Gateway {
    /// An authenticated sender.
    struct Sender: Hashable, Sendable {
        /// Distinguishes the sender from others: the API key's identifier, or the team and key of
        /// the provider tokens.
        let id: String
    }

    /// Authenticates a sender and finds the app of its topic.
    ///
    /// A sender either has an API key of the gateway or signs provider tokens with the key that the
    /// gateway has for the app. Any other request is refused in a way that does not reveal whether
    /// the gateway has the app.
    func authenticate(
        _ request: SenderRequest
    ) async throws -> (sender: Sender, app: StoredApp) {
        do {
            let text = try Self.bearer(request.authorization)
            guard text.hasPrefix(APIKey.prefix) else {
                return try await authenticate(providerToken: request.authorization, request)
            }
            return try await authenticate(apiKey: text, request)
        } catch {
            throw failed(error, request)
        }
    }

    private static func bearer(_ authorization: String?) throws(SenderRefusal) -> Substring {
        guard let authorization else {
            throw SenderRefusal(
                .missingProviderToken,
                because: "send \"authorization: bearer\" and a provider token or an API key")
        }
        guard let blank = authorization.firstIndex(of: " "),
            authorization[..<blank].lowercased() == "bearer"
        else {
            throw SenderRefusal(
                .invalidProviderToken, because: "the authorization does not begin with bearer")
        }
        return authorization[blank...].drop { $0 == " " }
    }

    private func authenticate(
        apiKey text: Substring, _ request: SenderRequest
    ) async throws -> (Sender, StoredApp) {
        let key = try await authenticate(String(text))
        _ = try callLimits.count(key)
        try check(key, has: .messagesWrite)
        let bundleID = try Self.topic(request).bundleID
        guard key.apps.permits(bundleID) else {
            throw SenderRefusal(
                .topicDisallowed,
                because: "the API key is limited to apps other than \(bundleID)")
        }
        guard let app = try await store.app(bundleID: bundleID) else {
            throw SenderRefusal(
                .topicDisallowed,
                because: "the gateway has no app \(bundleID); create it with PUT "
                    + "/v1/apps/\(bundleID)")
        }
        // In shadow mode the other sender has the key.
        guard app.credential != nil || app.isShadow else {
            throw SenderRefusal(
                .topicDisallowed,
                because: "\(bundleID) has no key for APNs; upload one with PUT "
                    + "/v1/apps/\(bundleID)/credential")
        }
        return (Sender(id: key.id), app)
    }

    private func authenticate(
        providerToken authorization: String?, _ request: SenderRequest
    ) async throws -> (Sender, StoredApp) {
        let bundleID = try Self.topic(request).bundleID
        let unknown = SenderRefusal(
            .invalidProviderToken,
            because: "the provider token is not signed with the key that the gateway has for the "
                + "topic's app")
        guard let app = try await store.app(bundleID: bundleID), let facts = app.credential,
            facts.kind == .key, let credential = try await store.credential(bundleID: bundleID)
        else { throw unknown }
        let registered = try? RegisteredKey(
            pem: credential.p8, keyID: credential.keyID, teamID: credential.teamID)
        let checked = SignedTokenCheck().check(authorization, now: time.now) { keyID in
            keyID == credential.keyID ? registered : nil
        }
        switch checked {
        case .success(let token):
            let id = "\(token.key.teamID) \(token.key.keyID)"
            _ = try callLimits.count(sender: id)
            return (Sender(id: id), app)
        case .failure(let refusal) where refusal.reason == .expiredProviderToken:
            throw SenderRefusal(refusal.reason, because: refusal.explanation)
        case .failure: throw unknown
        }
    }

    private static func topic(_ request: SenderRequest) throws(SenderRefusal) -> Topic {
        guard let topic = request.topic else {
            throw SenderRefusal(.missingTopic, because: "send the header apns-topic")
        }
        return topic
    }

    /// Returns the error for a request that was not authenticated. If there are too many such
    /// requests from one address, it is the error for too many requests.
    private func failed(_ error: any Error, _ request: SenderRequest) -> any Error {
        if let limit = error as? TooManyRequests { return limit.problem }
        let reason = (error as? SenderRefusal)?.reason
        let isRefused = reason == .invalidProviderToken || reason == .missingProviderToken
        let problem =
            isRefused ? Problem(.keyUnknown, "") : error as? Problem
        guard let problem, let address = request.address,
            let limit = callLimits.failed(problem, from: ClientAddress(address)) as? TooManyRequests
        else { return error }
        return limit.problem
    }
}
