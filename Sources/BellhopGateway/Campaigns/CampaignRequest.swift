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

/// A request that creates a campaign: recipients, messages, time and limits.
public struct CampaignRequest: Sendable {
    /// The settings; their messages are in ``contents``.
    public var form: CampaignForm
    /// The messages of the form's variants, in the same order; empty with a template.
    public var contents: [MessageContent]
    /// The template of the message; `nil` for messages without one. With a template, the form's
    /// only message contains the values of the variables.
    private(set) var template: TemplateReference?
    /// The recipients; not used for a broadcast.
    public var audience: CampaignAudience
    /// The channel to which the campaign sends one broadcast; `nil` for an audience.
    private(set) var broadcast: BroadcastTarget?
    /// The values that apply where the messages specify none.
    public var options: MessageOptions
    /// The request's text, from which a draft is compiled again; `nil` if it was not read from a
    /// request.
    private(set) var definition: Definition?

    /// A request as it is stored.
    struct Definition: Hashable, Sendable, Codable {
        /// The names and values of the query, alternating.
        var query: [String]
        var contentType: String?
        var body: String
    }

    /// Makes a request for a campaign with one message, which starts at once.
    public init(
        _ content: MessageContent, to audience: CampaignAudience = .all,
        options: MessageOptions = .init()
    ) {
        form = CampaignForm()
        form.variants = [.init(name: "a", message: content.body)]
        contents = [content]
        self.audience = audience
        self.options = options
    }

    /// Reads the query and the body of a request.
    public init(
        query: [(name: String, value: String)], contentType: String?, body: [UInt8]
    ) throws {
        var rest = query
        let named = try Self.audience(&rest)
        let channel = try Self.channel(&rest)
        template = try GatewayCall.template(&rest)
        options = try MessageOptions(query: rest)
        if Self.mayBeForm(contentType), CampaignForm.describes(body) {
            form = try CampaignForm(reading: body)
            contents =
                try template.map { _ in [] }
                ?? form.variants.map {
                    try MessageContent(contentType: "application/json", body: $0.message)
                }
        } else {
            form = CampaignForm()
            contents =
                try template.map { _ in [] }
                ?? [MessageContent(contentType: contentType, body: body)]
            form.variants = [.init(name: "a", message: body)]
        }
        guard template == nil || form.variants.count == 1 else {
            throw Problem(
                .badValue,
                "\"variants\" cannot be combined with a template; send one \"message\" with the "
                    + "values of its variables", keyPath: "variants")
        }
        guard named == nil || form.audience == nil else {
            throw Problem(
                .badValue, "the audience is in the query and in the body; keep only one of them",
                keyPath: "audience")
        }
        if let channel { try form.take(channel) }
        broadcast = try BroadcastCheck.target(form, options, hasAudience: named != nil)
        guard let audience = named ?? form.audience ?? broadcast.map({ _ in .all }) else {
            throw Problem(
                .valueMissing,
                "the campaign needs one audience; add one of ?audience=all, "
                    + "?audience=segment:NAME and ?audience_filter=FILTER, or the \"channel\" of "
                    + "a broadcast",
                keyPath: "audience")
        }
        self.audience = audience
        definition = Definition(
            query: query.flatMap { [$0.name, $0.value] }, contentType: contentType,
            body: String(decoding: body, as: UTF8.self))
    }

    /// Reads a request that was stored.
    init(stored text: String) throws {
        let stored = try GatewayJSON.decode(Definition.self, from: Data(text.utf8))
        let query = stride(from: 0, to: stored.query.count - 1, by: 2).map {
            (name: stored.query[$0], value: stored.query[$0 + 1])
        }
        try self.init(
            query: query, contentType: stored.contentType, body: Array(stored.body.utf8))
    }

    /// The request as it is stored; `nil` if it was not read from a request.
    var storedText: String? {
        get throws {
            try definition.map { String(decoding: try GatewayJSON.encode($0), as: UTF8.self) }
        }
    }

    /// Returns a stored request in which another name replaces the name of an erased user; `nil` if
    /// the request does not name the user.
    ///
    /// In filters, the name is in quotation marks, which are escaped in the JSON of the body.
    static func replacing(
        _ user: String, with other: String, in text: String
    ) throws -> String? {
        guard var stored = try? GatewayJSON.decode(Definition.self, from: Data(text.utf8)) else {
            return nil
        }
        func replaced(_ text: String) -> String {
            text.replacing("\"\(user)\"", with: "\"\(other)\"")
                .replacing("\\\"\(user)\\\"", with: "\\\"\(other)\\\"")
        }
        let before = stored
        stored.query = stored.query.map(replaced)
        stored.body = replaced(stored.body)
        guard stored != before else { return nil }
        return String(decoding: try GatewayJSON.encode(stored), as: UTF8.self)
    }

    private static func mayBeForm(_ contentType: String?) -> Bool {
        let mediaType = (contentType ?? "").prefix { $0 != ";" }.lowercased()
        return mediaType.isEmpty || mediaType.contains("json")
            || mediaType.contains("x-www-form-urlencoded")
    }

    /// Removes the channel of a broadcast from a query and returns it: `channel=IDENTIFIER`.
    private static func channel(
        _ query: inout [(name: String, value: String)]
    ) throws(Problem) -> ChannelID? {
        let named = query.filter { $0.name == "channel" }.map(\.value)
        query.removeAll { $0.name == "channel" }
        guard let text = named.first else { return nil }
        guard named.count == 1, let channel = ChannelID(text) else {
            throw Problem(
                .badValue,
                "\"channel\" is not the identifier of one channel; send the base64 text that APNs "
                    + "chose, percent-encoded", keyPath: "channel")
        }
        return channel
    }

    /// Removes the audience from a query and returns it: `audience=all`, `audience=segment:NAME` or
    /// `audience_filter=FILTER`.
    private static func audience(
        _ query: inout [(name: String, value: String)]
    ) throws(Problem) -> CampaignAudience? {
        let named = query.filter { $0.name == "audience" }.map(\.value)
        let filters = query.filter { $0.name == "audience_filter" }.map(\.value)
        query.removeAll { $0.name == "audience" || $0.name == "audience_filter" }
        guard named.count + filters.count <= 1 else {
            throw Problem(
                .valueMissing,
                "the campaign needs one audience, and the query has several; keep one of "
                    + "?audience=all, ?audience=segment:NAME and ?audience_filter=FILTER",
                keyPath: "audience")
        }
        if let filter = filters.first { return .filter(filter) }
        guard let name = named.first else { return nil }
        let audience = CampaignAudience(name)
        if case .filter = audience {
            throw Problem(
                .badValue,
                "\"audience\" is neither all nor segment:NAME; send a filter as audience_filter",
                keyPath: "audience")
        }
        return audience
    }
}
