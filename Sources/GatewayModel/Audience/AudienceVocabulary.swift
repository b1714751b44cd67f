// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The type of an attribute that an app declares.
package enum AttributeKind: String, Hashable, Sendable, Codable, CaseIterable {
    case text, number, flag, date
}

/// The type of a name in a filter.
package enum AudienceType: Hashable, Sendable {
    case text, number, flag, date
    /// A version such as `2.10`, which is compared number by number.
    case version
    /// One of a fixed set of texts.
    case words([String])

    package init(_ kind: AttributeKind) {
        self =
            switch kind {
            case .text: .text
            case .number: .number
            case .flag: .flag
            case .date: .date
            }
    }
}

/// The properties of every installation that a filter can examine without a declaration.
package enum AudienceField: String, Hashable, Sendable, CaseIterable {
    case user, locale
    case timeZone = "time_zone"
    case appVersion = "app_version"
    case systemVersion = "system_version"
    case platform, environment, permission, created
    case lastSeen = "last_seen"

    package var type: AudienceType {
        switch self {
        case .user, .locale, .timeZone: .text
        case .appVersion, .systemVersion: .version
        case .platform: .words(["ios", "macos", "watchos", "visionos", "tvos", "other"])
        case .environment: .words(["sandbox", "production"])
        case .permission:
            .words(["not-determined", "denied", "authorized", "provisional", "ephemeral"])
        case .created, .lastSeen: .date
        }
    }

    /// Whether the storage finds installations by the field without reading all of them.
    package var isIndexed: Bool {
        switch self {
        case .user, .locale, .appVersion, .lastSeen, .permission: true
        case .timeZone, .systemVersion, .platform, .environment, .created: false
        }
    }
}

/// The names that a filter of one app can contain, with their types.
package struct AudienceVocabulary: Hashable, Sendable {
    /// The attributes that the app has declared.
    private let attributes: [String: AttributeKind]
    /// The topics that the app has declared; `nil` permits every name.
    package let topics: [String]?

    package init(attributes: [String: AttributeKind] = [:], topics: [String]? = nil) {
        self.attributes = attributes
        self.topics = topics
    }

    /// The reserved words of the filter language, which cannot be names of attributes.
    package static let keywords: Set<String> = [
        "and", "or", "not", "is", "in", "exists", "tag", "topic", "all", "true", "false", "ago",
        "app", "installation",
    ]

    /// The longest permitted name of an attribute, in bytes.
    package static let nameByteCountMax = 64

    /// Returns the type of a name; `nil` if the name is unknown.
    package func type(of name: String) -> AudienceType? {
        AudienceField(rawValue: name)?.type ?? attributes[name].map(AudienceType.init)
    }

    /// All names, in order.
    package var names: [String] {
        (AudienceField.allCases.map(\.rawValue) + attributes.keys).sorted()
    }

    /// Returns why a name is not permitted for an attribute, as the end of a sentence; `nil` if it
    /// is permitted.
    package static func fault(inName name: String) -> String? {
        let letters = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
        }
        guard letters, let first = name.utf8.first, (0x61...0x7A).contains(first),
            name.utf8.count <= nameByteCountMax
        else {
            return "is not a name; use 1 to \(nameByteCountMax) characters: a to z, 0 to 9 and _, "
                + "with a letter first"
        }
        guard !keywords.contains(name) else {
            return "is a word of the filter language; choose another name"
        }
        guard AudienceField(rawValue: name) == nil else {
            return "is a field of every installation without a declaration; choose another name"
        }
        return nil
    }
}
