// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A token of a filter's line: a word, a text or an operator.
struct AudienceToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A name or a word of the language.
        case word(String)
        /// A number, a date, a span of time or a version, as it is written in the line.
        case literal(String)
        /// A quoted text, without the quotation marks and with its escapes resolved.
        case text(String)
        /// One of `( ) , < <= > >= = != ==`.
        case sign(String)
        case end
    }

    let kind: Kind
    /// The offset of the token's first character, counted in Unicode scalars from 0.
    let offset: Int

    /// The token as an error message shows it.
    var shown: String {
        switch kind {
        case .word(let text), .literal(let text), .sign(let text): "\"\(Self.shortened(text))\""
        case .text(let text): "the text \"\(Self.shortened(text))\""
        case .end: "the end of the filter"
        }
    }

    static func shortened(_ text: String) -> String {
        text.count > 40 ? text.prefix(40) + "…" : text
    }
}

/// Divides a filter's line into tokens.
///
/// The line is read by Unicode scalars, because a quotation mark and a following combining mark are
/// one `Character`.
struct AudienceLexer {
    private let scalars: [UnicodeScalar]
    private var place = 0

    init(_ line: String) { scalars = Array(line.unicodeScalars) }

    /// Returns the column of the character at an offset; the first column is 1.
    func column(of offset: Int) -> Int {
        var prefix = String.UnicodeScalarView()
        prefix.append(contentsOf: scalars.prefix(offset))
        return String(prefix).count + 1
    }

    /// Reads all tokens; the last one is ``AudienceToken/Kind/end``.
    mutating func tokens() throws(AudienceSyntaxError) -> [AudienceToken] {
        var tokens: [AudienceToken] = []
        while true {
            while place < scalars.count, scalars[place] == " " || scalars[place] == "\t" {
                place += 1
            }
            let start = place
            let kind = try next()
            tokens.append(AudienceToken(kind: kind, offset: start))
            if kind == .end { return tokens }
        }
    }

    private mutating func next() throws(AudienceSyntaxError) -> AudienceToken.Kind {
        guard place < scalars.count else { return .end }
        let first = scalars[place]
        switch first {
        case "\"": return .text(try quoted())
        case "(", ")", ",":
            place += 1
            return .sign(String(first))
        case "<", ">", "=", "!":
            place += 1
            guard place < scalars.count, scalars[place] == "=" else {
                return .sign(String(first))
            }
            place += 1
            return .sign(String(first) + "=")
        default: break
        }
        let run = scalars[place...].prefix { Self.isOfWord($0) }
        guard !run.isEmpty else {
            throw error(
                at: place,
                "the character \"\(Self.shown(first))\" is not allowed here; put texts into "
                    + "quotation marks")
        }
        place += run.count
        var view = String.UnicodeScalarView()
        view.append(contentsOf: run)
        let isNumber = ("0"..."9").contains(first) || first == "-" || first == "+"
        return isNumber ? .literal(String(view)) : .word(String(view))
    }

    private static func isOfWord(_ scalar: UnicodeScalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-", "+", ":": true
        default: false
        }
    }

    private static func shown(_ scalar: UnicodeScalar) -> String {
        scalar.properties.generalCategory == .control ? " " : String(scalar)
    }

    private mutating func quoted() throws(AudienceSyntaxError) -> String {
        let start = place
        var view = String.UnicodeScalarView()
        place += 1
        while place < scalars.count {
            let scalar = scalars[place]
            place += 1
            if scalar == "\"" {
                let text = String(view)
                guard AudienceFilter.isUsable(text) else {
                    throw error(
                        at: start,
                        "the text is empty, has a control character or is too long; use 1 to "
                            + "\(AudienceFilter.Limits.textByteCountMax) bytes")
                }
                return text
            }
            guard scalar == "\\" else {
                view.append(scalar)
                continue
            }
            guard place < scalars.count, scalars[place] == "\"" || scalars[place] == "\\" else {
                throw error(
                    at: place - 1, "\"\\\" is not followed by \" or \\; write \\\\ for a backslash")
            }
            view.append(scalars[place])
            place += 1
        }
        throw error(at: start, "the text has no end; add a quotation mark")
    }

    private func error(at offset: Int, _ problem: String) -> AudienceSyntaxError {
        AudienceSyntaxError(column: column(of: offset), problem: problem)
    }
}
