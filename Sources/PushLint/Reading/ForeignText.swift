// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Text of another kind where a payload was expected, recognized by its first bytes.
struct ForeignText {
    /// The kind of text, as a phrase without a full stop.
    let problem: String
    /// The remedy, as a phrase without a full stop.
    let remedy: String

    /// - Returns: `nil` if the text begins as JSON may begin, or is not recognized.
    init?(_ text: ArraySlice<UInt8>) {
        guard let first = text.first, first != ASCII.openBrace, first != ASCII.openBracket,
            let kind = Self.kinds.first(where: { text.starts(with: $0.start.utf8) })
        else { return nil }
        problem = "this is \(kind.name), not a payload"
        remedy = kind.remedy
    }

    private static let kinds: [(start: String, name: String, remedy: String)] = [
        ("curl ", "a curl command", "keep what follows -d, without the quotation marks around it"),
        ("$ ", "a shell command", "keep the JSON alone"),
        ("POST ", "a whole HTTP request", "keep the body; headers go between two lines ---"),
        ("HTTP/", "an HTTP answer", "keep the JSON that was sent"),
        ("apns-", "the headers of a push", "put them between two lines ---, and the JSON below"),
        ("-----BEGIN", "a key or certificate", "name the payload file; keep keys out of it"),
        ("<?xml", "an XML property list or document", "write the payload as JSON"),
        ("<!DOCTYPE", "an HTML or XML document", "name the payload file"),
        ("<html", "an HTML page", "name the payload file"),
        ("bplist0", "a binary property list", "write the payload as JSON"),
        ("%PDF", "a PDF file", "name the payload file"),
        ("PK\u{3}\u{4}", "a ZIP archive", "name the payload file"),
        ("eyJ", "Base64, or a JSON Web Token", "decode it, and keep the JSON"),
        ("aps:", "YAML", "write the payload as JSON"),
    ]
}
