// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The recipient that a request names.
public enum MessageRecipient: Hashable, Sendable {
    /// All installations of a user.
    case user(String)
    case installation(String)
    case token(DeviceToken)
}

extension Gateway {
    /// Stores a message and starts sending it.
    ///
    /// - Parameters:
    ///   - options: values for everything that the content does not specify.
    ///   - idempotency: the key by which a repeated request returns the message of the first
    ///     request.
    ///   - limit: the apps to whose installations the message may go.
    /// - Returns: the message, after it has been stored durably.
    public func post(
        _ content: MessageContent, to recipient: MessageRecipient,
        options: MessageOptions = .init(),
        idempotency: Idempotency? = nil, within limit: AppLimit = .none
    ) async throws -> MessageResource {
        if let earlier = try await message(after: idempotency) { return earlier }
        let options = content.options.filled(from: options)
        let resolver = RecipientResolver(store: store, limit: limit)
        let (app, target) = try await resolver.resolve(recipient, options)
        try await checkCredential(of: app)
        let composed = try MessageComposer.compose(
            content, options: options, to: target, bundleID: app.bundleID, id: makeMessageID(),
            idempotency: idempotency, now: time.now)
        let now = time.now
        let acceptance = try await store.accept(composed.message, now: now)
        switch acceptance.outcome {
        case .accepted:
            worker.wake()
            var resource = MessageResource(composed.message, acceptance.deliveries, now: now)
            resource.inferred = composed.inferred.map(InferredResource.init)
            return resource
        case .noTargets(let families):
            throw Problem.noDevice(
                recipient, app: app.bundleID, type: composed.message.pushType, families)
        case .replayed, .keyReused, .tooMany: return try await earlier(acceptance.outcome)
        }
    }

    /// Checks that an app has a credential of any transport.
    func checkCredential(of app: StoredApp) async throws {
        guard app.credential == nil else { return }
        let hasProvider = try await (store as? SQLStore)?.providers(app.bundleID).isEmpty == false
        guard !hasProvider else { return }
        throw Problem.noCredential(app.bundleID)
    }

    /// Returns the message that an earlier request with an idempotency key created; `nil` if there
    /// is none.
    func message(after idempotency: Idempotency?) async throws -> MessageResource? {
        guard let idempotency,
            let earlier = try await store.earlierOutcome(idempotency, now: time.now)
        else { return nil }
        return try await self.earlier(earlier)
    }

    /// Returns the message that an earlier request created, if the outcome names one.
    private func earlier(_ outcome: AcceptOutcome) async throws -> MessageResource {
        switch outcome {
        case .replayed(let messageID): return try await message(id: messageID)
        case .keyReused: throw Problem.idempotencyKeyReused
        case .accepted, .tooMany, .noTargets:
            throw Problem(
                .tooManyDeliveries,
                "a message may have at most \(GatewayLimits.deliveriesPerMessageMax) deliveries; "
                    + "send it to fewer device tokens"
            )
        }
    }

    /// Returns a message with a page of its deliveries.
    ///
    /// - Parameters:
    ///   - after: the last delivery of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    ///   - apps: the permitted apps; a message of another app is not found.
    public func message(
        id: String, after: APNSID? = nil, limit: Int = GatewayLimits.pageEntriesMax,
        within apps: AppLimit = .none
    ) async throws -> MessageResource {
        guard let message = try await store.message(id: id.lowercased()),
            apps.permits(message.bundleID)
        else { throw Problem.messageNotFound }
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let deliveries = try await store.deliveries(
            messageID: message.id, after: after, limit: limit)
        let next = deliveries.count == limit ? deliveries.last?.id.text : nil
        return MessageResource(message, deliveries, next: next)
    }

    /// Returns a page of a message's receipts, in the order in which the gateway received them.
    ///
    /// - Parameters:
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    ///   - apps: the permitted apps; a message of another app is not found.
    public func receipts(
        messageID: String, after: String? = nil, limit: Int = GatewayLimits.pageEntriesDefault,
        within apps: AppLimit = .none
    ) async throws -> ReceiptList {
        guard let message = try await store.message(id: messageID.lowercased()),
            apps.permits(message.bundleID)
        else { throw Problem.messageNotFound }
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let found = try await store.receipts(
            messageID: message.id, after: after.flatMap { Int($0) }, limit: limit)
        return ReceiptList(
            receipts: found.map(ReceiptResource.init),
            next: found.count == limit ? found.last.map { String($0.id) } : nil)
    }

    /// Returns one delivery of a message or of a campaign.
    ///
    /// - Parameter apps: the permitted apps; a delivery of another app is not found.
    public func delivery(
        id: String, within apps: AppLimit = .none
    ) async throws -> DeliveryResource {
        if let id = APNSID(id), let trace = try await campaigns?.store.trace(of: id),
            apps.permits(trace.bundleID)
        {
            return DeliveryResource(trace, id: id)
        }
        guard let id = APNSID(id), let delivery = try await store.delivery(id: id),
            try await isMessage(delivery.messageID, within: apps)
        else {
            throw Problem(
                .deliveryNotFound,
                "there is no delivery with this identifier; use an \"id\" from the message's "
                    + "\"deliveries\"")
        }
        return DeliveryResource(delivery)
    }

    private func isMessage(_ id: String, within apps: AppLimit) async throws -> Bool {
        guard apps != .none else { return true }
        guard let message = try await store.message(id: id) else { return false }
        return apps.permits(message.bundleID)
    }
}

extension Problem {
    static let idempotencyKeyReused = Problem(
        .idempotencyKeyReused,
        "this Idempotency-Key was already sent with another request; use a new key for each "
            + "message and each campaign")

    static let messageNotFound = Problem(
        .messageNotFound,
        "there is no message with this identifier; use the \"id\" in the response to the request "
            + "that sent it")

    static func noDevice(
        _ recipient: MessageRecipient, app: String, type: PushType, _ families: [TokenFamily]
    ) -> Problem {
        let whom =
            switch recipient {
            case .user(let user): "user \"\(user.prefix(64))\""
            case .installation: "this installation"
            case .token: "this token"
            }
        guard families.isEmpty else {
            let words = families.map(\.rawValue).joined(separator: ", ")
            guard type != .liveactivity else {
                return Problem(
                    .noDevice,
                    "\(whom) has no token for this Live Activity push, only tokens of the family "
                        + "\(words); a start needs a token of the family liveActivityStart, an "
                        + "update or end one of liveActivity, with the same \"activity\" and "
                        + "\"attributes_type\"")
            }
            return Problem(
                .noDevice,
                "\(whom) has only tokens of the family \(words), which do not accept "
                    + "\(type.rawValue) pushes; register a token of the family "
                    + "\(type.traits.tokenFamily.rawValue)")
        }
        return Problem(
            .noDevice,
            "\(whom) has no registered device for \(app); register one with PUT "
                + "/v1/installations/{installation_id} "
                + "{\"app\":\"\(app)\",\"token\":\"…\",\"environment\":\"sandbox\",\"user\":\"…\"}")
    }
}

extension MessageResource {
    /// The resource of a message that has just been stored, with the first page of its deliveries.
    fileprivate init(_ message: NewMessage, _ deliveries: [StoredDelivery], now: Date) {
        var states: [DeliveryState: Int] = [:]
        for delivery in deliveries { states[delivery.state, default: 0] += 1 }
        let limit = GatewayLimits.pageEntriesMax
        let page = Array(deliveries.prefix(limit))
        self.init(
            StoredMessage(
                id: message.id, bundleID: message.bundleID, topic: message.topic,
                pushType: message.pushType, priority: message.priority,
                expiration: message.expiration,
                createdAt: Date(storedMilliseconds: now.storedMilliseconds), states: states,
                carriesID: message.carriesID),
            page, next: page.count == limit ? page.last?.id.text : nil)
    }

    init(_ message: StoredMessage, _ deliveries: [StoredDelivery], next: String?) {
        let states = message.states.map { ($0.key.rawValue, $0.value) }
        let receipts = message.receipts.map { ($0.key.rawValue, $0.value) }
        self.init(
            id: message.id, app: message.bundleID, topic: message.topic.text,
            pushType: message.pushType,
            priority: message.priority, createdAt: message.createdAt,
            expiresAt: message.expiration?.date, deliveryCount: message.states.values.reduce(0, +),
            states: Dictionary(uniqueKeysWithValues: states),
            deliveries: deliveries.map(DeliveryResource.init), next: next,
            receipts: Dictionary(uniqueKeysWithValues: receipts), carriesID: message.carriesID)
    }
}

extension ReceiptResource {
    init(_ stored: StoredReceipt) {
        self.init(
            installation: stored.installationID, event: stored.event, action: stored.action,
            at: stored.at, receivedAt: stored.receivedAt)
    }
}

extension PushTransport {
    /// The transport as resources show it: `nil` for APNs.
    var shown: PushTransport? { self == .apns ? nil : self }
}

extension DeliveryResource {
    init(_ stored: StoredDelivery) {
        self.init(
            id: stored.id.text, message: stored.messageID, installation: stored.installationID,
            token: stored.token.redacted, environment: stored.environment, apnsID: stored.id,
            state: stored.state, reason: stored.reason, status: stored.status,
            attempts: stored.attempts,
            updatedAt: stored.updatedAt, apnsUniqueID: stored.uniqueID)
        transport = stored.transport.shown
    }
}
