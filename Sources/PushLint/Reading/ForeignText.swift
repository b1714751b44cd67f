// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Text that is not a JSON payload but another kind of content. The kind is recognized by the first
/// bytes.
struct ForeignText {
    /// The kind of content, as a phrase without a full stop.
    let problem: String
    /// The remedy, as a phrase without a full stop.
    let remedy: String

    /// - Returns: `nil` if JSON could begin like this text, or if the kind of content is not
    ///   recognized.
    init?(_ text: ArraySlice<UInt8>) {
        guard let first = text.first, first != ASCII.openBrace, first != ASCII.openBracket,
            let kind = Self.kinds.first(where: { text.starts(with: $0.start.utf8) })
        else { return nil }
        problem = "this is \(kind.name), not a payload"
        remedy = kind.remedy
    }

    private static let kinds: [(start: String, name: String, remedy: String)] = [
        ("curl ", "a curl command", "keep only the JSON after -d, without its quotation marks"),
        ("$ ", "a shell command", "keep only the JSON"),
        ("POST ", "a whole HTTP request", "keep only the body; put headers between lines of ---"),
        ("HTTP/", "an HTTP response", "use the JSON that was sent in the request"),
        ("apns-", "the headers of a push", "put them between lines of ---, and the JSON below"),
        ("-----BEGIN", "a key or certificate", "give the path of a payload instead"),
        ("<?xml", "an XML property list or document", "write the payload as JSON"),
        ("<!DOCTYPE", "an HTML or XML document", "give the path of a payload instead"),
        ("<html", "an HTML page", "give the path of a payload instead"),
        ("bplist0", "a binary property list", "write the payload as JSON"),
        ("%PDF", "a PDF file", "give the path of a payload instead"),
        ("PK\u{3}\u{4}", "a ZIP archive", "give the path of a payload instead"),
        ("eyJ", "Base64, or a JSON Web Token", "decode it, and use the JSON"),
        ("aps:", "YAML", "write the payload as JSON"),
    ]
}
