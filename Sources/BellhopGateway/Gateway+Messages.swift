// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

/// Whom a poster named.
public enum MessageRecipient: Hashable, Sendable {
    /// Every installation of a user.
    case user(String)
    case installation(String)
    case token(DeviceToken)
}

extension Gateway {
    /// Stores a message and has it sent.
    ///
    /// - Parameters:
    ///   - options: fills in what the content does not say.
    ///   - idempotency: makes repeats of the same request answer with the first one's message.
    /// - Returns: the message when it is stored and will survive a crash.
    public func post(
        _ content: MessageContent, to recipient: MessageRecipient,
        options: MessageOptions = .init(),
        idempotency: Idempotency? = nil
    ) async throws -> MessageResource {
        if let idempotency, let earlier = try await store.earlierOutcome(idempotency, now: time.now)
        {
            return try await resource(after: earlier, id: "", inferred: [])
        }
        let options = content.options.filled(from: options)
        let resolver = RecipientResolver(store: store)
        let (app, target) = try await resolver.resolve(recipient, options)
        guard app.credential != nil else {
            throw Problem(
                .noCredential,
                "\(app.bundleID) has no key to send with; give it one with PUT "
                    + "/v1/apps/\(app.bundleID)/credential"
            )
        }
        let composed = try MessageComposer.compose(
            content, options: options, to: target, bundleID: app.bundleID, id: makeMessageID(),
            idempotency: idempotency, now: time.now)
        let outcome = try await store.accept(composed.message, now: time.now)
        if outcome == .accepted { worker.wake() }
        if case .noTargets(let families) = outcome {
            throw Problem.noDevice(
                recipient, app: app.bundleID, type: composed.message.pushType, families)
        }
        return try await resource(
            after: outcome, id: composed.message.id, inferred: composed.inferred)
    }

    private func resource(
        after outcome: AcceptOutcome, id: String, inferred: [PushInference.Inferred]
    ) async throws -> MessageResource {
        switch outcome {
        case .accepted:
            var resource = try await message(id: id)
            resource.inferred = inferred.map(InferredResource.init)
            return resource
        case .replayed(let messageID): return try await message(id: messageID)
        case .keyReused:
            throw Problem(
                .idempotencyKeyReused,
                "this Idempotency-Key was sent with another request before; make a new one for "
                    + "each message"
            )
        case .tooMany, .noTargets:
            throw Problem(
                .tooManyDeliveries,
                "a message may have \(GatewayLimits.deliveriesPerMessageMax) deliveries at most; "
                    + "send to fewer"
            )
        }
    }

    /// A message with a page of its deliveries.
    ///
    /// - Parameters:
    ///   - after: the last delivery of the page before.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    public func message(
        id: String, after: APNSID? = nil, limit: Int = GatewayLimits.pageEntriesMax
    ) async throws -> MessageResource {
        guard let message = try await store.message(id: id.lowercased()) else {
            throw Problem.messageNotFound
        }
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let deliveries = try await store.deliveries(
            messageID: message.id, after: after, limit: limit)
        let next = deliveries.count == limit ? deliveries.last?.id.text : nil
        return MessageResource(message, deliveries, next: next)
    }

    /// A page of a message's receipts, in the order in which they came.
    ///
    /// - Parameters:
    ///   - after: `next` of the page before.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    public func receipts(
        messageID: String, after: String? = nil, limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> ReceiptList {
        guard let message = try await store.message(id: messageID.lowercased()) else {
            throw Problem.messageNotFound
        }
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let found = try await store.receipts(
            messageID: message.id, after: after.flatMap { Int($0) }, limit: limit)
        return ReceiptList(
            receipts: found.map(ReceiptResource.init),
            next: found.count == limit ? found.last.map { String($0.id) } : nil)
    }

    /// One delivery.
    public func delivery(id: String) async throws -> DeliveryResource {
        guard let id = APNSID(id), let delivery = try await store.delivery(id: id) else {
            throw Problem(
                .deliveryNotFound,
                "there is no such delivery; use an \"id\" from the message's \"deliveries\"")
        }
        return DeliveryResource(delivery)
    }
}

extension Problem {
    static let messageNotFound = Problem(
        .messageNotFound, "there is no such message; use the \"id\" that posting it returned")

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
                    "no token of \(whom) fits (there are some of \(words)); a start needs one of "
                        + "liveActivityStart, an update or end one of liveActivity, with the "
                        + "\"activity\" and \"attributes_type\" that were named")
            }
            return Problem(
                .noDevice,
                "\(whom) has only tokens of the family \(words), which take no \(type.rawValue) "
                    + "pushes; "
                    + "register one of the family \(type.traits.tokenFamily.rawValue)")
        }
        return Problem(
            .noDevice,
            "no device of \(whom) is registered for \(app); register one with PUT "
                + "/v1/installations/{installation_id} {\"app\":\"\(app)\",\"token\":\"…\","
                + "\"environment\":\"sandbox\",\"user\":\"…\"}")
    }
}

extension MessageResource {
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

extension DeliveryResource {
    init(_ stored: StoredDelivery) {
        self.init(
            id: stored.id.text, message: stored.messageID, installation: stored.installationID,
            token: stored.token.redacted, environment: stored.environment, apnsID: stored.id,
            state: stored.state, reason: stored.reason, status: stored.status,
            attempts: stored.attempts,
            updatedAt: stored.updatedAt)
    }
}
