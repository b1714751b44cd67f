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

/// Messages that users get when events are reported.
extension Gateway {
    /// Stores a message that a user gets when an event is reported.
    ///
    /// - Throws: `Problem` if the message cannot be sent by the app, or the app has too many
    ///   triggers.
    public func createTrigger(
        _ request: TriggerRequest, within limit: AppLimit = .none
    ) async throws -> TriggerResource {
        let campaigns = try requireCampaigns()
        let app = try await RecipientResolver(store: store, limit: limit).app(request.app)
        let content = try MessageContent(contentType: "application/json", body: request.message)
        do { _ = try PayloadTemplate(content.body) } catch let error as PayloadTemplateError {
            throw Problem(.badValue, "\(error)", keyPath: "message")
        }
        // The message is composed on trial, so that a wrong one is refused now.
        _ = try MessageComposer.compose(
            content, options: content.options, to: .user("nobody"), bundleID: app.bundleID,
            id: makeMessageID(), idempotency: nil, now: time.now)
        let resource = TriggerResource(
            id: makeMessageID(), app: app.bundleID, name: request.name, event: request.event,
            createdAt: time.now)
        switch try await campaigns.store.insert(
            resource, message: String(decoding: request.message, as: UTF8.self))
        {
        case .stored: return resource
        case .noApp: throw Problem.appNotFound(app.bundleID)
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "\(app.bundleID) has \(GatewayLimits.triggersPerAppMax) triggers, which is the "
                    + "limit; delete one")
        }
    }

    /// Returns the triggers of the permitted apps, oldest first.
    public func triggers(within limit: AppLimit = .none) async throws -> TriggerList {
        TriggerList(triggers: try await requireCampaigns().store.triggers(of: limit))
    }

    /// Deletes a trigger. Messages that it has caused stay.
    ///
    /// - Throws: `Problem` if there is no such trigger.
    public func deleteTrigger(id: String, within limit: AppLimit = .none) async throws {
        guard try await requireCampaigns().store.deleteTrigger(id, within: limit) else {
            throw Problem(
                .campaignNotFound,
                "there is no trigger with this identifier; GET /v1/triggers lists them")
        }
    }

    /// Sends the messages that an event causes.
    ///
    /// The identifier of the event makes each message unique: a repeated report sends those that an
    /// earlier report did not reach, and no message twice.
    ///
    /// - Throws: `Problem` if the app is unknown or has no credential.
    public func report(
        _ event: EventRequest, within limit: AppLimit = .none
    ) async throws -> EventReport {
        let campaigns = try requireCampaigns()
        let app = try await RecipientResolver(store: store, limit: limit).app(event.app)
        var messages: [EventReport.Message] = []
        for (trigger, text) in try await campaigns.store.triggers(
            of: app.bundleID, event: event.name)
        {
            let content = try MessageContent(
                contentType: "application/json", body: Array(text.utf8))
            guard let body = try PayloadTemplate(content.body).render(event.properties) else {
                throw Problem(
                    .valueMissing,
                    "the message of the trigger \(trigger) needs a value for each of its "
                        + "variables; add it to \"properties\"", keyPath: "properties")
            }
            let rendered = try MessageContent(payloadBytes: body)
            var options = content.options
            options.app = app.bundleID
            let key = Idempotency(
                scope: "event \(trigger)", key: event.id, fingerprint: event.user)
            do {
                let message = try await post(
                    rendered, to: .user(event.user), options: options, idempotency: key,
                    within: limit)
                messages.append(.init(trigger: trigger, message: message.id))
            } catch let problem as Problem where problem.kind == .noDevice {
                messages.append(.init(trigger: trigger, message: nil))
            }
        }
        return EventReport(messages: messages)
    }
}
