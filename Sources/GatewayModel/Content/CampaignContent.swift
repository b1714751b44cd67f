// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The content of a campaign: one payload for each variant and language, compiled once, and the
/// headers that all notifications share.
package struct CampaignContent: Hashable, Sendable {
    /// The payloads of one variant, by language.
    package struct Variant: Hashable, Sendable {
        /// The payload for recipients whose language has no payload of its own.
        package let standard: PayloadTemplate
        /// The payloads by language, such as `pt-BR` or `pt`; the keys are in lowercase.
        package let languages: [String: PayloadTemplate]

        package init(standard: PayloadTemplate, languages: [String: PayloadTemplate] = [:]) {
            self.standard = standard
            self.languages = Dictionary(
                languages.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
        }

        /// Returns the payload for a language. If the language has no payload, the function removes
        /// the last parts of the language tag one by one until a payload matches; if none matches,
        /// it returns the standard payload.
        func template(for language: String) -> PayloadTemplate {
            guard !languages.isEmpty else { return standard }
            var parts = language.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
            while !parts.isEmpty {
                if let template = languages[parts.joined(separator: "-")] { return template }
                parts.removeLast()
            }
            return standard
        }
    }

    package let variants: [Variant]
    package let topic: Topic
    package let pushType: PushType
    package let priority: PushPriority?
    package let expiration: PushExpiration?
    package let collapseID: CollapseID?
    /// Whether the requests are created but not sent.
    package let isDryRun: Bool
    /// The parts of the content that are different for transports other than APNs, in a form that
    /// only these transports read; `nil` if there are none.
    package var platforms: [UInt8]?
    /// The channel of a broadcast; `nil` for notifications to installations.
    package var channel: ChannelID?

    /// - Parameter variants: at least one.
    package init(
        variants: [Variant], topic: Topic, pushType: PushType, priority: PushPriority? = nil,
        expiration: PushExpiration? = nil, collapseID: CollapseID? = nil,
        isDryRun: Bool = false
    ) {
        self.isDryRun = isDryRun
        self.variants = variants
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
    }

    /// The reason why no request can be created for a recipient.
    package enum Problem: String, Error, Sendable {
        case variableMissing = "variable_missing"
        case payloadTooLarge = "payload_too_large"
    }

    /// Returns the request for one attempt.
    package func request(for attempt: Attempt) throws(Problem) -> PushRequest {
        let recipient = attempt.recipient
        guard
            let body = payload(
                variant: attempt.variant, locale: recipient.locale, variables: recipient.variables)
        else { throw .variableMissing }
        guard body.count <= pushType.traits.payloadByteCountMax else { throw .payloadTooLarge }
        return PushRequest(
            deviceToken: attempt.recipient.token, body: body, topic: topic, pushType: pushType,
            priority: priority, expiration: expiration, collapseID: collapseID,
            id: attempt.apnsID)
    }

    /// Returns the request for one attempt to send a broadcast to a channel. Its identifier, the
    /// `apns-request-id`, is the same for each attempt.
    package func broadcast(
        for attempt: Attempt, to channel: ChannelID
    ) throws(Problem) -> BroadcastRequest {
        guard let body = payload(variant: attempt.variant, locale: "", variables: [:]) else {
            throw .variableMissing
        }
        guard body.count <= ChannelBroadcast.byteCountMax else { throw .payloadTooLarge }
        return BroadcastRequest(
            channelID: channel, body: body, bundleID: topic.bundleID, pushType: pushType,
            priority: priority ?? .immediate, expiration: expiration ?? .oneAttempt,
            id: attempt.apnsID)
    }

    /// Returns the payload for a recipient; `nil` if the recipient has no value for a variable and
    /// the variable has no replacement text.
    ///
    /// - Parameters:
    ///   - variant: the number of the variant, from 0.
    ///   - locale: the language of the device, such as `pt-BR`; empty if unknown.
    ///   - variables: the recipient's values for the variables.
    package func payload(
        variant: UInt8, locale: String, variables: [String: String]
    ) -> [UInt8]? {
        variants[min(Int(variant), variants.count - 1)].template(for: locale).render(variables)
    }
}
