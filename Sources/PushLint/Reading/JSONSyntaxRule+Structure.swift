// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension JSONSyntaxRule {
    /// Rules about the text between values.
    static let structure: [DiagnosticRule] = [
        .trailingComma, .missingComma, .wrongBracket, .comment, .invisibleCharacter,
    ]
}

extension DiagnosticRule {
    static let trailingComma = DiagnosticRule(
        id: "trailing-comma", severity: .error,
        title: "a comma that has no value before or after "
            + "it",
        why: "JSON does not allow a comma after the last value. " + JSONSyntaxRule.whyDropped,
        remedy: "remove the comma", wrong: #"{"aps": {"alert": "Hello",}}"#,
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let missingComma = DiagnosticRule(
        id: "missing-comma", severity: .error, title: "a comma is missing between two values",
        why: "Values and members are separated by commas. " + JSONSyntaxRule.whyDropped,
        remedy: "insert a comma", wrong: #"{"aps": {"alert": "Hello" "badge": 1}}"#,
        right: #"{"aps": {"alert": "Hello", "badge": 1}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let wrongBracket = DiagnosticRule(
        id: "wrong-bracket", severity: .error,
        title: "a closing bracket does not match its "
            + "opening bracket",
        why: "Objects end with }, arrays with ]. " + JSONSyntaxRule.whyDropped,
        remedy: "close each bracket with one of the same kind",
        wrong: #"{"aps": {"alert": {"loc-key": "HI", "loc-args": ["Ada"}}}"#,
        right: #"{"aps": {"alert": {"loc-key": "HI", "loc-args": ["Ada"]}}}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let comment = DiagnosticRule(
        id: "comment", severity: .error, title: "the JSON contains a comment",
        why: "JSON does not allow comments, although examples on websites often contain them. "
            + JSONSyntaxRule.whyDropped,
        remedy: "remove the comment", wrong: #"{"aps": {"alert": "Hello" /* shown */}}"#,
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let invisibleCharacter = DiagnosticRule(
        id: "invisible-character", severity: .error,
        title: "a character between values looks like a space, but is another character",
        why: "JSON allows only spaces, tabs and line breaks; text copied from web pages often "
            + "contains no-break spaces. " + JSONSyntaxRule.whyDropped,
        remedy: "replace it with a space", wrong: "{\"aps\":\u{A0}{\"alert\": \"Hello\"}}",
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))
}
