// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

extension Gateway {
    private func requireAudiences() throws(Problem) -> SQLAudienceStore {
        guard let store = store as? SQLStore else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage does not support audiences; start the gateway with SQLite "
                    + "or PostgreSQL")
        }
        return SQLAudienceStore(store: store)
    }

    // MARK: Attributes and tags

    /// Declares an attribute of an app's installations. The type cannot change afterwards.
    public func declareAttribute(
        _ name: String, _ request: AttributeRequest, of bundleID: String
    ) async throws -> AttributeResource {
        if let fault = AudienceVocabulary.fault(inName: name) {
            throw Problem(.badValue, "the attribute \"\(name.prefix(64))\" \(fault)")
        }
        switch try await requireAudiences().declare(
            name, AttributeKind(request.type), of: bundleID)
        {
        case .stored: return AttributeResource(name: name, type: request.type)
        case .notFound: throw Problem.appNotFound(bundleID)
        case .otherKind(let kind):
            throw Problem(
                .attributeOfOtherType,
                "\(name) is declared with the type \(kind.rawValue), which cannot change; declare "
                    + "another name")
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "\(bundleID) has \(GatewayLimits.attributesPerAppMax) attributes, which is the "
                    + "limit; use tags instead")
        }
    }

    /// Returns the attributes that an app has declared, sorted by name.
    public func attributes(of bundleID: String) async throws -> AttributeList {
        let attributes = try await declared(by: bundleID)
        return AttributeList(
            attributes: attributes.sorted { $0.key < $1.key }.map {
                AttributeResource(name: $0.key, type: AttributeType($0.value))
            })
    }

    func declared(by bundleID: String) async throws -> [String: AttributeKind] {
        guard let attributes = try await requireAudiences().attributes(of: bundleID) else {
            throw Problem.appNotFound(bundleID)
        }
        return attributes
    }

    /// Changes attributes of an installation; other attributes stay as they are.
    public func setAttributes(
        _ changes: AttributeChanges, ofInstallation id: String, within limit: AppLimit = .none
    ) async throws -> InstallationResource {
        let audiences = try requireAudiences()
        let app = try await installation(id: id, within: limit).app
        let values = try Self.checked(changes, try await declared(by: app), app: app)
        guard try await audiences.set(values, ofInstallation: id) == .stored else {
            throw Problem.installationNotFound
        }
        return try await installation(id: id, within: limit)
    }

    /// Returns the values of changes with the types that the app has declared.
    static func checked(
        _ changes: AttributeChanges, _ declared: [String: AttributeKind], app: String
    ) throws(Problem) -> [String: AudienceFilter.Value?] {
        var values: [String: AudienceFilter.Value?] = [:]
        for (name, value) in changes.values.sorted(by: { $0.key < $1.key }) {
            guard let kind = declared[name] else {
                let nearest = NearestWord.of(name, among: declared.keys)
                let advice =
                    nearest.map { "did you mean \($0)?" }
                    ?? "declare it with bellhop attribute create, or PUT "
                    + "/v1/apps/\(app)/attributes/{name}"
                throw Problem(
                    .badValue, "\"\(name.prefix(64))\" is not a declared attribute; \(advice)",
                    keyPath: name)
            }
            guard let value else {
                values.updateValue(nil, forKey: name)
                continue
            }
            guard let fitting = AudienceFilter.Value(value, as: kind) else {
                throw Problem(
                    .badValue, "\"\(name)\" is declared as \(kind.rawValue); send \(kind.example)",
                    keyPath: name)
            }
            values.updateValue(fitting, forKey: name)
        }
        return values
    }

    /// Adds a tag to an installation, or removes it.
    public func setTag(
        _ tag: String, isSet: Bool, ofInstallation id: String, within limit: AppLimit = .none
    ) async throws -> InstallationResource {
        let audiences = try requireAudiences()
        if let fault = TagRule.fault(in: tag) { throw Problem(.badValue, "the tag \(fault)") }
        _ = try await installation(id: id, within: limit)
        let outcome =
            isSet
            ? try await audiences.add(tag: tag, toInstallation: id)
            : try await audiences.remove(tag: tag, fromInstallation: id)
        if outcome == .tooMany { throw Problem.tooManyTags }
        return try await installation(id: id, within: limit)
    }

    /// Adds the tags and attributes to installations.
    func withFacts(_ resources: [InstallationResource]) async throws -> [InstallationResource] {
        guard let store = store as? SQLStore else { return resources }
        let facts = try await SQLAudienceStore(store: store).facts(of: resources.map(\.id))
        return resources.map { resource in
            guard let facts = facts[resource.id] else { return resource }
            var resource = resource
            if !facts.tags.isEmpty { resource.tags = facts.tags }
            if !facts.topics.isEmpty { resource.topics = facts.topics }
            if !facts.attributes.isEmpty {
                resource.attributes = facts.attributes.mapValues(AttributeValue.init)
            }
            return resource
        }
    }

    // MARK: Segments

    /// Stores a filter under a name.
    public func putSegment(
        _ name: String, _ request: SegmentRequest, of bundleID: String
    ) async throws -> SegmentResource {
        if let fault = NameRule.fault(in: name) {
            throw Problem(.badValue, "the segment's name \(fault)")
        }
        let line = try await filter(request.filter, of: bundleID).line
        switch try await requireAudiences().put(.init(name: name, filter: line), of: bundleID) {
        case .stored: return SegmentResource(name: name, filter: line)
        case .notFound, .otherKind: throw Problem.appNotFound(bundleID)
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "\(bundleID) has \(GatewayLimits.segmentsPerAppMax) segments, which is the limit; "
                    + "delete one")
        }
    }

    /// Returns the segments of an app, sorted by name.
    public func segments(of bundleID: String) async throws -> SegmentList {
        _ = try await declared(by: bundleID)
        return SegmentList(
            segments: try await requireAudiences().segments(of: bundleID).map {
                SegmentResource(name: $0.name, filter: $0.filter)
            })
    }

    /// Returns a segment.
    public func segment(_ name: String, of bundleID: String) async throws -> SegmentResource {
        let found = try await requireAudiences().segments(of: bundleID, named: name).first
        guard let found else { throw Problem.segmentNotFound(name, bundleID) }
        return SegmentResource(name: found.name, filter: found.filter)
    }

    /// Deletes a segment. Campaigns that were started with it keep their audience.
    public func deleteSegment(_ name: String, of bundleID: String) async throws {
        guard try await requireAudiences().deleteSegment(name, of: bundleID) else {
            throw Problem.segmentNotFound(name, bundleID)
        }
    }

    // MARK: Audiences

    /// Returns the number of an audience's installations.
    public func count(
        _ audience: CampaignAudience, of bundleID: String
    ) async throws -> AudienceCount {
        let filter = try await resolved(audience, of: bundleID) ?? .all
        switch try await requireAudiences().count(filter, of: bundleID) {
        case .installations(let count)?: return AudienceCount(installations: count)
        case .tooLarge?: throw Problem.filterNotIndexed
        case nil: throw Problem.appNotFound(bundleID)
        }
    }

    /// Returns a page of the installations that match a filter, sorted by identifier.
    ///
    /// - Parameters:
    ///   - line: the filter. Relative times such as `7d ago` are resolved again for each page.
    ///   - app: the bundle identifier, which is needed only if there are several apps.
    ///   - after: the identifier after which the page begins.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    /// - Throws: `Problem` if the filter cannot be read or no index supports it.
    public func installations(
        matching line: String, of app: String?, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> InstallationList {
        let app = try await RecipientResolver(store: store).app(app).bundleID
        let filter = try await resolved(.filter(line), of: app) ?? .all
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        switch try await requireAudiences().installations(
            filter, of: app, after: after ?? "", limit: limit)
        {
        case .found(let found)?:
            return InstallationList(
                installations: try await withFacts(found.map(InstallationResource.init)),
                next: found.count == limit ? found.last?.id : nil)
        case .tooLarge?: throw Problem.filterNotIndexed
        case nil: throw Problem.appNotFound(app)
        }
    }

    /// Returns the filter of an audience with all times resolved; `nil` for all installations.
    func resolved(
        _ audience: CampaignAudience, of bundleID: String
    ) async throws -> AudienceFilter? {
        let line: String
        switch audience {
        case .all: return nil
        case .segment(let name): line = try await segment(name, of: bundleID).filter
        case .filter(let text): line = text
        }
        let filter = try await filter(line, of: bundleID)
        return filter == .all ? nil : filter.resolved(at: time.now.storedMilliseconds)
    }

    private func filter(_ line: String, of bundleID: String) async throws -> AudienceFilter {
        let vocabulary = AudienceVocabulary(
            attributes: try await declared(by: bundleID),
            topics: try await declaredTopics(of: bundleID).map(\.name))
        do { return try AudienceParser.filter(line, vocabulary) } catch {
            throw Problem(
                .badFilter, "\(error)", at: SourcePosition(line: 1, column: error.column),
                keyPath: "filter")
        }
    }
}

extension Problem {
    fileprivate static func segmentNotFound(_ name: String, _ bundleID: String) -> Problem {
        Problem(
            .segmentNotFound,
            "\(bundleID) has no segment \"\(name.prefix(64))\"; create it with PUT "
                + "/v1/apps/\(bundleID)/segments/{name}")
    }

    fileprivate static let filterNotIndexed = Problem(
        .filterNotIndexed,
        "no index supports this filter, and the app has more than "
            + "\(AudienceFilter.Limits.unindexedInstallationsMax) installations; add a condition "
            + "with \"and\" on a tag, a declared attribute, user, locale, app_version or last_seen")

    static let tooManyTags = Problem(
        .tooManyEntries,
        "an installation has at most \(GatewayLimits.tagsPerInstallationMax) tags; remove one, or "
            + "use an attribute")
}

extension AttributeKind {
    fileprivate init(_ type: AttributeType) {
        self =
            switch type {
            case .text: .text
            case .number: .number
            case .flag: .flag
            case .date: .date
            }
    }

    /// A value of the type, as an error message shows it.
    fileprivate var example: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .flag: "true or false"
        case .date: "a date such as \"2026-01-31\" or \"2026-01-31T10:00:00Z\""
        }
    }
}

extension AttributeType {
    fileprivate init(_ kind: AttributeKind) {
        self =
            switch kind {
            case .text: .text
            case .number: .number
            case .flag: .flag
            case .date: .date
            }
    }
}

extension AudienceFilter.Value {
    /// Returns a value with a declared type; `nil` if it does not fit.
    fileprivate init?(_ value: AttributeValue, as kind: AttributeKind) {
        switch (kind, value) {
        case (.text, .text(let text)): self = .text(text)
        case (.number, .number(let number)) where number.isFinite: self = .number(number)
        case (.flag, .flag(let flag)): self = .flag(flag)
        case (.date, .text(let text)):
            guard let date = AudienceTime.milliseconds(text) else { return nil }
            self = .date(date)
        default: return nil
        }
    }
}

extension AttributeValue {
    init(_ value: AudienceFilter.Value) {
        switch value {
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .flag(let flag): self = .flag(flag)
        case .date(let date): self = .text(AudienceTime.text(date))
        case .ago(let seconds): self = .number(Double(seconds))
        }
    }
}
