// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

/// The template of a campaign in its stored form. It is a copy, so that neither a later version nor
/// the removal of the template changes the campaign.
struct StoredBoundTemplate: Codable {
    /// The template as JSON.
    private let template: String
    /// The values that are the same for all recipients.
    private let values: [String: String]
    /// The identifier that each payload contains; `nil` if it has no room.
    private let id: String?

    init(_ bound: BoundTemplate, id: String?) {
        template = JSONWriter.text(bound.template.json)
        values = bound.values
        self.id = id
    }

    /// Compiles the payloads of all languages.
    func compiled() throws -> CampaignContent.Variant {
        let template: MessageTemplate
        do { template = try MessageTemplate(reading: Array(self.template.utf8)) } catch {
            throw GatewayStoreError.foreignValue("campaign.content")
        }
        var members = JSONObject()
        if let id { members[DeviceMessage.payloadKey] = .string(id) }
        func payload(_ locale: String) -> PayloadTemplate {
            template.compiled(locale, values: values, adding: members)
        }
        var languages: [String: PayloadTemplate] = [:]
        for locale in template.locales { languages[locale] = payload(locale) }
        return CampaignContent.Variant(
            standard: payload(template.defaultLocale), languages: languages)
    }
}
