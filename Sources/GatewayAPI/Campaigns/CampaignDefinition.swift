// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a campaign consists of: the response to `GET /v1/campaigns/{id}/definition`.
///
/// The request from which the campaign was made can be sent again: with `PUT /v1/campaigns/{id}` to
/// change a draft, or with `POST /v1/campaigns` to make another campaign like it.
public struct CampaignDefinition: Hashable, Sendable, Codable {
    /// A message of the campaign, rendered for a recipient without values for variables.
    public struct Message: Hashable, Sendable, Codable {
        public var variant: String
        /// The share of the recipients, relative to the other variants.
        public var share: Int
        /// The language of a template's message, in lowercase, such as `pt-br`; `nil` for the
        /// message that all other devices get.
        public var locale: String?
        /// The payload as text; `nil` if a variable of the payload has no replacement.
        public var payload: String?

        public init(variant: String, share: Int, locale: String?, payload: String?) {
            self.variant = variant
            self.share = share
            self.locale = locale
            self.payload = payload
        }
    }

    /// The version of the parts that can be changed. It is also the response's `ETag`; a `PUT` with
    /// this version in `If-Match` is refused if the campaign has changed since.
    public var version: String
    /// The hash of the messages, the audience and the shares of the variants. While the campaign
    /// waits for an approval, ``CampaignApproval/hash`` has the same value.
    public var hash: String
    /// The query of the request, percent-encoded and without `?`; `nil` if the campaign was not
    /// made from a request, for instance because it sends the winner of a test.
    public var query: String?
    /// The content type of the request; `nil` for none.
    public var contentType: String?
    /// The body of the request; `nil` in the same case as ``query``.
    public var body: String?
    /// The messages: one for each variant, or one for each language of a template and one for all
    /// other devices.
    public var messages: [Message]

    public init(
        version: String, hash: String, query: String?, contentType: String?, body: String?,
        messages: [Message]
    ) {
        self.version = version
        self.hash = hash
        self.query = query
        self.contentType = contentType
        self.body = body
        self.messages = messages
    }

    enum CodingKeys: String, CodingKey {
        case version, hash, query, body, messages
        case contentType = "content_type"
    }
}
