// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AudienceFilter {
    /// Returns whether an installation is in the audience. A time such as `7d ago` must have been
    /// resolved with ``resolved(at:)``; a condition with an unresolved time is false.
    package func contains(_ facts: InstallationFacts) -> Bool {
        switch self {
        case .all: true
        case .app(let bundleID): facts.bundleID == bundleID
        case .users(let users): facts.user.map { Self.contains(users, $0) } ?? false
        case .installations(let installations):
            Self.contains(installations, facts.installation)
        case .tags(let tags): facts.tags.contains { Self.contains(tags, $0) }
        case .topics(let topics): facts.topics.contains { Self.contains(topics, $0) }
        case .attribute(let name, let comparison, let value):
            facts.value(of: name).map { holds(comparison, name, $0, value) } ?? false
        case .oneOf(let name, let values):
            facts.value(of: name).map { value in
                values.contains { holds(.equal, name, value, $0) }
            } ?? false
        case .exists(let name): facts.value(of: name) != nil
        case .and(let filters): filters.allSatisfy { $0.contains(facts) }
        case .or(let filters): filters.contains { $0.contains(facts) }
        case .not(let filter): !filter.contains(facts)
        }
    }

    /// Returns the filter with each time such as `7d ago` replaced by the time that it means now.
    ///
    /// - Parameter now: the current time, in milliseconds since 1970.
    package func resolved(at now: Int64) -> AudienceFilter {
        func resolved(_ value: Value) -> Value {
            guard case .ago(let seconds) = value else { return value }
            return .date(min(max(0, now - seconds * 1000), Limits.dateMax))
        }
        return switch self {
        case .attribute(let name, let comparison, let value):
            .attribute(name, comparison, resolved(value))
        case .oneOf(let name, let values): .oneOf(name, values.map(resolved))
        case .and(let filters): .and(filters.map { $0.resolved(at: now) })
        case .or(let filters): .or(filters.map { $0.resolved(at: now) })
        case .not(let filter): .not(filter.resolved(at: now))
        case .all, .app, .users, .installations, .tags, .topics, .exists: self
        }
    }

    /// Compares texts by their bytes, as databases do; Swift's `==` ignores some differences.
    private static func contains(_ texts: [String], _ text: String) -> Bool {
        texts.contains { $0.utf8.elementsEqual(text.utf8) }
    }

    private func holds(
        _ comparison: Comparison, _ name: String, _ a: Value, _ b: Value
    ) -> Bool {
        guard AudienceField(rawValue: name)?.type == .version else { return comparison.holds(a, b) }
        guard case .text(let a) = a, case .text(let b) = b, let a = VersionOrder.key(a),
            let b = VersionOrder.key(b)
        else { return false }
        return comparison.holds(.text(a), .text(b))
    }
}

/// The properties of an installation that a filter can examine.
package struct InstallationFacts: Hashable, Sendable {
    package var bundleID: String
    package var installation: String
    package var user: String?
    package var tags: Set<String>
    /// The topics to which the installation is subscribed.
    package var topics: Set<String> = []
    /// The values of the declared attributes and of the fields of ``AudienceField``, by name.
    package var attributes: [String: AudienceFilter.Value]

    package init(
        bundleID: String, installation: String, user: String? = nil, tags: Set<String> = [],
        attributes: [String: AudienceFilter.Value] = [:]
    ) {
        self.bundleID = bundleID
        self.installation = installation
        self.user = user
        self.tags = tags
        self.attributes = attributes
    }

    func value(of name: String) -> AudienceFilter.Value? {
        name == AudienceField.user.rawValue ? user.map { .text($0) } : attributes[name]
    }
}

extension AudienceFilter.Comparison {
    /// Compares two values of the same type. Strings are compared by their UTF-8 bytes, as
    /// databases do with the collation `C`.
    func holds(_ a: AudienceFilter.Value, _ b: AudienceFilter.Value) -> Bool {
        switch (a, b) {
        case (.text(let a), .text(let b)):
            holds(
                isEqual: a.utf8.elementsEqual(b.utf8),
                isLess: a.utf8.lexicographicallyPrecedes(b.utf8))
        case (.number(let a), .number(let b)): holds(isEqual: a == b, isLess: a < b)
        case (.flag(let a), .flag(let b)): holds(isEqual: a == b, isLess: !a && b)
        case (.date(let a), .date(let b)): holds(isEqual: a == b, isLess: a < b)
        default: false
        }
    }

    private func holds(isEqual: Bool, isLess: Bool) -> Bool {
        switch self {
        case .equal: isEqual
        case .notEqual: !isEqual
        case .less: isLess
        case .lessOrEqual: isLess || isEqual
        case .greater: !isLess && !isEqual
        case .greaterOrEqual: !isLess
        }
    }
}
