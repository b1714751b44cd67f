// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Reads a filter that a person wrote as one line, such as
/// `plan is "pro" and last_seen > 7d ago and not tag beta`.
///
/// `not` binds most tightly, then `and`, then `or`. The names and their types come from the app's
/// vocabulary, so every filter that is read can be applied.
package struct AudienceParser {
    /// The maximum depth of parentheses and of repeated `not` in a line, beyond which the line is
    /// not read further.
    private static let nestingMax = 2 * AudienceFilter.Limits.depthMax

    private let vocabulary: AudienceVocabulary
    private let lexer: AudienceLexer
    private let tokens: [AudienceToken]
    private var place = 0
    private var nesting = 0

    /// Reads a line.
    ///
    /// - Throws: ``AudienceSyntaxError`` if the line is not a filter or exceeds a limit.
    package static func filter(
        _ line: String, _ vocabulary: AudienceVocabulary
    ) throws(AudienceSyntaxError) -> AudienceFilter {
        guard line.utf8.count <= AudienceFilter.Limits.lineByteCountMax else {
            throw AudienceSyntaxError(
                column: 1,
                problem: "the filter has more than \(AudienceFilter.Limits.lineByteCountMax) "
                    + "bytes; give the installations a tag and filter by it")
        }
        var parser = try AudienceParser(line, vocabulary)
        let filter = try parser.disjunction()
        guard parser.token.kind == .end else {
            throw parser.unexpected("\"and\", \"or\", or the end of the filter")
        }
        do { try filter.validate() } catch {
            throw AudienceSyntaxError(column: 1, problem: "\(error)")
        }
        return filter
    }

    private init(
        _ line: String, _ vocabulary: AudienceVocabulary
    ) throws(AudienceSyntaxError) {
        var lexer = AudienceLexer(line)
        tokens = try lexer.tokens()
        self.lexer = lexer
        self.vocabulary = vocabulary
    }

    private var token: AudienceToken { tokens[min(place, tokens.count - 1)] }

    // MARK: Structure

    private mutating func disjunction() throws(AudienceSyntaxError) -> AudienceFilter {
        var filters = [try conjunction()]
        while take(word: "or") { filters.append(try conjunction()) }
        return filters.count == 1 ? filters[0] : .or(filters)
    }

    private mutating func conjunction() throws(AudienceSyntaxError) -> AudienceFilter {
        var filters = [try unit()]
        while take(word: "and") { filters.append(try unit()) }
        return filters.count == 1 ? filters[0] : .and(filters)
    }

    private mutating func unit() throws(AudienceSyntaxError) -> AudienceFilter {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Self.nestingMax else {
            throw error(at: token, "\(AudienceFilterError.tooDeep)")
        }
        if take(word: "not") { return .not(try unit()) }
        guard take(sign: "(") else { return try condition() }
        let filter = try disjunction()
        guard take(sign: ")") else { throw unexpected("\"and\", \"or\", or \")\"") }
        return filter
    }

    private mutating func condition() throws(AudienceSyntaxError) -> AudienceFilter {
        guard case .word(let name) = token.kind else {
            throw unexpected("a name, tag, topic, not, all or (")
        }
        let start = token
        place += 1
        switch name {
        case "all": return .all
        case "tag": return .tags(try tags())
        case "topic": return .topics(try topics())
        case "installation":
            guard take(word: "in") else { throw unexpected("in") }
            return .installations(
                try list { (parser) throws(AudienceSyntaxError) in
                    try parser.text("the text of an identifier, such as \"i1\"")
                })
        case "app":
            guard take(word: "is") else { throw unexpected("is") }
            return .app(try text("the text of a bundle identifier"))
        default: break
        }
        guard let type = vocabulary.type(of: name) else {
            throw error(at: start, unknown(name))
        }
        if take(word: "exists") { return .exists(name) }
        if take(word: "in") {
            let values = try list { (parser) throws(AudienceSyntaxError) in
                try parser.value(of: name, type)
            }
            guard name == AudienceField.user.rawValue else { return .oneOf(name, values) }
            return .users(values.compactMap(\.textValue))
        }
        let comparison = try comparison(of: type, name)
        return .attribute(name, comparison, try value(of: name, type))
    }

    // MARK: Parts of a condition

    private mutating func tags() throws(AudienceSyntaxError) -> [String] {
        if case .word("in") = token.kind, tokens[place + 1].kind == .sign("(") {
            place += 1
            return try list { (parser) throws(AudienceSyntaxError) in try parser.tag() }
        }
        return [try tag()]
    }

    private mutating func topics() throws(AudienceSyntaxError) -> [String] {
        if case .word("in") = token.kind, tokens[place + 1].kind == .sign("(") {
            place += 1
            return try list { (parser) throws(AudienceSyntaxError) in try parser.topic() }
        }
        return [try topic()]
    }

    private mutating func topic() throws(AudienceSyntaxError) -> String {
        let start = token
        let name = try tag("the name of a topic, such as news")
        guard let known = vocabulary.topics, !known.contains(name) else { return name }
        let advice =
            AudienceWords.nearest(to: name, among: known).map { "did you mean \($0)?" }
            ?? "declare it with bellhop topic create, or PUT /v1/apps/{bundle_id}/topics/{topic}"
        throw error(
            at: start, "\"\(AudienceToken.shortened(name))\" is not a declared topic; \(advice)")
    }

    private mutating func tag(
        _ wanted: String = "the name of a tag, such as beta or \"early adopter\""
    ) throws(AudienceSyntaxError) -> String {
        switch token.kind {
        case .word(let text) where !AudienceVocabulary.keywords.contains(text),
            .literal(let text), .text(let text):
            guard AudienceFilter.isUsable(text) else {
                throw error(at: token, "\(AudienceFilterError.badText(key: "tag"))")
            }
            place += 1
            return text
        default: throw unexpected(wanted)
        }
    }

    private mutating func list<Element>(
        _ element: (inout AudienceParser) throws(AudienceSyntaxError) -> Element
    ) throws(AudienceSyntaxError) -> [Element] {
        guard take(sign: "(") else { throw unexpected("( and a list of values") }
        var elements = [try element(&self)]
        while take(sign: ",") { elements.append(try element(&self)) }
        guard take(sign: ")") else { throw unexpected("a comma or )") }
        return elements
    }

    private mutating func comparison(
        of type: AudienceType, _ name: String
    ) throws(AudienceSyntaxError) -> AudienceFilter.Comparison {
        if take(word: "is") { return take(word: "not") ? .notEqual : .equal }
        let isOrdered =
            switch type {
            case .flag, .words: false
            case .text, .number, .date, .version: true
            }
        let operators = "is, is not, \(isOrdered ? "<, <=, >, >=, " : "")in, exists"
        if case .sign(let sign) = token.kind, ["=", "==", "!="].contains(sign) {
            let word = sign == "!=" ? "is not" : "is"
            throw error(
                at: token, "\"\(sign)\" is not an operator; write \(name) \(word)")
        }
        if isOrdered, case .sign(let sign) = token.kind,
            let comparison = AudienceFilter.Comparison(rawValue: sign)
        {
            place += 1
            return comparison
        }
        throw unexpected("one of \(operators)")
    }

    private mutating func text(_ wanted: String) throws(AudienceSyntaxError) -> String {
        guard case .text(let text) = token.kind else { throw unexpected(wanted) }
        place += 1
        return text
    }

    private mutating func value(
        of name: String, _ type: AudienceType
    ) throws(AudienceSyntaxError) -> AudienceFilter.Value {
        switch (type, token.kind) {
        case (.text, .text(let text)):
            place += 1
            return .text(text)
        case (.text, .word(let word)):
            throw error(
                at: token, "\(name) is a text; write \"\(AudienceToken.shortened(word))\"")
        case (.text, _): throw unexpected("a text, such as \"pro\"")
        case (.words(let words), .text(let text)), (.words(let words), .word(let text)):
            return .text(try word(text, among: words, name))
        case (.words(let words), _): throw unexpected("one of \(Self.quoted(words))")
        case (.flag, .word("true")), (.flag, .word("false")):
            defer { place += 1 }
            return .flag(token.kind == .word("true"))
        case (.flag, _): throw unexpected("true or false")
        case (.number, .literal(let text)):
            guard let number = Double(text), number.isFinite else {
                throw unexpected("a number, such as 10 or -2.5")
            }
            place += 1
            return .number(number == 0 ? 0 : number)
        case (.number, _): throw unexpected("a number, such as 10 or -2.5")
        case (.version, .literal(let text)), (.version, .text(let text)):
            guard VersionOrder.key(text) != nil, AudienceFilter.isUsable(text) else {
                throw unexpected("a version, such as 2.10")
            }
            place += 1
            return .text(text)
        case (.version, _): throw unexpected("a version, such as 2.10")
        case (.date, _): return try date()
        }
    }

    private mutating func word(
        _ text: String, among words: [String], _ name: String
    ) throws(AudienceSyntaxError) -> String {
        guard words.contains(text) else {
            let nearest = AudienceWords.nearest(to: text, among: words)
            let advice =
                nearest.map { "did you mean \"\($0)\"?" } ?? "write one of \(Self.quoted(words))"
            throw error(
                at: token,
                "\"\(AudienceToken.shortened(text))\" is not a value of \(name); \(advice)")
        }
        place += 1
        return text
    }

    private mutating func date() throws(AudienceSyntaxError) -> AudienceFilter.Value {
        let wanted = "a date such as 2026-01-31, or a time such as 7d ago"
        guard case .literal(let text) = token.kind else { throw unexpected(wanted) }
        if let date = AudienceTime.milliseconds(text) {
            place += 1
            return .date(date)
        }
        guard let seconds = AudienceTime.seconds(text) else { throw unexpected(wanted) }
        place += 1
        guard take(word: "ago") else { throw unexpected("ago") }
        return .ago(seconds)
    }

    // MARK: Tokens and errors

    private mutating func take(word: String) -> Bool {
        guard token.kind == .word(word) else { return false }
        place += 1
        return true
    }

    private mutating func take(sign: String) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        place += 1
        return true
    }

    private func unknown(_ name: String) -> String {
        let names = vocabulary.names + ["tag", "all", "not", "installation", "app"]
        let shown = AudienceToken.shortened(name)
        guard let nearest = AudienceWords.nearest(to: name, among: names) else {
            return "\"\(shown)\" is not a declared attribute; declare it with PUT "
                + "/v1/apps/{bundle_id}/attributes/{name}, or use one of "
                + vocabulary.names.prefix(20).joined(separator: ", ")
        }
        return "\"\(shown)\" is not a declared attribute; did you mean \(nearest)?"
    }

    private func unexpected(_ wanted: String) -> AudienceSyntaxError {
        error(at: token, "\(token.shown) is not allowed here; write \(wanted)")
    }

    private func error(at token: AudienceToken, _ problem: String) -> AudienceSyntaxError {
        AudienceSyntaxError(column: lexer.column(of: token.offset), problem: problem)
    }

    private static func quoted(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

/// Finds the known word that a person probably meant.
enum AudienceWords {
    /// Returns the most similar word; `nil` if it differs in too many letters.
    static func nearest(to word: String, among words: [String]) -> String? {
        let word = Array(word.prefix(AudienceVocabulary.nameByteCountMax).lowercased())
        let best = words.map { ($0, EditDistance.between(word, Array($0))) }.min { $0.1 < $1.1 }
        guard let best, best.1 <= max(1, word.count / 3) else { return nil }
        return best.0
    }
}

extension AudienceFilter.Value {
    fileprivate var textValue: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}
