// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// A text read as far as it can be: the value, and what is wrong with it as JSON.
struct LintDocument {
    /// The object; `nil` when nothing of it could be read.
    let root: JSONNode?
    let diagnostics: [Diagnostic]

    init(reading source: SourceText, from start: Int) {
        do {
            let node = try JSONReader.read(source.bytes, from: start)
            root = node
            diagnostics = []
        } catch {
            root = nil
            diagnostics = [
                Diagnostic(
                    rule: JSONFault.notJSON.id, severity: .error, message: error.problem,
                    remedy: error.remedy,
                    location: source.location(error.byteOffset..<(error.byteOffset + 1)))
            ]
        }
    }
}

/// The rows of what the reader itself finds.
enum JSONFault {
    static let rows = [notJSON]

    static let notJSON = DiagnosticRule(
        id: "not-json", severity: .error, title: "the text is not JSON",
        why: "APNs accepts a body without looking into it, and the device drops what it cannot "
            + "read: nothing appears, and nobody is told.",
        remedy: "correct the JSON", wrong: #"{"aps": {"alert": "Hello"}"#,
        right: #"{"aps": {"alert": "Hello"}}"#,
        claim: .documented("Generating a remote notification"))
}
