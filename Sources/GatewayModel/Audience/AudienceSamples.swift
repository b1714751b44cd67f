// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation

/// Makes random filters and installations from a seed, for tests. Only a few different values
/// occur, so that filters often match.
package struct AudienceSamples {
    private var random: SeededGenerator

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    package static let attributes: [String: AttributeKind] = [
        "plan": .text, "age": .number, "paid": .flag, "trial_ends": .date,
    ]
    private static let texts = ["pro", "free", "é", "e\u{301}", "a\"b\\", "Pro", "zz"]
    private static let numbers: [Double] = [0, 1, -1, 2.5, -2.5, 1e20, 0.1, 10, -1e-9]
    private static let versions = ["2", "2.0", "2.9", "2.10", "10", "0", "1.2.3"]
    private static let tags = ["beta", "in", "early adopter", "vip", "2x"]
    package static let topics = ["news", "in", "2x", "offers"]
    private static let users = ["alex", "sam", "é"]
    private static let day: Int64 = 24 * 3600 * 1000

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: 0..<list.count, using: &random)]
    }

    private mutating func flip() -> Bool { Bool.random(using: &random) }

    private mutating func some<Element>(_ make: (inout Self) -> Element) -> [Element] {
        let count = Int.random(in: 1...3, using: &random)
        return (0..<count).map { _ in make(&self) }
    }

    /// Makes a filter whose nesting does not exceed the permitted depth.
    package mutating func filter(depth: Int = 5) -> AudienceFilter {
        let kinds = depth <= 1 ? 9 : 13
        switch Int.random(in: 0..<kinds, using: &random) {
        case 0: return flip() ? .all : .app(flip() ? "com.example.app" : "com.example.other")
        case 1: return .users(some { $0.pick(Self.users) })
        case 2: return .installations(some { "i\($0.pick(Array(1...9)))" })
        case 3: return .tags(some { $0.pick(Self.tags) })
        case 4, 5:
            let (name, type) = name()
            return .attribute(name, comparison(type), value(type))
        case 6:
            let (name, type) = name()
            if name == "user" { return .exists(name) }
            return .oneOf(name, some { $0.value(type) })
        case 7: return .exists(name().0)
        case 8: return .topics(some { $0.pick(Self.topics) })
        case 9, 10: return .and([filter(depth: depth - 1), filter(depth: depth - 1)])
        case 11: return .or([filter(depth: depth - 1), filter(depth: depth - 1)])
        default: return .not(filter(depth: depth - 1))
        }
    }

    private mutating func name() -> (String, AudienceType) {
        let vocabulary = AudienceVocabulary(attributes: Self.attributes)
        let name = pick(vocabulary.names)
        return (name, vocabulary.type(of: name) ?? .text)
    }

    private mutating func comparison(_ type: AudienceType) -> AudienceFilter.Comparison {
        switch type {
        case .flag, .words: pick([.equal, .notEqual])
        case .text, .number, .date, .version: pick(AudienceFilter.Comparison.allCases)
        }
    }

    private mutating func value(_ type: AudienceType) -> AudienceFilter.Value {
        switch type {
        case .text: .text(pick(Self.texts))
        case .number: .number(pick(Self.numbers))
        case .flag: .flag(flip())
        case .date:
            flip()
                ? .ago(pick([1, 60, 3600, 86_400] as [Int64]))
                : .date(pick([20, 21, 22]) * Self.day)
        case .version: .text(pick(Self.versions))
        case .words(let words): .text(pick(words))
        }
    }

    /// Makes an installation of `com.example.app` with facts that filters can examine.
    package mutating func facts(_ number: Int) -> InstallationFacts {
        var facts = InstallationFacts(bundleID: "com.example.app", installation: "i\(number)")
        if flip() { facts.user = pick(Self.users) }
        facts.tags = Set(flip() ? some { $0.pick(Self.tags) } : [])
        facts.topics = Set(flip() ? some { $0.pick(Self.topics) } : [])
        for name in AudienceVocabulary(attributes: Self.attributes).names where name != "user" {
            guard let type = AudienceVocabulary(attributes: Self.attributes).type(of: name) else {
                continue
            }
            let isAlways = ["created", "last_seen", "environment"].contains(name)
            guard isAlways || flip() else { continue }
            var value = value(type)
            if case .ago = value { value = .date(pick([20, 21, 22]) * Self.day) }
            facts.attributes[name] = value
        }
        return facts
    }
}
