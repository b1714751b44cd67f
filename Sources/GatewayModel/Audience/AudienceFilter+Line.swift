// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AudienceFilter {
    /// The filter as one line, which ``AudienceParser`` parses into the same filter. An `and` or
    /// `or` with a single filter is written without the operator.
    package var line: String { written(inside: .or) }

    /// The precedence of an operator, lowest first.
    private enum Binding: Int {
        case or, and, not
    }

    private func written(inside outer: Binding) -> String {
        switch self {
        case .all: "all"
        case .app(let bundleID): "app is \(Self.quoted(bundleID))"
        case .users(let users): "user in \(Self.list(users.map(Self.quoted)))"
        case .installations(let list): "installation in \(Self.list(list.map(Self.quoted)))"
        case .tags(let tags):
            tags.count == 1
                ? "tag \(Self.tag(tags[0]))" : "tag in \(Self.list(tags.map(Self.tag)))"
        case .topics(let topics):
            topics.count == 1
                ? "topic \(Self.tag(topics[0]))" : "topic in \(Self.list(topics.map(Self.tag)))"
        case .attribute(let name, let comparison, let value):
            "\(name) \(comparison.word) \(Self.written(value, of: name))"
        case .oneOf(let name, let values):
            "\(name) in \(Self.list(values.map { Self.written($0, of: name) }))"
        case .exists(let name): "\(name) exists"
        case .and(let filters): Self.joined(filters, " and ", .and, inside: outer)
        case .or(let filters): Self.joined(filters, " or ", .or, inside: outer)
        case .not(let filter): "not \(filter.written(inside: .not))"
        }
    }

    private static func joined(
        _ filters: [AudienceFilter], _ separator: String, _ own: Binding, inside outer: Binding
    ) -> String {
        if filters.count == 1 { return filters[0].written(inside: outer) }
        let text = filters.map { filter in
            // Without parentheses, nested operators of the same kind would be parsed as one.
            let text = filter.written(inside: own)
            return filter.binding == own ? "(\(text))" : text
        }.joined(separator: separator)
        return own.rawValue < outer.rawValue ? "(\(text))" : text
    }

    /// The operator of the filter's line.
    private var binding: Binding? {
        switch self {
        case .and(let filters): filters.count == 1 ? filters[0].binding : .and
        case .or(let filters): filters.count == 1 ? filters[0].binding : .or
        default: nil
        }
    }

    private static func list(_ values: [String]) -> String {
        "(\(values.joined(separator: ", ")))"
    }

    private static func tag(_ name: String) -> String {
        let isBare =
            !AudienceVocabulary.keywords.contains(name)
            && name.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
        return isBare ? name : quoted(name)
    }

    private static func written(_ value: Value, of name: String) -> String {
        switch value {
        case .text(let text):
            let isVersion =
                AudienceField(rawValue: name)?.type == .version
                && text.utf8.first.map { (0x30...0x39).contains($0) } == true
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
            return isVersion ? text : quoted(text)
        case .number(let number):
            let text = "\(number)"
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        case .flag(let flag): return flag ? "true" : "false"
        case .date(let date): return AudienceTime.text(date)
        case .ago(let seconds): return "\(AudienceTime.span(seconds)) ago"
        }
    }

    private static func quoted(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        view.append("\"")
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { view.append("\\") }
            view.append(scalar)
        }
        view.append("\"")
        return String(view)
    }
}

extension AudienceFilter.Comparison {
    fileprivate var word: String {
        switch self {
        case .equal: "is"
        case .notEqual: "is not"
        case .less, .lessOrEqual, .greater, .greaterOrEqual: rawValue
        }
    }
}
