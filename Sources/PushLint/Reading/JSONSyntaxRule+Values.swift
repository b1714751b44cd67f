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
        id: "foreign-literal", severity: .error, title: "a word that other languages have",
        why: "JSON knows true, false and null, in lower case. " + JSONSyntaxRule.whyDropped,
        remedy: "write true, false or null",
        wrong: #"{"aps": {"alert": "Hello"}, "silent": False}"#,
        right: #"{"aps": {"alert": "Hello"}, "silent": false}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let badNumber = DiagnosticRule(
        id: "bad-number", severity: .error, title: "a number that JSON cannot say",
        why: "JSON has decimal numbers without leading zeros or plus sign (RFC 8259 section 6). "
            + JSONSyntaxRule.whyDropped,
        remedy: "write numbers as -12, 0.5 or 1e3",
        wrong: #"{"aps": {"alert": "Hello", "badge": 03}}"#,
        right: #"{"aps": {"alert": "Hello", "badge": 3}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let numberTooLarge = DiagnosticRule(
        id: "number-too-large", severity: .warning, title: "a number beyond every number type",
        why: "It fits neither 64 bits nor a double, so what the app reads is not what was "
            + "sent, or nothing (RFC 8259 section 6).",
        remedy: "send it as a text", wrong: #"{"aps": {"alert": "Hello"}, "distance": 1e400}"#,
        right: #"{"aps": {"alert": "Hello"}, "distance": "1e400"}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let numberLosesDigits = DiagnosticRule(
        id: "number-loses-digits", severity: .note, title: "a whole number beyond 2^53",
        why: "The device reads whole numbers of 64 bits exactly. JavaScript, and whatever reads "
            + "numbers as doubles, loses their last digits (RFC 8259 section 6).",
        remedy: "send identifiers as texts",
        wrong: #"{"aps": {"alert": "Hello"}, "message": 1234567890123456789}"#,
        right: #"{"aps": {"alert": "Hello"}, "message": "1234567890123456789"}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let duplicateKey = DiagnosticRule(
        id: "duplicate-key", severity: .warning, title: "a key that is there twice",
        why: "Which of them counts is up to the reader (RFC 8259 section 4): most take the last.",
        remedy: "keep one of them", wrong: #"{"aps": {"alert": "Hello", "alert": "Good day"}}"#,
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))
}
