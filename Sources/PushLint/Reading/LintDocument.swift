// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
public import Diagnostics

/// The result of reading a text as completely as possible: its value and its JSON errors.
package struct LintDocument {
    /// The payload object; `nil` if no object could be read.
    package let root: JSONNode?
    package let diagnostics: [Diagnostic]
    /// The paths of the values that the reader had to guess.
    let doubtfulKeyPaths: Set<String>

    /// Reads a text as JSON. Text that is not valid JSON is read again with ``TolerantReader``,
    /// which continues after errors.
    package init(reading source: SourceText, from start: Int) {
        guard source.bytes.count <= PayloadLinter.byteCountMax else {
            root = nil
            doubtfulKeyPaths = []
            diagnostics = [
                PayloadLinter.tooLarge(file: source.name, byteCount: source.bytes.count)
            ]
            return
        }
        var findings: [JSONFinding] = []
        let value: JSONNode?
        do {
            let node = try JSONReader.read(source.bytes, from: start)
            value = node
            findings += ValueErrors.findings(in: node, isWellFormed: true)
        } catch {
            let result = Self.recover(source.bytes, from: start, error)
            value = result.root
            findings += result.errors
        }
        if let value, value.members == nil {
            findings.append(Self.notAnObject(value))
            root = nil
        } else {
            root = value
        }
        doubtfulKeyPaths = Set(
            findings.filter { Self.guessing.contains($0.rule.id) }.map(\.keyPath)
        ).subtracting([""])
        diagnostics = findings.map { $0.diagnostic(in: source) }
    }

    /// The rules whose findings mean that the reader had to guess a value.
    private static let guessing = Set(
        [
            DiagnosticRule.foreignLiteral, .badNumber, .notJSON, .unclosedString, .unescapedQuote,
        ].map(\.id))

    private static func recover(
        _ bytes: [UInt8], from start: Int, _ error: JSONSyntaxError
    ) -> TolerantReader.Result {
        let result = TolerantReader.read(bytes, from: start)
        var errors = FixCheck.checked(result, of: bytes, from: start)
        if let root = result.root { errors += ValueErrors.findings(in: root, isWellFormed: false) }
        if result.errors.isEmpty {
            // The tolerant reader should find an error, too. If it does not, the strict reader's
            // error is reported.
            errors.append(
                JSONFinding(
                    rule: .notJSON, message: error.problem, remedy: error.remedy,
                    range: error.byteOffset..<min(error.byteOffset + 1, bytes.count), keyPath: ""))
        }
        return TolerantReader.Result(root: result.root, errors: errors)
    }

    private static func notAnObject(_ value: JSONNode) -> JSONFinding {
        let range = value.range.lowerBound..<(value.range.lowerBound + 1)
        var remedy: String?
        if case .array(let elements) = value.content {
            remedy =
                elements.count > 1
                ? "write each payload to its own file" : "remove the brackets around the object"
        } else if case .string(let text) = value.content {
            if text.first == "{" {
                remedy = "this string contains JSON: decode it once more"
            } else if text.hasPrefix("eyJ") {
                remedy = "this looks like Base64: decode it"
            }
        }
        let rule = DiagnosticRule.notAnObject
        return JSONFinding(
            rule: rule,
            message: "a payload must be a JSON object; this is \(value.value.typeName)",
            remedy: remedy ?? rule.remedy, range: range, keyPath: "")
    }
}

extension JSONFinding {
    fileprivate func diagnostic(in source: SourceText) -> Diagnostic {
        let end = min(range.upperBound, source.bytes.count)
        return Diagnostic(
            rule: rule.id, severity: rule.severity, message: message, remedy: remedy,
            location: source.location(min(range.lowerBound, end)..<end, keyPath: keyPath), fix: fix)
    }
}

extension PayloadLinter {
    /// The maximum size of a file that is read, in bytes.
    public static let byteCountMax = APNSFile.byteCountMax

    /// Returns the finding for a file that is too large to be read.
    public static func tooLarge(file: String, byteCount: Int) -> Diagnostic {
        let rule = DiagnosticRule.payloadFileTooLarge
        return Diagnostic(
            rule: rule.id, severity: rule.severity,
            message: "the file has \(byteCount) bytes; files of more than \(byteCountMax) bytes "
                + "are not read",
            remedy: rule.remedy, location: Diagnostic.Location(file: file))
    }
}
