// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension JSONSyntaxRule {
    /// Rules about strings and their quotation marks.
    static let texts: [DiagnosticRule] = [
        .smartQuotes, .unquotedKey, .unescapedQuote, .unclosedString, .controlCharacter,
        .badEscape,
    ]
}

extension DiagnosticRule {
    static let smartQuotes = DiagnosticRule(
        id: "smart-quotes", severity: .error,
        title: "a quotation mark that JSON does not allow",
        why: "JSON allows only the straight quotation mark \". Chat programs and web pages replace "
            + "it with typographic quotation marks; Python and JavaScript also allow single "
            + "quotation marks. "
            + JSONSyntaxRule.whyDropped,
        remedy: "use \" instead", wrong: #"{“aps”: {“alert”: “Hello”}}"#,
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let unquotedKey = DiagnosticRule(
        id: "unquoted-key", severity: .error, title: "a key without quotation marks",
        why: "JavaScript allows keys without quotation marks, but JSON does not. "
            + JSONSyntaxRule.whyDropped,
        remedy: "put the key in double quotation marks", wrong: #"{aps: {alert: "Hello"}}"#,
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let unescapedQuote = DiagnosticRule(
        id: "unescaped-quote", severity: .error,
        title: "an unescaped quotation mark inside a "
            + "string",
        why: "A quotation mark without a backslash ends the string. " + JSONSyntaxRule.whyDropped,
        remedy: #"write \" inside a string, or let a JSON library write the payload"#,
        wrong: #"{"aps": {"alert": "She said "hi" to you"}}"#,
        right: #"{"aps": {"alert": "She said \"hi\" to you"}}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let unclosedString = DiagnosticRule(
        id: "unclosed-string", severity: .error, title: "a string without a closing quotation mark",
        why: "Without a closing quotation mark, the string includes the text that follows. "
            + JSONSyntaxRule.whyDropped,
        remedy: "close the string with \"",
        wrong: """
            {"aps": {
              "alert": "Hello,
              "badge": 1
            }}
            """,
        right: """
            {"aps": {
              "alert": "Hello",
              "badge": 1
            }}
            """, claim: .documented(JSONSyntaxRule.rfc))

    static let controlCharacter = DiagnosticRule(
        id: "control-character", severity: .error,
        title: "an unescaped control character in a string",
        why: "Line breaks, tabs and other control characters must be escaped in a string (RFC 8259 "
            + "section 7). " + JSONSyntaxRule.whyDropped,
        remedy: #"write \n for a line break, \t for a tab"#,
        wrong: "{\"aps\": {\"alert\": \"One\nTwo\"}}", right: #"{"aps": {"alert": "One\nTwo"}}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let badEscape = DiagnosticRule(
        id: "bad-escape", severity: .error,
        title: "a backslash that starts no JSON escape sequence",
        why: "JSON has nine escape sequences (RFC 8259 section 7). " + JSONSyntaxRule.whyDropped,
        remedy: #"write \\ for a backslash; use \" \n \t or \u and four hex digits"#,
        wrong: #"{"aps": {"alert": "It\'s here"}}"#, right: #"{"aps": {"alert": "It's here"}}"#,
        claim: .documented(JSONSyntaxRule.rfc))
}
