// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Foundation

/// A JSON file with the fingerprints of known findings. These findings are ignored, so that only
/// new findings are reported.
struct LintBaseline {
    /// The maximum size of a baseline, in bytes.
    private static let byteCountMax = 16 << 20
    private static let version = 1

    private let fingerprints: Set<String>

    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, and with status 64
    ///   if it is not a baseline.
    init(reading path: String) throws {
        let bytes = try InputFile.read(
            path, byteCountMax: Self.byteCountMax, what: "a baseline of bellhop lint")
        let limits = JSONReader.Limits(byteCountMax: Self.byteCountMax)
        guard let value = try? JSONReader.read(bytes, limits: limits).value,
            let file = value.objectValue, file["version"]?.intValue == Self.version,
            let findings = file["findings"]?.arrayValue
        else {
            throw CommandFailure(
                .usage,
                "\(path): this is not a baseline; write one with: bellhop lint … --write-baseline "
                    + "FILE"
            )
        }
        fingerprints = Set(findings.compactMap { $0.objectValue?["fingerprint"]?.stringValue })
    }

    /// Removes the findings that are in the baseline from a report.
    ///
    /// - Returns: The number of findings in the baseline that no longer occur.
    func apply(to report: inout DiagnosticReport) -> Int {
        let found = report.fingerprinted.map(\.fingerprint)
        var index = 0
        var known = 0
        report.filter { _ in
            defer { index += 1 }
            let isKnown = fingerprints.contains(found[index])
            if isKnown { known += 1 }
            return !isKnown
        }
        report.baselineCount = known
        return fingerprints.subtracting(found).count
    }

    /// Writes the findings of a report as a baseline.
    static func write(_ report: DiagnosticReport, to path: String) throws {
        let findings = report.fingerprinted.map { finding -> JSONValue in
            [
                "fingerprint": .string(finding.fingerprint),
                "rule": .string(finding.diagnostic.rule),
                "file": .string(finding.diagnostic.location.file),
            ]
        }
        let text = JSONWriter.text(
            ["version": .number(JSONNumber(version)), "findings": .array(findings)],
            style: .indented)
        do { try Data((text + "\n").utf8).write(to: URL(filePath: path), options: .atomic) } catch {
            throw CommandFailure(
                .cannotCreate, "\(path): cannot write the baseline; check that the directory exists"
            )
        }
    }
}
