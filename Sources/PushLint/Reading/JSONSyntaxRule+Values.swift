// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension JSONSyntaxRule {
    /// Rules about single values and keys.
    static let values: [DiagnosticRule] = [
        .foreignLiteral, .badNumber, .numberTooLarge, .numberLosesDigits, .duplicateKey,
    ]
}

extension DiagnosticRule {
    static let foreignLiteral = DiagnosticRule(
        id: "foreign-literal", severity: .error, title: "a literal from another language",
        why: "JSON has only true, false and null, in lower case. " + JSONSyntaxRule.whyDropped,
        remedy: "write true, false or null",
        wrong: #"{"aps": {"alert": "Hello"}, "silent": False}"#,
        right: #"{"aps": {"alert": "Hello"}, "silent": false}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let badNumber = DiagnosticRule(
        id: "bad-number", severity: .error, title: "a number in a form that JSON does not allow",
        why: "JSON numbers are decimal, without leading zeros or a plus sign (RFC 8259 section 6). "
            + JSONSyntaxRule.whyDropped,
        remedy: "write numbers as -12, 0.5 or 1e3",
        wrong: #"{"aps": {"alert": "Hello", "badge": 03}}"#,
        right: #"{"aps": {"alert": "Hello", "badge": 3}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let numberTooLarge = DiagnosticRule(
        id: "number-too-large", severity: .warning,
        title: "a number that is too large for any number type",
        why: "The number fits neither a 64-bit integer nor a double, so the app reads a different "
            + "number, or no number (RFC 8259 section 6).",
        remedy: "send the number as a "
            + "string", wrong: #"{"aps": {"alert": "Hello"}, "distance": 1e400}"#,
        right: #"{"aps": {"alert": "Hello"}, "distance": "1e400"}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let numberLosesDigits = DiagnosticRule(
        id: "number-loses-digits", severity: .note, title: "an integer beyond 2^53 or -2^53",
        why: "The device reads 64-bit integers exactly. JavaScript and other software that reads "
            + "numbers as doubles lose the last digits (RFC 8259 section 6).",
        remedy: "send identifiers as strings",
        wrong: #"{"aps": {"alert": "Hello"}, "message": 1234567890123456789}"#,
        right: #"{"aps": {"alert": "Hello"}, "message": "1234567890123456789"}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let duplicateKey = DiagnosticRule(
        id: "duplicate-key", severity: .warning, title: "a repeated key",
        why: "The parser decides which of the values counts (RFC 8259 section 4); most parsers use "
            + "the last value.",
        remedy: "keep the key only "
            + "once", wrong: #"{"aps": {"alert": "Hello", "alert": "Good day"}}"#,
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))
}
