// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension JSONSyntaxRule {
    /// Rules about a file as a whole.
    static let files: [DiagnosticRule] = [
        .empty, .notJSON, .notAnObject, .payloadFileTooLarge, .byteOrderMark, .wrongEncoding,
        .trailingText, .truncated, .tooDeep,
    ]
}

extension DiagnosticRule {
    static let empty = DiagnosticRule(
        id: "empty", severity: .error, title: "there is nothing in the file",
        why: "A push needs a body with a JSON object. APNs answers an empty one with "
            + "400 PayloadEmpty.",
        remedy: "write a JSON object, such as {\"aps\": {\"alert\": \"Hello\"}}", wrong: " \n",
        right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Handling notification responses from APNs"))

    static let notJSON = DiagnosticRule(
        id: "not-json", severity: .error, title: "the text is not JSON",
        why: JSONSyntaxRule.whyDropped, remedy: "correct the JSON",
        wrong: #"{"aps": {"alert" = "Hello"}}"#, right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Generating a remote notification"))

    static let notAnObject = DiagnosticRule(
        id: "not-an-object", severity: .error, title: "the payload is not an object",
        why: "A payload is one JSON object with the key aps. The device drops an array, a text or "
            + "a number.",
        remedy: "write one object with the key aps", wrong: #"[{"aps": {"alert": "Hello"}}]"#,
        right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Generating a remote notification"))

    static let payloadFileTooLarge = DiagnosticRule(
        id: "payload-file-too-large", severity: .error,
        title: "the file is far larger than any payload",
        why: "APNs takes 4096 bytes, and 5120 for calls and broadcasts. A file of this size is "
            + "not read at all.",
        remedy: "check that it is the right file; put a link to large content into the payload",
        wrong: #"{"aps": {"alert": "Hello"}, "photo": "… 300 KB of Base64 …"}"#,
        right: #"""
            {"aps": {"alert": "Hello", "mutable-content": 1}, "photo": "https://example.com/1.jpg"}
            """#,
        claim: .documented("Generating a remote notification"))

    static let byteOrderMark = DiagnosticRule(
        id: "byte-order-mark", severity: .error, title: "the text starts with a byte-order mark",
        why: "JSON has none (RFC 8259 section 8.1), and readers may refuse it. "
            + JSONSyntaxRule.whyDropped,
        remedy: "save it as UTF-8 without one", wrong: "\u{FEFF}{\"aps\": {\"alert\": \"Hello\"}}",
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let wrongEncoding = DiagnosticRule(
        id: "wrong-encoding", severity: .error, title: "the text is not UTF-8",
        why: "JSON between systems is UTF-8 (RFC 8259 section 8.1). A file saved as UTF-16 or "
            + "Latin-1 shows other letters or nothing.",
        remedy: "save the file as UTF-8",
        wrong: RuleExample(
            stringLiteral: #"{"aps":{"alert":"Hello"}}"#.map { "\($0)\u{0}" }.joined()),
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let trailingText = DiagnosticRule(
        id: "trailing-text", severity: .error, title: "more text follows the payload",
        why: "A body is one JSON value (RFC 8259 section 2). " + JSONSyntaxRule.whyDropped,
        remedy: "keep one JSON object and remove what follows it",
        wrong: #"{"aps": {"alert": "Hello"}}}"#, right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let truncated = DiagnosticRule(
        id: "truncated", severity: .error, title: "the text ends too early",
        why: "Something is still open: a bracket was forgotten, or a part of the file is missing. "
            + JSONSyntaxRule.whyDropped,
        remedy: "close what is open, and check that the whole file arrived",
        wrong: #"{"aps": {"alert": "Hello"}"#, right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let tooDeep = DiagnosticRule(
        id: "too-deep", severity: .warning, title: "values are nested very deep",
        why: "Readers limit how deep they go (RFC 8259 section 9). Bellhop goes 64 deep; what is "
            + "below is not looked at.",
        remedy: "flatten the payload",
        wrong: RuleExample(
            stringLiteral: #"{"aps": {"alert": "Hello"}, "a": "#
                + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}"),
        right: #"{"aps": {"alert": "Hello"}, "a": [[]]}"#,
        claim: .chosen("Bellhop's own limit; Apple names none"))
}
