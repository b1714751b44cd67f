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
        id: "empty", severity: .error, title: "there is no JSON in the file",
        why: "A push needs a body with a JSON object. APNs rejects an empty body with "
            + "400 PayloadEmpty.",
        remedy: "write a JSON object, such as {\"aps\": {\"alert\": \"Hello\"}}", wrong: " \n",
        right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Handling notification responses from APNs"))

    static let notJSON = DiagnosticRule(
        id: "not-json", severity: .error, title: "the text is not JSON",
        why: JSONSyntaxRule.whyDropped, remedy: "fix the JSON",
        wrong: #"{"aps": {"alert" = "Hello"}}"#, right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Generating a remote notification"))

    static let notAnObject = DiagnosticRule(
        id: "not-an-object", severity: .error, title: "the payload is not an object",
        why: "A payload is one JSON object with the key aps. The device drops an array, a string "
            + "or a number.",
        remedy: "write one object with the key aps", wrong: #"[{"aps": {"alert": "Hello"}}]"#,
        right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Generating a remote notification"))

    static let payloadFileTooLarge = DiagnosticRule(
        id: "payload-file-too-large", severity: .error,
        title: "the file is far larger than any payload",
        why: "APNs accepts 4,096 bytes, and 5,120 for VoIP pushes and broadcasts. Bellhop does not "
            + "read a file of this size.",
        remedy: "check that this is the correct file; put a URL into the payload instead of large "
            + "content",
        wrong: #"{"aps": {"alert": "Hello"}, "photo": "… 300 KB of Base64 …"}"#,
        right: #"""
            {"aps": {"alert": "Hello", "mutable-content": 1}, "photo": "https://example.com/1.jpg"}
            """#,
        claim: .documented("Generating a remote notification"))

    static let byteOrderMark = DiagnosticRule(
        id: "byte-order-mark", severity: .error, title: "the text starts with a byte-order mark",
        why: "JSON must not start with a byte-order mark (RFC 8259 section 8.1), and parsers may "
            + "reject such a text. "
            + JSONSyntaxRule.whyDropped,
        remedy: "save the file as UTF-8 without a byte-order mark",
        wrong: "\u{FEFF}{\"aps\": {\"alert\": \"Hello\"}}",
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let wrongEncoding = DiagnosticRule(
        id: "wrong-encoding", severity: .error, title: "the text is not UTF-8",
        why: "JSON that systems exchange must be UTF-8 (RFC 8259 section 8.1). If a file is saved "
            + "as UTF-16 or Latin-1, its text is shown with wrong characters or not at all.",
        remedy: "save the file as UTF-8",
        wrong: RuleExample(
            stringLiteral: #"{"aps":{"alert":"Hello"}}"#.map { "\($0)\u{0}" }.joined()),
        right: #"{"aps": {"alert": "Hello"}}"#, claim: .documented(JSONSyntaxRule.rfc))

    static let trailingText = DiagnosticRule(
        id: "trailing-text", severity: .error, title: "more text follows the payload",
        why: "A body is one JSON value (RFC 8259 section 2). " + JSONSyntaxRule.whyDropped,
        remedy: "keep one JSON object, and remove the text that follows it",
        wrong: #"{"aps": {"alert": "Hello"}}}"#, right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let truncated = DiagnosticRule(
        id: "truncated", severity: .error, title: "the text ends too early",
        why: "A bracket or quotation mark is not closed, or a part of the file is missing. "
            + JSONSyntaxRule.whyDropped,
        remedy: "close each bracket and string, and check that the file is complete",
        wrong: #"{"aps": {"alert": "Hello"}"#, right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented(JSONSyntaxRule.rfc))

    static let tooDeep = DiagnosticRule(
        id: "too-deep", severity: .warning, title: "values are nested too deeply",
        why: "Parsers limit the depth of nesting (RFC 8259 section 9). Bellhop reads 64 levels; "
            + "anything deeper is not checked.",
        remedy: "use fewer levels of nesting",
        wrong: RuleExample(
            stringLiteral: #"{"aps": {"alert": "Hello"}, "a": "#
                + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}"),
        right: #"{"aps": {"alert": "Hello"}, "a": [[]]}"#,
        claim: .chosen("Bellhop's own limit; Apple documents none"))
}
