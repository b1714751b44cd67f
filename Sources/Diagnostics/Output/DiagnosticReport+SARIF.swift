// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension DiagnosticReport {
    /// The report in SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format").
    ///
    /// Columns count Unicode code points, as in all of Bellhop's output; the report states this.
    public var sarif: JSONObject {
        [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": [
                        "driver": [
                            "name": .string(tool), "version": .string(version),
                            "rules": .array(rules.map { .object($0.sarif) }),
                        ]
                    ],
                    "columnKind": "unicodeCodePoints",
                    "results": .array(
                        fingerprinted.map {
                            .object(sarif(of: $0.diagnostic, fingerprint: $0.fingerprint))
                        }),
                ]
            ],
        ]
    }

    private func sarif(of diagnostic: Diagnostic, fingerprint: String) -> JSONObject {
        let advice = diagnostic.remedy.isEmpty ? "" : "; \(diagnostic.remedy)"
        var result: JSONObject = [
            "ruleId": .string(diagnostic.rule),
            "level": .string(diagnostic.severity.rawValue),
            "message": ["text": .string(diagnostic.message + advice)],
            "locations": [.object(sarif(of: diagnostic.location))],
            "partialFingerprints": ["bellhopFinding/v1": .string(fingerprint)],
        ]
        if let index = rules.firstIndex(where: { $0.id == diagnostic.rule }) {
            result["ruleIndex"] = .number(JSONNumber(index))
        }
        if let fix = diagnostic.fix, let source = source(diagnostic.location.file),
            !Self.isNoFile(source.name)
        {
            result["fixes"] = [.object(sarif(of: fix, in: source))]
        }
        return result
    }

    private func sarif(of location: Diagnostic.Location) -> JSONObject {
        var object = JSONObject()
        if !Self.isNoFile(location.file) {
            var physical: JSONObject = [
                "artifactLocation": ["uri": .string(ArtifactURI.text(location.file))]
            ]
            if let source = source(location.file), let range = location.range {
                physical["region"] = .object(Self.region(range, in: source))
            } else if let position = location.position {
                physical["region"] = [
                    "startLine": .number(JSONNumber(position.line)),
                    "startColumn": .number(JSONNumber(position.column)),
                ]
            }
            object["physicalLocation"] = .object(physical)
        }
        let name = location.keyPath.isEmpty ? location.file : location.keyPath
        if Self.isNoFile(location.file) || !location.keyPath.isEmpty {
            object["logicalLocations"] = [["fullyQualifiedName": .string(name)]]
        }
        return object
    }

    private static func region(_ range: Range<Int>, in source: SourceText) -> JSONObject {
        let start = source.position(of: range.lowerBound)
        let end = source.position(of: range.upperBound)
        return [
            "startLine": .number(JSONNumber(start.line)),
            "startColumn": .number(JSONNumber(start.column)),
            "endLine": .number(JSONNumber(end.line)),
            "endColumn": .number(JSONNumber(end.column)),
            "byteOffset": .number(JSONNumber(range.lowerBound)),
            "byteLength": .number(JSONNumber(range.count)),
        ]
    }

    private func sarif(of fix: TextFix, in source: SourceText) -> JSONObject {
        let replacements = fix.edits.map { edit -> JSONValue in
            [
                "deletedRegion": .object(Self.region(edit.range, in: source)),
                "insertedContent": [
                    "text": .string(String(decoding: edit.replacement, as: UTF8.self))
                ],
            ]
        }
        return [
            "description": ["text": .string(fix.title)],
            "artifactChanges": [
                [
                    "artifactLocation": ["uri": .string(ArtifactURI.text(source.name))],
                    "replacements": .array(replacements),
                ]
            ],
        ]
    }
}

extension DiagnosticRule {
    /// The rule in SARIF's format, with its examples as help.
    fileprivate var sarif: JSONObject {
        [
            "id": .string(id),
            "shortDescription": ["text": .string(title)],
            "fullDescription": ["text": .string(why)],
            "help": ["text": .string("\(why) What to do: \(remedy).")],
            "defaultConfiguration": ["level": .string(severity.rawValue)],
            "properties": [
                "grade": .string(claim.grade.rawValue), "source": .string(claim.source),
            ],
        ]
    }
}

/// Converts paths to URI references (RFC 3986).
enum ArtifactURI {
    /// Returns a relative reference for a relative path, and a `file` URI for an absolute path.
    static func text(_ path: String) -> String {
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        let isAbsolute = path.hasPrefix("/")
        var text = isAbsolute ? "file://" : ""
        for byte in path.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80,
                character.isLetter || character.isNumber || "-._~/!$&'()*+,;=@".contains(character)
            {
                text.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
