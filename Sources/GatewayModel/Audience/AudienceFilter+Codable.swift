// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension AudienceFilter: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case all, app, users, installations, tags, topics, attribute
        case oneOf = "one_of"
        case exists, and, or, not
    }

    private enum AttributeKey: String, CodingKey {
        case name, comparison = "is", value, values
    }

    /// A coding key with any name, so that an error can name an unknown key.
    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        // Each level of the filter adds one or two keys to the coding path, so this check limits
        // how deep the decoder descends into nested input.
        guard decoder.codingPath.count <= 2 * Limits.depthMax else {
            throw AudienceFilterError.tooDeep
        }
        let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
        guard keys.count == 1, let only = keys.first else {
            throw AudienceFilterError.notOneKey(keys.count)
        }
        guard let key = Key(rawValue: only.stringValue) else {
            throw AudienceFilterError.unknownKey(String(only.stringValue.prefix(32)))
        }
        let container = try decoder.container(keyedBy: Key.self)
        func texts() throws -> [String] { try container.decode([String].self, forKey: key) }
        switch key {
        case .all:
            _ = try container.decode(Bool.self, forKey: key)
            self = .all
        case .app: self = .app(try container.decode(String.self, forKey: key))
        case .users: self = .users(try texts())
        case .installations: self = .installations(try texts())
        case .tags: self = .tags(try texts())
        case .topics: self = .topics(try texts())
        case .attribute:
            let attribute = try container.nestedContainer(keyedBy: AttributeKey.self, forKey: key)
            self = .attribute(
                try attribute.decode(String.self, forKey: .name),
                try attribute.decodeIfPresent(Comparison.self, forKey: .comparison) ?? .equal,
                try attribute.decode(Value.self, forKey: .value))
        case .oneOf:
            let attribute = try container.nestedContainer(keyedBy: AttributeKey.self, forKey: key)
            self = .oneOf(
                try attribute.decode(String.self, forKey: .name),
                try attribute.decode([Value].self, forKey: .values))
        case .exists: self = .exists(try container.decode(String.self, forKey: key))
        case .and: self = .and(try container.decode([AudienceFilter].self, forKey: key))
        case .or: self = .or(try container.decode([AudienceFilter].self, forKey: key))
        case .not: self = .not(try container.decode(AudienceFilter.self, forKey: key))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .all: try container.encode(true, forKey: .all)
        case .app(let bundleID): try container.encode(bundleID, forKey: .app)
        case .users(let texts): try container.encode(texts, forKey: .users)
        case .installations(let texts): try container.encode(texts, forKey: .installations)
        case .tags(let texts): try container.encode(texts, forKey: .tags)
        case .topics(let texts): try container.encode(texts, forKey: .topics)
        case .attribute(let name, let comparison, let value):
            var attribute = container.nestedContainer(
                keyedBy: AttributeKey.self, forKey: .attribute)
            try attribute.encode(name, forKey: .name)
            try attribute.encode(comparison, forKey: .comparison)
            try attribute.encode(value, forKey: .value)
        case .oneOf(let name, let values):
            var attribute = container.nestedContainer(keyedBy: AttributeKey.self, forKey: .oneOf)
            try attribute.encode(name, forKey: .name)
            try attribute.encode(values, forKey: .values)
        case .exists(let name): try container.encode(name, forKey: .exists)
        case .and(let filters): try container.encode(filters, forKey: .and)
        case .or(let filters): try container.encode(filters, forKey: .or)
        case .not(let filter): try container.encode(filter, forKey: .not)
        }
    }
}

extension AudienceFilter.Value: Codable {
    private enum Key: String, CodingKey {
        case date
        case ago = "seconds_ago"
    }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            if let seconds = try container.decodeIfPresent(Int64.self, forKey: .ago) {
                self = .ago(seconds)
                return
            }
            let text = try container.decode(String.self, forKey: .date)
            guard let date = AudienceTime.milliseconds(text) else {
                throw AudienceFilterError.badDate
            }
            self = .date(date)
            return
        }
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .date(let date):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(AudienceTime.text(date), forKey: .date)
        case .ago(let seconds):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(seconds, forKey: .ago)
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .flag(let flag):
            var container = encoder.singleValueContainer()
            try container.encode(flag)
        }
    }
}
