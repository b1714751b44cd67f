// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
public import GatewayAPI
import GatewayModel
import SQLCore

/// The definition of a campaign, for people who read, change or approve it.
extension Gateway {
    /// Returns the request from which a campaign was made, and its messages.
    ///
    /// - Parameter limit: the permitted apps; a campaign of another app is not found.
    /// - Throws: `Problem` if there is no such campaign.
    public func campaignDefinition(
        id: String, within limit: AppLimit = .none
    ) async throws -> CampaignDefinition {
        let found = try await requireCampaigns().store.definition(id: id.lowercased())
        guard let found, limit.permits(found.bundleID) else { throw Problem.campaignNotFound }
        let request = try found.definition.map { try CampaignRequest(stored: $0) }
        let content = try StoredCampaignContent(bytes: found.content).compiled()
        let extras = found.rules.extras
        let names =
            extras?.variantNames ?? [request?.form.variants.first?.name ?? "a"]
        let shares = found.rules.variantShares
        let messages = content.variants.indices.flatMap { index in
            content.messages(
                of: index, name: names.indices.contains(index) ? names[index] : "\(index + 1)",
                share: shares.indices.contains(index) ? shares[index] : 1)
        }
        return CampaignDefinition(
            version: found.version, hash: found.hash, query: request?.definition?.queryText,
            contentType: request?.definition?.contentType, body: request?.definition?.body,
            messages: messages)
    }
}

extension CampaignContent {
    /// Returns the messages of a variant: one message, or one for each language and one for all
    /// other languages.
    fileprivate func messages(
        of index: Int, name: String, share: Int
    ) -> [CampaignDefinition.Message] {
        let locales = variants[index].languages.keys.sorted()
        return ([nil] + locales.map(Optional.some)).map { locale in
            CampaignDefinition.Message(
                variant: name, share: share, locale: locale,
                payload: payload(
                    variant: UInt8(truncatingIfNeeded: index), locale: locale ?? "", variables: [:]
                ).map { String(decoding: $0, as: UTF8.self) })
        }
    }
}

extension CampaignRequest.Definition {
    /// The query as it is sent, percent-encoded.
    fileprivate var queryText: String {
        stride(from: 0, to: query.count - 1, by: 2).map {
            PercentCoding.encode(query[$0]) + "=" + PercentCoding.encode(query[$0 + 1])
        }.joined(separator: "&")
    }
}

/// The version of a campaign, which covers the parts that can be changed.
enum CampaignVersion {
    /// The number of bytes of the digest that the version contains.
    private static let byteCount = 16

    /// Returns the version of a campaign with a stored request and a state. Starting a campaign
    /// changes its version, too.
    static func of(_ definition: String?, _ state: CampaignState) -> String {
        let text = state.rawValue + "\n" + (definition ?? "")
        return Hex.encode(SHA256.hash(data: Array(text.utf8)).prefix(byteCount))
    }
}

/// What a campaign consists of, read in one transaction.
struct StoredDefinition: Sendable {
    let bundleID: String
    let definition: String?
    let content: [UInt8]
    let rules: CampaignRules
    let version: String
    let hash: String
}

extension SQLCampaignStore {
    /// Returns what a campaign consists of; `nil` if there is no such campaign.
    func definition(id: String) async throws -> StoredDefinition? {
        try await store.read { db in
            let row = try await db.row(
                """
                SELECT a.bundle_id, c.state, c.audience, c.definition, c.content, c.rules
                FROM campaign c JOIN app a ON a.no = c.app WHERE c.id = \(id)
                """)
            guard let row else { return nil }
            let (definition, content): (String?, [UInt8]) = (
                try row.optional("definition"), try row.value("content")
            )
            let rules = try CampaignRules(row)
            return StoredDefinition(
                bundleID: try row.value("bundle_id"), definition: definition, content: content,
                rules: rules, version: CampaignVersion.of(definition, try row.word("state")),
                hash: ApprovalHash.of(
                    content: content, audience: try row.optional("audience"), rules))
        }
    }
}
