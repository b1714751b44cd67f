// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    private func requireWebhooks() throws(Problem) -> GatewayWebhooks {
        guard let webhooks else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage does not support webhooks; start the gateway with SQLite "
                    + "or PostgreSQL")
        }
        return webhooks
    }

    /// Creates a webhook, which gets the events from now on.
    ///
    /// - Parameter limit: the apps whose events the caller may see. If a caller that is limited to
    ///   apps names none, the webhook is for the caller's apps.
    /// - Returns: the webhook with its secret, which the gateway does not show again.
    /// - Throws: `Problem` if events cannot be sent to the address, an app does not exist, or there
    ///   are too many webhooks.
    public func createWebhook(
        _ request: WebhookRequest, within limit: AppLimit = .none
    ) async throws -> WebhookResource {
        let webhooks = try requireWebhooks()
        let request = try await checked(request, webhooks, within: limit)
        let (id, secret) = makeRandom { generator in
            (Self.makeWebhookID(using: &generator), WebhookSecret(using: &generator))
        }
        AuditScope.concerns(.webhook, id, app: request.apps.count == 1 ? request.apps[0] : nil)
        guard
            let stored = try await webhooks.store.create(
                request, id: id, secret: secret, now: time.now)
        else {
            throw Problem(
                .tooManyWebhooks,
                "there are \(GatewayLimits.webhooksMax) webhooks, which is the limit; delete one "
                    + "with DELETE /v1/webhooks/{id}")
        }
        return WebhookResource(stored, now: time.now, secret: secret.text)
    }

    private static let webhookIDCount = 12

    private static func makeWebhookID(using generator: inout some RandomNumberGenerator) -> String {
        "wh_" + RandomText.make(webhookIDCount, using: &generator)
    }

    /// Checks a request, and returns it limited to the caller's apps.
    private func checked(
        _ request: WebhookRequest, _ webhooks: GatewayWebhooks, within limit: AppLimit
    ) async throws -> WebhookRequest {
        var request = request
        if request.apps.isEmpty { request.apps = limit.names }
        for app in request.apps {
            try limit.check(app)
            guard try await store.app(bundleID: app) != nil else { throw Problem.appNotFound(app) }
        }
        do {
            _ = try WebhookURL(request.url, allowsLoopback: webhooks.allowsLoopback)
        } catch {
            throw Problem(.webhookURLRefused, "\"url\" \(error)", keyPath: "url")
        }
        return request
    }

    /// Returns the webhooks, the oldest first.
    ///
    /// - Parameter limit: only webhooks for these apps are returned.
    public func webhooks(within limit: AppLimit = .none) async throws -> WebhookList {
        let now = time.now
        return WebhookList(
            webhooks: try await requireWebhooks().store.webhooks()
                .filter { limit.covers($0.apps) }.map { WebhookResource($0, now: now) })
    }

    /// Returns one webhook.
    public func webhook(
        id: String, within limit: AppLimit = .none
    ) async throws -> WebhookResource {
        WebhookResource(try await found(id, within: limit), now: time.now)
    }

    /// Returns a webhook if the caller may see its apps; otherwise throws the same error as for an
    /// unknown webhook.
    private func found(_ id: String, within limit: AppLimit) async throws -> StoredWebhook {
        guard let stored = try await requireWebhooks().store.webhook(id: id),
            limit.covers(stored.apps)
        else { throw Problem.webhookNotFound }
        return stored
    }

    /// Replaces the settings of a webhook. Events whose delivery failed are sent again immediately.
    public func putWebhook(
        id: String, _ request: WebhookRequest, within limit: AppLimit = .none
    ) async throws -> WebhookResource {
        let webhooks = try requireWebhooks()
        try Self.checkIsNotFile(try await found(id, within: limit))
        let request = try await checked(request, webhooks, within: limit)
        guard let stored = try await webhooks.store.change(id, request) else {
            throw Problem.webhookNotFound
        }
        webhooks.dispatcher.wake()
        return WebhookResource(stored, now: time.now)
    }

    private static func checkIsNotFile(_ webhook: StoredWebhook) throws(Problem) {
        guard webhook.url == nil else { return }
        throw Problem(
            .badValue,
            "this is the gateway's own event file; change it with bellhop serve --events")
    }

    /// Deletes a webhook. Events that were not delivered are not sent any more.
    public func deleteWebhook(id: String, within limit: AppLimit = .none) async throws {
        _ = try await found(id, within: limit)
        guard try await requireWebhooks().store.delete(id) else { throw Problem.webhookNotFound }
    }

    /// Makes a new secret for a webhook. For some time, requests are also signed with the previous
    /// one.
    public func rotateWebhookSecret(
        id: String, _ rotation: WebhookRotation = .init(), within limit: AppLimit = .none
    ) async throws -> WebhookResource {
        try Self.checkIsNotFile(try await found(id, within: limit))
        let secret = makeRandom { WebhookSecret(using: &$0) }
        let until = time.now.addingTimeInterval(Double(rotation.overlapSeconds))
        guard
            let stored = try await requireWebhooks().store.rotate(
                id, to: secret, previousUntil: until)
        else { throw Problem.webhookNotFound }
        return WebhookResource(stored, now: time.now, secret: secret.text)
    }

    /// Sends a webhook events that it has already received, or skips events.
    public func replayWebhook(
        id: String, _ replay: WebhookReplay, within limit: AppLimit = .none
    ) async throws -> WebhookResource {
        let webhooks = try requireWebhooks()
        _ = try await found(id, within: limit)
        guard let stored = try await webhooks.store.replay(id, replay) else {
            throw Problem.webhookNotFound
        }
        webhooks.dispatcher.wake()
        return WebhookResource(stored, now: time.now)
    }

    /// Returns the newest attempts to send events to a webhook.
    public func webhookAttempts(
        id: String, within limit: AppLimit = .none
    ) async throws -> WebhookAttemptList {
        _ = try await found(id, within: limit)
        return WebhookAttemptList(attempts: try await requireWebhooks().store.attempts(of: id))
    }

    /// Sends a test event to a webhook immediately, even if the webhook is not enabled.
    ///
    /// - Returns: the result. If the event was delivered, events that failed before are sent again
    ///   immediately.
    public func testWebhook(
        id: String, within limit: AppLimit = .none
    ) async throws -> WebhookAttemptResource {
        let webhooks = try requireWebhooks()
        let stored = try await found(id, within: limit)
        try Self.checkIsNotFile(stored)
        let event = GatewayEvent(
            id: "evt_test_" + makeRandom { RandomText.make(Self.webhookIDCount, using: &$0) },
            type: EventType.webhookTest.rawValue, timestamp: time.now,
            app: stored.apps.names.first ?? "", data: ["webhook": .string(id)])
        let messageID = "msg_" + event.id.dropFirst("evt_".count)
        let body =
            stored.batchSize == 1
            ? try GatewayJSON.encode(event)
            : try GatewayJSON.encode(
                EventBatch(
                    timestamp: event.timestamp,
                    data: .init(events: [event], cursor: "\(stored.position)")))
        let outcome = await webhooks.dispatcher.send(
            Array(body), to: stored.url ?? "", id: messageID,
            secrets: try await webhooks.store.secrets(of: id, now: time.now))
        var status: Int?
        var cause: String?
        switch outcome {
        case .response(let code, _): status = code
        case .failed(let text): cause = text
        }
        let isDelivered = (200...299).contains(status ?? 0)
        if isDelivered {
            try await webhooks.store.works(id)
            webhooks.dispatcher.wake()
        }
        return WebhookAttemptResource(
            at: time.now, messageID: messageID, events: 1, status: status, error: cause,
            isDelivered: isDelivered)
    }
}

extension Problem {
    static let webhookNotFound = Problem(
        .webhookNotFound,
        "there is no webhook with this identifier; GET /v1/webhooks lists all webhooks")
}

extension WebhookResource {
    init(_ stored: StoredWebhook, now: Date, secret: String? = nil) {
        let until = stored.previousSecretUntil.flatMap { $0 > now ? $0 : nil }
        self.init(
            id: stored.id, url: stored.url, events: stored.filter.entries,
            apps: stored.apps.names, description: stored.description,
            batchSize: stored.batchSize, isEnabled: stored.isEnabled,
            disabledReason: stored.disabledReason?.rawValue, createdAt: stored.createdAt,
            cursor: "\(stored.position)",
            behind: Int(clamping: max(0, stored.newest - stored.position)),
            failedAttempts: stored.attempts, nextAttemptAt: stored.dueAt,
            failingSince: stored.failingSince, lastSuccessAt: stored.lastSuccessAt,
            previousSecretUntil: until, secret: secret)
    }
}
