// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A message with variables, in one or more languages.
///
/// A template is read from JSON and checked completely: ``init(reading:)``. It compiles to a
/// ``PayloadTemplate`` for each language.
package struct MessageTemplate: Hashable, Sendable {
    /// The maximum size of a template in bytes.
    package static let byteCountMax = 256 * 1024
    /// The maximum number of languages of a template.
    package static let localeCountMax = 100
    /// The maximum number of variables that a template declares.
    package static let variableCountMax = 50

    /// The texts of one language: a short form, whose absent members come from other languages, or
    /// a whole payload.
    package enum Content: Hashable, Sendable {
        case form(JSONObject)
        case payload(JSONObject)
    }

    package let urgency: InterruptionLevel
    package let lane: Lane?
    package let collapseID: CollapseID?
    /// The lifetime of messages in seconds; `nil` for the default.
    package let expirySeconds: Int?
    /// The fallback language, for recipients for whose language the template has no texts. The
    /// language tag is spelled as in the template.
    package let defaultLocale: String
    package let variables: [String: TemplateVariable]
    /// The texts by language tag, with the tags as they are written in the template.
    package let contents: [String: Content]

    init(
        urgency: InterruptionLevel, lane: Lane?, collapseID: CollapseID?, expirySeconds: Int?,
        defaultLocale: String, variables: [String: TemplateVariable], contents: [String: Content]
    ) {
        self.urgency = urgency
        self.lane = lane
        self.collapseID = collapseID
        self.expirySeconds = expirySeconds
        self.defaultLocale = defaultLocale
        self.variables = variables
        self.contents = contents
    }

    /// The languages in order, beginning with the default language.
    package var locales: [String] {
        [defaultLocale] + contents.keys.filter { $0 != defaultLocale }.sorted()
    }

    /// Returns the language of the texts for recipients with a given language: the language itself,
    /// a shorter tag, or the default language.
    package func locale(for tag: String) -> String {
        let byTag = Dictionary(
            contents.keys.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        return LanguageTag.chain(of: tag).lazy.compactMap { byTag[$0] }.first ?? defaultLocale
    }

    /// Returns the languages whose texts a language uses, in order, such as `pt-BR`, `pt`, and the
    /// default language.
    package func chain(of locale: String) -> [String] {
        let byTag = Dictionary(
            contents.keys.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        var chain = LanguageTag.chain(of: locale).compactMap { byTag[$0] }
        if !chain.contains(defaultLocale) { chain.append(defaultLocale) }
        return chain
    }

    // MARK: Payloads

    /// The members of the short form that are texts for people.
    package static let textKeys = ["title", "subtitle", "body"]
    /// The members of the short form.
    package static let formKeys =
        textKeys + ["badge", "sound", "thread_id", "category", "url", "data"]

    /// Returns the payload of a language with its variables, as JSON.
    package func payload(_ locale: String) -> JSONObject {
        switch contents[locale] {
        case .payload(let payload): return withUrgency(payload)
        case .form: return withUrgency(Self.payload(of: form(locale)))
        case nil: return [:]
        }
    }

    /// Returns the short form of a language. Absent members come from the following languages of
    /// its chain, up to the first language with a whole payload.
    package func form(_ locale: String) -> JSONObject {
        var merged = JSONObject()
        for place in chain(of: locale) {
            guard case .form(let form) = contents[place] else { break }
            for member in form.members where merged[member.key] == nil {
                merged[member.key] = member.value
            }
        }
        return merged
    }

    private static func payload(of form: JSONObject) -> JSONObject {
        var alert = JSONObject()
        for key in textKeys { if let text = form[key] { alert[key] = text } }
        var aps = JSONObject()
        if !alert.isEmpty { aps["alert"] = .object(alert) }
        for (key, name) in [
            ("badge", "badge"), ("sound", "sound"), ("thread_id", "thread-id"),
            ("category", "category"),
        ] {
            if let value = form[key] { aps[name] = value }
        }
        var payload: JSONObject = ["aps": .object(aps)]
        if let url = form["url"] { payload["url"] = url }
        for member in form["data"]?.objectValue?.members ?? [] {
            payload[member.key] = member.value
        }
        return payload
    }

    private func withUrgency(_ payload: JSONObject) -> JSONObject {
        guard urgency != .active, case .object(var aps) = payload["aps"] else { return payload }
        var payload = payload
        aps["interruption-level"] = .string(urgency.rawValue)
        payload["aps"] = .object(aps)
        return payload
    }

    // MARK: JSON

    /// The template as JSON; reading it again gives an equal template.
    package var json: JSONValue {
        var object: JSONObject = ["urgency": .string(urgency.rawValue)]
        if let lane { object["lane"] = .string(lane.rawValue) }
        if let collapseID { object["collapse_id"] = .string(collapseID.text) }
        if let expirySeconds { object["expires_in"] = .number(JSONNumber(expirySeconds)) }
        object["default_locale"] = .string(defaultLocale)
        if !variables.isEmpty {
            object["variables"] = .object(
                JSONObject(
                    variables.sorted { $0.key < $1.key }.map {
                        .init(key: $0.key, value: $0.value.json)
                    }))
        }
        object["locales"] = .object(
            JSONObject(
                locales.map { locale in
                    switch contents[locale] {
                    case .form(let form): .init(key: locale, value: .object(form))
                    case .payload(let payload): .init(key: locale, value: .object(payload))
                    case nil: .init(key: locale, value: .null)
                    }
                }))
        return .object(object)
    }
}

/// The reason why a template cannot be read.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the error in the template's JSON.
    package let position: SourcePosition
    /// The path of the wrong member, such as `locales.de.body`.
    package let keyPath: String
    /// What is wrong, and what to do.
    package let description: String
}
