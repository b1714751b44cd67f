// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

/// SARIF conforms to its schema: these are the members that OASIS' `sarif-schema-2.1.0.json`
/// requires and allows in the objects that Bellhop writes.
struct SARIFTests {
    /// Allowed and required members of each kind of object.
    private struct Shape {
        let required: Set<String>
        let allowed: Set<String>
    }

    private static let shapes: [String: Shape] = [
        "log": Shape(required: ["version", "runs"], allowed: ["$schema", "version", "runs"]),
        "run": Shape(required: ["tool"], allowed: ["tool", "columnKind", "results"]),
        "tool": Shape(required: ["driver"], allowed: ["driver"]),
        "driver": Shape(required: ["name"], allowed: ["name", "version", "rules"]),
        "rule": Shape(
            required: ["id"],
            allowed: [
                "id", "shortDescription", "fullDescription", "help", "defaultConfiguration",
                "properties",
            ]),
        "result": Shape(
            required: ["message"],
            allowed: [
                "ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints",
                "fixes",
            ]),
        "location": Shape(required: [], allowed: ["physicalLocation", "logicalLocations"]),
        "physicalLocation": Shape(
            required: ["artifactLocation"], allowed: ["artifactLocation", "region"]),
        "region": Shape(
            required: [],
            allowed: [
                "startLine", "startColumn", "endLine", "endColumn", "byteOffset", "byteLength",
            ]),
        "fix": Shape(required: ["artifactChanges"], allowed: ["artifactChanges", "description"]),
        "artifactChange": Shape(
            required: ["artifactLocation", "replacements"],
            allowed: ["artifactLocation", "replacements"]),
        "replacement": Shape(
            required: ["deletedRegion"], allowed: ["deletedRegion", "insertedContent"]),
        "message": Shape(required: ["text"], allowed: ["text"]),
    ]

    private func check(_ value: JSONValue?, _ kind: String) throws -> JSONObject {
        let object = try #require(value?.objectValue, "\(kind) is not an object")
        let shape = try #require(Self.shapes[kind])
        let keys = Set(object.keys)
        #expect(shape.required.isSubset(of: keys), "\(kind) lacks a member")
        #expect(keys.isSubset(of: shape.allowed), "\(kind) has unknown members: \(keys)")
        return object
    }

    private func checkRegion(_ value: JSONValue?) throws {
        let region = try check(value, "region")
        // The schema's minimum values: 1 for lines and columns, 0 for bytes.
        for key in ["startLine", "startColumn", "endLine", "endColumn"] {
            #expect((region[key]?.intValue ?? 0) >= 1)
        }
        #expect((region["byteOffset"]?.intValue ?? 0) >= 0)
    }

    private func report(file: String) -> DiagnosticReport {
        let rule = DiagnosticRule(
            id: "some-rule", severity: .warning, title: "t", why: "w.", remedy: "r",
            wrong: "{}", right: "{}", claim: .chosen("s"))
        var report = DiagnosticReport(tool: "bellhop lint", version: "1.0.0", rules: [rule])
        let source = SourceText(name: file, text: "{\n \"a\": 1,\n}")
        report.add(
            [
                Diagnostic(
                    rule: "some-rule", severity: .warning, message: "m", remedy: "r",
                    location: source.location(3..<6, keyPath: "a"),
                    fix: TextFix("remove", [.init(9..<10, []), .init(11..<11, [65])])),
                Diagnostic(
                    rule: "some-rule", severity: .note, message: "m",
                    location: Diagnostic.Location(file: Diagnostic.Location.commandLine)),
                Diagnostic(
                    rule: "foreign-rule", severity: .error, message: "m",
                    location: Diagnostic.Location(file: file)),
            ], of: source)
        return report
    }

    @Test
    func `a report has the members that the schema requires, and only members that it allows`()
        throws
    {
        let text = report(file: "a.apns").written(as: .sarif)
        let log = try check(try JSONReader.read(text).value, "log")
        #expect(log["version"] == "2.1.0")
        let runs = try #require(log["runs"]?.arrayValue)
        #expect(runs.count == 1)
        let run = try check(runs.first, "run")
        #expect(run["columnKind"] == "unicodeCodePoints")
        let driver = try check(try check(run["tool"], "tool")["driver"], "driver")
        let rules = try #require(driver["rules"]?.arrayValue)
        for rule in rules {
            let rule = try check(rule, "rule")
            for key in ["shortDescription", "fullDescription", "help"] {
                _ = try check(rule[key], "message")
            }
        }
        let results = try #require(run["results"]?.arrayValue)
        #expect(results.count == 3)
        for result in results {
            let result = try check(result, "result")
            _ = try check(result["message"], "message")
            let level = result["level"]?.stringValue ?? ""
            #expect(["none", "note", "warning", "error"].contains(level))
            let locations = try #require(result["locations"]?.arrayValue)
            for location in locations { try checkLocation(location) }
            for fix in result["fixes"]?.arrayValue ?? [] { try checkFix(fix) }
        }
        #expect(results.map { $0.objectValue?["ruleIndex"]?.intValue } == [0, 0, nil])
        #expect(results.filter { $0.objectValue?["fixes"] != nil }.count == 1)
    }

    private func checkLocation(_ value: JSONValue) throws {
        let location = try check(value, "location")
        guard let physicalValue = location["physicalLocation"] else { return }
        let physical = try check(physicalValue, "physicalLocation")
        #expect(physical["artifactLocation"]?.objectValue?["uri"]?.stringValue != nil)
        if let region = physical["region"] { try checkRegion(region) }
    }

    private func checkFix(_ value: JSONValue) throws {
        let fix = try check(value, "fix")
        _ = try check(fix["description"], "message")
        for change in try #require(fix["artifactChanges"]?.arrayValue) {
            let change = try check(change, "artifactChange")
            let replacements = try #require(change["replacements"]?.arrayValue)
            #expect(!replacements.isEmpty)
            for replacement in replacements {
                try checkRegion(try check(replacement, "replacement")["deletedRegion"])
            }
        }
    }

    @Test(arguments: [
        ("payloads/a.apns", "payloads/a.apns"), ("./a.apns", "a.apns"),
        ("/tmp/a b.apns", "file:///tmp/a%20b.apns"), ("é.apns", "%C3%A9.apns"),
        ("a:b#c?d%.apns", "a%3Ab%23c%3Fd%25.apns"), ("a\nb", "a%0Ab"),
    ])
    func `paths become URI references`(path: String, uri: String) throws {
        let sarif = JSONValue.object(report(file: path).sarif)
        let text = JSONWriter.text(sarif)
        #expect(text.contains("\"uri\":\"\(uri)\""))
    }
}
