// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

extension MessageTemplate {
    /// The members of a template.
    package static let keys = [
        "urgency", "lane", "collapse_id", "expires_in", "default_locale", "variables", "locales",
    ]

    /// Reads a template from JSON.
    ///
    /// - Throws: ``TemplateError`` with line and column. It describes the first error in the text.
    package init(reading bytes: [UInt8]) throws(TemplateError) {
        let node: JSONNode
        do {
            node = try JSONReader.read(
                bytes, limits: .init(depthMax: 32, byteCountMax: Self.byteCountMax))
        } catch {
            throw TemplateError(
                position: error.position, keyPath: "",
                description: "\(error.problem); \(error.remedy)")
        }
        self = try TemplateReader(source: bytes).template(node)
    }

    /// Reads a template that is a part of another text.
    ///
    /// - Parameter source: the whole text, to which the node's ranges refer.
    package init(_ node: JSONNode, source: [UInt8]) throws(TemplateError) {
        self = try TemplateReader(source: source).template(node)
    }
}

/// Reads templates from JSON, with the position of each error.
struct TemplateReader {
    let source: [UInt8]

    /// The maximum lifetime of a template's messages, in seconds: 30 days.
    static let expirySecondsMax = 30 * 24 * 3600

    func template(_ node: JSONNode) throws(TemplateError) -> MessageTemplate {
        try checkKeys(node, "", MessageTemplate.keys)
        let urgency = try word(node, "urgency", InterruptionLevel.self) ?? .active
        let lane = try word(node, "lane", Lane.self)
        var collapseID: CollapseID?
        if let text = try text(node, "collapse_id") {
            do { collapseID = try CollapseID(text.value) } catch {
                throw self.error(text.node, "collapse_id", "is invalid: \(error)")
            }
        }
        let seconds = try integer(node, "expires_in", "", 0...Self.expirySecondsMax)
        let variables = try self.variables(node)
        guard let locales = node["locales"], let members = locales.members, !members.isEmpty else {
            throw error(
                node["locales"] ?? node, "locales",
                "is missing; add the texts of a language, such as "
                    + "\"locales\":{\"en\":{\"body\":\"Hello\"}}")
        }
        let defaultLocale = try self.defaultLocale(node, members)
        var contents: [String: MessageTemplate.Content] = [:]
        var lowercased: Set<String> = []
        guard members.count <= MessageTemplate.localeCountMax else {
            throw error(
                locales, "locales",
                "has \(members.count) languages; use at most \(MessageTemplate.localeCountMax)")
        }
        for member in members {
            let path = "locales.\(member.key.prefix(40))"
            if let fault = LanguageTag.fault(in: member.key) {
                throw error(at: member.keyRange.lowerBound, path, fault)
            }
            guard lowercased.insert(member.key.lowercased()).inserted else {
                throw error(at: member.keyRange.lowerBound, path, "occurs twice; keep one of them")
            }
            contents[member.key] = try content(member.value, path, member.key, variables)
        }
        let template = MessageTemplate(
            urgency: urgency, lane: lane, collapseID: collapseID, expirySeconds: seconds,
            defaultLocale: defaultLocale, variables: variables, contents: contents)
        try checkUse(template, node)
        return template
    }

    // MARK: Languages

    private func defaultLocale(
        _ node: JSONNode, _ members: [JSONNode.Member]
    ) throws(TemplateError) -> String {
        guard let named = try text(node, "default_locale") else {
            guard members.count == 1, let only = members.first else {
                throw error(
                    node, "default_locale",
                    "is missing; name the language for recipients whose language has no texts")
            }
            return only.key
        }
        guard let member = members.first(where: { $0.key.lowercased() == named.value.lowercased() })
        else {
            throw error(
                named.node, "default_locale",
                "is not one of the locales; write one of "
                    + members.prefix(10).map(\.key).joined(separator: ", "))
        }
        return member.key
    }

    private func content(
        _ node: JSONNode, _ path: String, _ locale: String,
        _ variables: [String: TemplateVariable]
    ) throws(TemplateError) -> MessageTemplate.Content {
        guard case .object(let object) = node.value else {
            throw error(
                node, path,
                "is \(node.value.typeName); send an object such as {\"body\":\"Hello\"}")
        }
        try checkRepeats(node, path)
        let texts = TemplateTextCheck(reader: self, locale: locale, variables: variables)
        if let aps = node["aps"] {
            guard aps.members != nil else {
                throw error(aps, path + ".aps", "is \(aps.value.typeName); send an object")
            }
            if let level = aps["interruption-level"] {
                throw error(
                    level, path + ".aps.interruption-level",
                    "is set by the template's \"urgency\"; remove it here")
            }
            try texts.check(node, path, isBadge: false)
            return .payload(object)
        }
        try checkKeys(node, path + ".", MessageTemplate.formKeys)
        for member in node.members ?? [] {
            try check(member.key, member.value, "\(path).\(member.key)", in: node)
        }
        try texts.check(node, path, isBadge: false)
        return .form(object)
    }

    /// Checks the type of a member of the short form.
    private func check(
        _ key: String, _ node: JSONNode, _ path: String, in form: JSONNode
    ) throws(TemplateError) {
        let value = node.value
        switch key {
        case "badge":
            guard value.intValue ?? 0 >= 0, value.intValue != nil || value.stringValue != nil
            else {
                throw error(
                    node, path,
                    "is not a badge; send 0 or a larger whole number, or a variable such as "
                        + "\"{{unread, json}}\"")
            }
        case "sound":
            guard value.stringValue != nil || node.members != nil else {
                throw error(node, path, "is not a sound; send \"default\"")
            }
        case "data":
            guard node.members != nil else {
                throw error(node, path, "is \(value.typeName); send an object")
            }
            guard node["aps"] == nil, node["url"] == nil || form["url"] == nil else {
                throw error(
                    node, path,
                    "contains \"aps\" or a second \"url\"; send \"aps\" as a member of the locale, "
                        + "and \"url\" once")
            }
        default:
            guard value.stringValue != nil else {
                throw error(node, path, "is \(value.typeName); send a string")
            }
        }
    }

    /// Throws an error for a declared variable that no text uses, which is probably misspelled.
    private func checkUse(
        _ template: MessageTemplate, _ node: JSONNode
    ) throws(TemplateError) {
        var used: Set<String> = []
        for locale in template.locales {
            Self.strings(.object(template.payload(locale))) { text in
                used.formUnion((try? TemplateText(text))?.names ?? [])
            }
        }
        for member in node["variables"]?.members ?? [] where !used.contains(member.key) {
            throw error(
                at: member.keyRange.lowerBound, "variables.\(member.key.prefix(64))",
                "is not used in any text; use it or remove it")
        }
    }

    private static func strings(_ value: JSONValue, _ body: (String) -> Void) {
        switch value {
        case .string(let text): body(text)
        case .array(let values): for value in values { strings(value, body) }
        case .object(let object): for member in object.members { strings(member.value, body) }
        default: break
        }
    }

    // MARK: Variables

    private func variables(_ node: JSONNode) throws(TemplateError) -> [String: TemplateVariable] {
        guard let list = node["variables"] else { return [:] }
        guard let members = list.members else {
            throw error(
                list, "variables",
                "is \(list.value.typeName); send an object such as {\"name\":{\"type\":\"text\"}}")
        }
        guard members.count <= MessageTemplate.variableCountMax else {
            throw error(
                list, "variables",
                "has \(members.count) variables; use at most \(MessageTemplate.variableCountMax)")
        }
        try checkRepeats(list, "variables")
        var variables: [String: TemplateVariable] = [:]
        for member in members {
            let path = "variables.\(member.key.prefix(64))"
            guard let name = try? TemplateText("{{\(member.key)}}"),
                name.parts == [
                    .value(name: member.key, format: .standard, replacement: nil)
                ]
            else {
                throw error(
                    at: member.keyRange.lowerBound, path,
                    "is not a name; use letters, digits, \"_\", \".\" and \"-\"")
            }
            variables[member.key] = try variable(member.value, path)
        }
        return variables
    }

    private func variable(
        _ node: JSONNode, _ path: String
    ) throws(TemplateError) -> TemplateVariable {
        if case .string(let word) = node.value {
            return TemplateVariable(try kind(word, node, path))
        }
        try checkKeys(node, path + ".", ["type", "default", "max_length"])
        guard let type = node["type"], case .string(let word) = type.value else {
            throw error(
                node["type"] ?? node, path + ".type",
                "is missing; write one of text, number, date, flag")
        }
        let kind = try kind(word, type, path + ".type")
        let length = try integer(
            node, "max_length", path + ".", 1...TemplateVariable.lengthMaxMax)
        if length != nil, kind != .text, let place = node["max_length"] {
            throw error(place, path + ".max_length", "is for variables of type text; remove it")
        }
        let bare = TemplateVariable(kind, lengthMax: length ?? TemplateVariable.lengthDefault)
        guard let standard = node["default"], standard.content != .null else { return bare }
        do {
            return TemplateVariable(
                kind, standard: try bare.canonical(standard.value), lengthMax: bare.lengthMax)
        } catch { throw self.error(standard, path + ".default", error.description) }
    }

    private func kind(
        _ word: String, _ node: JSONNode, _ path: String
    ) throws(TemplateError) -> AttributeKind {
        guard let kind = AttributeKind(rawValue: word) else {
            throw error(node, path, "has an unknown type; write one of text, number, date, flag")
        }
        return kind
    }
}
