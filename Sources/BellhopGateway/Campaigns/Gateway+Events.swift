// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
public import GatewayAPI
import GatewayModel

/// Events that an app's server reports, and that cause the messages of triggers.
extension Gateway {
    /// Sends the messages that an event causes.
    ///
    /// The identifier of the event makes each message unique: a repeated report sends the messages
    /// that an earlier report did not send, and sends no message twice.
    ///
    /// - Returns: the result of each trigger. A trigger whose message cannot be made does not
    ///   stop the others.
    /// - Throws: `Problem` if the app is unknown or has no credential, or if the identifier was
    ///   reported for another user.
    public func report(
        _ event: EventRequest, within limit: AppLimit = .none
    ) async throws -> EventReport {
        let campaigns = try requireCampaigns()
        let app = try await RecipientResolver(store: store, limit: limit).app(event.app)
        var messages: [EventReport.Message] = []
        for trigger in try await campaigns.store.triggers(of: app.bundleID, event: event.name) {
            do {
                let message = try await message(of: trigger, event, within: limit)
                messages.append(.init(trigger: trigger.id, message: message?.id))
            } catch let problem as Problem where problem.isOfTrigger {
                messages.append(
                    .init(trigger: trigger.id, message: nil, problem: problem.detail))
            }
        }
        return EventReport(messages: messages)
    }

    /// Sends the message of a trigger; returns `nil` if the user has no device.
    private func message(
        of trigger: StoredTrigger, _ event: EventRequest, within limit: AppLimit
    ) async throws -> MessageResource? {
        let key = Idempotency(
            scope: "event \(trigger.id)", key: event.id,
            fingerprint: Hex.encode(SHA256.hash(data: Array(event.user.utf8))))
        if let earlier = try await message(after: key) { return earlier }
        var options = MessageOptions()
        options.app = trigger.bundleID
        do {
            let content = try await content(of: trigger, event, options: options, within: limit)
            return try await post(
                content, to: .user(event.user), options: options, idempotency: key, within: limit)
        } catch let problem as Problem where problem.kind == .noDevice { return nil }
    }

    private func content(
        of trigger: StoredTrigger, _ event: EventRequest, options: MessageOptions,
        within limit: AppLimit
    ) async throws -> MessageContent {
        if let text = trigger.template {
            let reference = try TemplateReference(text)
            let names = try await variableNames(of: reference, of: trigger.bundleID)
            let use = TemplateUse(variables: event.properties.filter { names.contains($0.key) })
            return try await message(
                with: reference, use, to: .user(event.user), options: options, within: limit)
        }
        let content = try MessageContent(
            contentType: "application/json", body: Array(trigger.message.utf8))
        let template = try PayloadTemplate(content.body)
        guard let body = template.render(event.texts) else {
            let missing = template.variableNames.filter { event.properties[$0] == nil }
            let isOne = missing.count == 1
            throw Problem(
                .valueMissing,
                "the message needs the \(isOne ? "property" : "properties") "
                    + "\(missing.joined(separator: ", ")); add \(isOne ? "it" : "them") to "
                    + "\"properties\", or give the \(isOne ? "variable" : "variables") a default "
                    + "such as {{name|friend}}",
                keyPath: "properties")
        }
        return try content.with(payloadBytes: body)
    }
}

extension Problem {
    /// Whether this is a problem of a single trigger, which does not stop the event's other
    /// triggers.
    fileprivate var isOfTrigger: Bool {
        switch kind {
        case .valueMissing, .badValue, .payloadTooLarge, .emptyMessage, .templateNotFound,
            .tooManyDeliveries:
            true
        default: false
        }
    }
}
