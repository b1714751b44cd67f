// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

extension Gateway {
    func requireTemplates() throws(Problem) -> SQLTemplateStore {
        guard let store = store as? SQLStore else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage does not support templates; start the gateway with SQLite "
                    + "or PostgreSQL")
        }
        return SQLTemplateStore(store: store)
    }

    // MARK: Storing

    /// Stores a template, after checking every language with its longest possible values. If the
    /// content is that of the newest version, nothing changes.
    ///
    /// - Parameter bytes: the template as JSON.
    /// - Throws: `Problem` with line and column if the template cannot be read, or with the
    ///   language and the path if lint finds an error or a language can become too large.
    public func putTemplate(
        _ name: String, _ bytes: [UInt8], of bundleID: String
    ) async throws -> TemplateResource {
        if let fault = TemplateReference.fault(inName: name) {
            throw Problem(.badValue, "the template's name \(fault)", keyPath: "name")
        }
        let template = try Self.template(bytes)
        if let refusal = TemplateLint(template: template).refusal() { throw refusal }
        let outcome = try await requireTemplates().put(
            template, named: name, of: bundleID, now: time.now)
        switch outcome {
        case .stored(let stored, let isNew):
            return TemplateResource(stored, template, isNew: isNew)
        case .noApp: throw Problem.appNotFound(bundleID)
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "\(bundleID) has \(GatewayLimits.templatesPerAppMax) templates, which is the "
                    + "limit; archive some, which are removed after 90 days")
        }
    }

    /// Reads a template.
    static func template(_ bytes: [UInt8]) throws(Problem) -> MessageTemplate {
        do { return try MessageTemplate(reading: bytes) } catch {
            throw Problem(
                .badTemplate, error.description, at: error.position,
                keyPath: error.keyPath.isEmpty ? nil : error.keyPath)
        }
    }

    // MARK: Reading

    /// Returns a page of the templates of an app, sorted by name.
    ///
    /// - Parameters:
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    public func templates(
        of bundleID: String, after: String? = nil, limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> TemplateList {
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let page = try await requireTemplates().templates(
            of: bundleID, after: after ?? "", limit: limit + 1)
        guard let page else { throw Problem.appNotFound(bundleID) }
        let shown = page.prefix(limit)
        return TemplateList(
            templates: shown.map(TemplateSummary.init),
            next: page.count > limit ? shown.last?.name : nil)
    }

    /// Returns a version of a template, by default the newest.
    public func template(
        _ reference: TemplateReference, of bundleID: String
    ) async throws -> TemplateResource {
        let stored = try await stored(reference, of: bundleID)
        return TemplateResource(stored, try stored.template(), isNew: nil)
    }

    /// Returns the names of a template's variables.
    func variableNames(
        of reference: TemplateReference, of bundleID: String
    ) async throws -> Set<String> {
        Set(try await stored(reference, of: bundleID).template().variables.keys)
    }

    private func stored(
        _ reference: TemplateReference, of bundleID: String
    ) async throws -> StoredTemplate {
        let stored = try await requireTemplates().template(
            reference.name, version: reference.version, of: bundleID)
        guard let stored else { throw Problem.templateNotFound(reference, bundleID) }
        return stored
    }

    /// Returns the versions of a template, newest first.
    public func templateVersions(
        _ name: String, of bundleID: String
    ) async throws -> TemplateVersionList {
        let versions = try await requireTemplates().versions(of: name, of: bundleID)
        guard !versions.isEmpty else {
            throw Problem.templateNotFound(TemplateReference(name: name), bundleID)
        }
        return TemplateVersionList(versions: versions.map(TemplateSummary.init))
    }

    /// Archives a template: new messages can use it only by name and version, not by its name
    /// alone. Campaigns that were started with it are still sent completely.
    public func archiveTemplate(_ name: String, of bundleID: String) async throws {
        guard try await requireTemplates().archive(name, of: bundleID, now: time.now) else {
            throw Problem.templateNotFound(TemplateReference(name: name), bundleID)
        }
    }

    // MARK: Using

    /// Returns the payload that a recipient with a given language gets.
    public func previewTemplate(
        _ name: String, _ use: TemplateUse, of bundleID: String
    ) async throws -> TemplatePreview {
        let template: MessageTemplate
        if let bytes = use.template {
            template = try Self.template(bytes)
        } else {
            template = try await stored(
                TemplateReference(name: name, version: use.version), of: bundleID
            ).template()
        }
        let locale = template.locale(for: use.locale ?? template.defaultLocale)
        let values = try Self.values(use, template)
        let compiled = template.compiled(locale)
        guard let payload = compiled.render(values) else {
            throw Problem.variableMissing(compiled.missing(values) ?? "")
        }
        return TemplatePreview(
            locale: locale, payload: try JSONReader.read(payload).value, bytes: payload.count,
            longestBytes: compiled.longest.count,
            findings: TemplateLint(template: template).findings(locale))
    }

    /// Returns the canonical values of a request.
    static func values(
        _ use: TemplateUse, _ template: MessageTemplate
    ) throws(Problem) -> [String: String] {
        var values: [String: String] = [:]
        for (name, value) in use.variables.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let variable = template.variables[name] else {
                let nearest = NearestWord.of(name, among: template.variables.keys)
                let names = template.variables.keys.sorted().prefix(20).joined(separator: ", ")
                throw Problem(
                    .badValue,
                    "\"variables.\(name.prefix(64))\" is not a variable of the template; "
                        + (nearest.map { "did you mean \($0)?" }
                            ?? (names.isEmpty ? "it has none" : "its variables are \(names)")),
                    keyPath: "variables.\(name.prefix(64))")
            }
            do { values[name] = try variable.canonical(value) } catch {
                throw Problem(
                    .badValue, "\"variables.\(name)\" \(error.description)",
                    keyPath: "variables.\(name)")
            }
        }
        return values
    }

    /// Returns the content of a message with a template, in the language of its recipient. Values
    /// that the request does not contain are taken from the recipient's attributes.
    ///
    /// A user's language and attributes are those of the installation that was registered last.
    func message(
        with reference: TemplateReference, _ use: TemplateUse, to recipient: MessageRecipient,
        options: MessageOptions, within limit: AppLimit
    ) async throws -> MessageContent {
        let app = try await RecipientResolver(store: store, limit: limit)
            .resolve(recipient, options).app.bundleID
        let stored = try await stored(reference, of: app)
        let template = try stored.template()
        let given = try Self.values(use, template)
        let templates = try requireTemplates()
        var person: (id: String, locale: String?)?
        switch recipient {
        case .user(let user):
            person = try await templates.newestInstallation(ofUser: user, of: app)
        case .installation(let id):
            person = try await store.installation(id: id).map { ($0.id, $0.locale) }
        case .token: break
        }
        var values: [String: String] = [:]
        if let person, template.variables.keys.contains(where: { given[$0] == nil }) {
            let facts = try await SQLAudienceStore(store: templates.store).facts(of: [person.id])
            for (name, value) in facts[person.id]?.attributes ?? [:] {
                guard let variable = template.variables[name], variable.takes(value.kind) else {
                    continue
                }
                values[name] = TemplateVariable.canonical(value)
            }
        }
        values.merge(given) { $1 }
        let compiled = template.compiled(
            template.locale(for: use.locale ?? person?.locale ?? ""), values: values)
        guard let payload = compiled.render([:]) else {
            throw Problem.variableMissing(compiled.missing([:]) ?? "")
        }
        let bound = BoundTemplate(
            reference: TemplateReference(name: stored.name, version: stored.version),
            template: template, values: [:])
        return try MessageContent(
            payloadBytes: payload, options: options.filled(from: bound.options))
    }

    /// Returns the content of a campaign with a template.
    ///
    /// - Throws: `Problem` if there is a variable for which no recipient can have a value.
    func campaign(
        with reference: TemplateReference, _ use: TemplateUse, options: MessageOptions,
        within limit: AppLimit
    ) async throws -> MessageContent {
        let app = try await RecipientResolver(store: store, limit: limit).app(options.app).bundleID
        let stored = try await stored(reference, of: app)
        let template = try stored.template()
        let bound = BoundTemplate(
            reference: TemplateReference(name: stored.name, version: stored.version),
            template: template, values: try Self.values(use, template))
        let attributes = try await declared(by: app)
        var samples: [String: String] = [:]
        for (name, variable) in template.variables {
            guard let kind = attributes[name], variable.takes(kind) else { continue }
            samples[name] = variable.kind.sample
        }
        for (locale, payload) in bound.compiled {
            guard let name = payload.missing(samples) else { continue }
            throw Problem(
                .valueMissing,
                "\"variables.\(name)\" is missing, and recipients have no attribute of that name "
                    + "and type (locale \(locale)); add it to \"variables\", declare the "
                    + "attribute, or give the variable a default",
                keyPath: "variables.\(name)")
        }
        return try MessageContent(bound, options: options)
    }
}

extension Problem {
    fileprivate static func templateNotFound(
        _ reference: TemplateReference, _ bundleID: String
    ) -> Problem {
        Problem(
            .templateNotFound,
            "\(bundleID) has no template \"\("\(reference)".prefix(80))\"; store it with PUT "
                + "/v1/apps/\(bundleID)/templates/{name}")
    }

    fileprivate static func variableMissing(_ name: String) -> Problem {
        Problem(
            .valueMissing,
            "\"variables.\(name)\" is missing; add it, or give the variable a default",
            keyPath: "variables.\(name)")
    }
}

extension AttributeKind {
    /// A canonical value of the type.
    fileprivate var sample: String {
        switch self {
        case .text: "text"
        case .number: "1"
        case .flag: "true"
        case .date: "2026-01-31"
        }
    }
}

extension AudienceFilter.Value {
    fileprivate var kind: AttributeKind {
        switch self {
        case .text: .text
        case .number: .number
        case .flag: .flag
        case .date, .ago: .date
        }
    }
}

extension TemplateResource {
    fileprivate init(_ stored: StoredTemplate, _ template: MessageTemplate, isNew: Bool?) {
        let lint = TemplateLint(template: template)
        self.init(
            name: stored.name, version: stored.version, urgency: stored.urgency,
            createdAt: stored.createdAt, isNew: isNew, locales: lint.sizes,
            template: template.json, findings: lint.findings)
    }
}

extension TemplateSummary {
    fileprivate init(_ stored: StoredTemplate) {
        self.init(
            name: stored.name, version: stored.version, urgency: stored.urgency,
            locales: stored.locales, createdAt: stored.createdAt)
    }
}
