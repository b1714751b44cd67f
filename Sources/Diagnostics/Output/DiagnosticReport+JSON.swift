// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension DiagnosticReport {
    /// The report as JSON for programs. Existing keys do not change; new keys may be added.
    public var json: JSONObject {
        [
            "tool": .string(tool), "version": .string(version),
            "findings": .array(
                fingerprinted.map { .object(json(of: $0.diagnostic, fingerprint: $0.fingerprint)) }
            ),
            "summary": .object(summaryJSON),
            "skipped": .array(
                skipped.map { ["file": .string($0.file), "reason": .string($0.reason)] }),
        ]
    }

    private var summaryJSON: JSONObject {
        [
            "files": .number(JSONNumber(fileCount)),
            "errors": .number(JSONNumber(count(.error))),
            "warnings": .number(JSONNumber(count(.warning))),
            "notes": .number(JSONNumber(count(.note))),
            "fixable": .number(JSONNumber(fixableCount)),
            "in_baseline": .number(JSONNumber(baselineCount)),
        ]
    }

    private func json(of diagnostic: Diagnostic, fingerprint: String) -> JSONObject {
        let location = diagnostic.location
        let end = location.range.flatMap { range in
            source(location.file)?.position(of: range.upperBound)
        }
        return [
            "rule": .string(diagnostic.rule), "severity": .string(diagnostic.severity.rawValue),
            "message": .string(diagnostic.message),
            "remedy": diagnostic.remedy.isEmpty ? .null : .string(diagnostic.remedy),
            "file": .string(location.file),
            "line": location.position.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": location.position.map { .number(JSONNumber($0.column)) } ?? .null,
            "end_line": end.map { .number(JSONNumber($0.line)) } ?? .null,
            "end_column": end.map { .number(JSONNumber($0.column)) } ?? .null,
            "key_path": location.keyPath.isEmpty ? .null : .string(location.keyPath),
            "fix": diagnostic.fix.map { .object($0.json) } ?? .null,
            "fingerprint": .string(fingerprint),
        ]
    }
}

extension TextFix {
    /// The fix as JSON. Byte offsets are counted from 0.
    fileprivate var json: JSONObject {
        [
            "title": .string(title),
            "edits": .array(
                edits.map { edit in
                    [
                        "byte_offset": .number(JSONNumber(edit.range.lowerBound)),
                        "byte_count": .number(JSONNumber(edit.range.count)),
                        "replacement": .string(String(decoding: edit.replacement, as: UTF8.self)),
                    ]
                }),
        ]
    }
}
