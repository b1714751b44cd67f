// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

/// Messages that users get when events are reported.
extension Gateway {
    /// Stores a message that a user gets when an event is reported.
    ///
    /// - Parameter idempotency: the key by which a repeated request returns the trigger of the
    ///   first request, as long as the trigger exists.
    /// - Throws: `Problem` if the message cannot be sent by the app, there is no such template, or
    ///   the app has too many triggers.
    public func createTrigger(
        _ request: TriggerRequest, idempotency: Idempotency? = nil,
        within limit: AppLimit = .none
    ) async throws -> TriggerResource {
        let campaigns = try requireCampaigns()
        let app = try await RecipientResolver(store: store, limit: limit).app(request.app)
        if let template = request.template {
            _ = try await variableNames(of: template, of: app.bundleID)
        } else {
            try checkTrial(request.message ?? [], app)
        }
        let trigger = StoredTrigger(
            id: makeMessageID(), bundleID: app.bundleID, name: request.name, event: request.event,
            message: String(decoding: request.message ?? [], as: UTF8.self),
            template: request.template?.description, createdAt: time.now)
        AuditScope.concerns(.trigger, trigger.id, app: app.bundleID)
        switch try await campaigns.store.insert(trigger, idempotency: idempotency) {
        case .stored: return try TriggerResource(trigger, isWhole: true)
        case .replayed(let id): return try await self.trigger(id: id, within: limit)
        case .keyReused: throw Problem.idempotencyKeyReused
        case .noApp: throw Problem.appNotFound(app.bundleID)
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "\(app.bundleID) has \(GatewayLimits.triggersPerAppMax) triggers, which is the "
                    + "limit; delete one")
        }
    }

    /// Composes a message as a trial, so that an invalid message is refused now and not at the
    /// first event.
    private func checkTrial(_ message: [UInt8], _ app: StoredApp) throws {
        let content = try MessageContent(contentType: "application/json", body: message)
        do { _ = try PayloadTemplate(content.body) } catch let error as PayloadTemplateError {
            throw Problem(.badValue, "\(error)", keyPath: "message")
        }
        _ = try MessageComposer.compose(
            content, options: content.options, to: .user("nobody"), bundleID: app.bundleID,
            id: makeMessageID(), idempotency: nil, now: time.now)
    }

    /// Returns the triggers of the permitted apps, oldest first, without their messages.
    public func triggers(within limit: AppLimit = .none) async throws -> TriggerList {
        TriggerList(
            triggers: try await requireCampaigns().store.triggers(of: limit).map {
                try TriggerResource($0, isWhole: false)
            })
    }

    /// Returns a trigger with its message.
    ///
    /// - Throws: `Problem` if there is no such trigger.
    public func trigger(
        id: String, within limit: AppLimit = .none
    ) async throws -> TriggerResource {
        try TriggerResource(try await storedTrigger(id, within: limit), isWhole: true)
    }

    private func storedTrigger(_ id: String, within limit: AppLimit) async throws -> StoredTrigger {
        guard let trigger = try await requireCampaigns().store.trigger(id: id.lowercased()),
            limit.permits(trigger.bundleID)
        else { throw Problem.triggerNotFound }
        return trigger
    }

    /// Deletes a trigger. Messages that the trigger has caused are kept.
    ///
    /// - Throws: `Problem` if there is no such trigger.
    public func deleteTrigger(id: String, within limit: AppLimit = .none) async throws {
        let trigger = try await storedTrigger(id, within: limit)
        AuditScope.concerns(.trigger, trigger.id, app: trigger.bundleID)
        guard try await requireCampaigns().store.deleteTrigger(id: trigger.id) else {
            throw Problem.triggerNotFound
        }
    }
}

extension Problem {
    fileprivate static let triggerNotFound = Problem(
        .campaignNotFound,
        "there is no trigger with this identifier; GET /v1/triggers lists them")
}

extension TriggerResource {
    /// - Parameter isWhole: whether the resource contains the message.
    fileprivate init(_ trigger: StoredTrigger, isWhole: Bool) throws {
        // A literal nil would be the JSON value null.
        let message: JSONValue? =
            isWhole && !trigger.message.isEmpty
            ? .some(try JSONReader.read(Array(trigger.message.utf8)).value) : .none
        self.init(
            id: trigger.id, app: trigger.bundleID, name: trigger.name, event: trigger.event,
            template: trigger.template, message: message,
            createdAt: trigger.createdAt)
    }
}
