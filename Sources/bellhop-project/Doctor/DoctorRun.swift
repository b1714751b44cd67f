// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import ArgumentParser
import CommandSupport
import Diagnostics
import ProjectDoctor

/// A run of the doctor, which consists of the examination and its output.
struct DoctorRun {
    private(set) var report: DiagnosticReport
    private var results: [DoctorResult] = []
    private var heading: [String] = []

    init(rules: [DiagnosticRule]) {
        report = DiagnosticReport(
            tool: "bellhop doctor", version: ToolVersion.current, rules: rules)
    }

    mutating func examine(_ checkout: DoctorCheckout) throws {
        let examination = ProjectExamination(
            of: checkout.project, now: TimeSource.system.now)
        let found = examination.diagnostics
        let sources = Set(found.map(\.location.file)).sorted().compactMap(checkout.source)
        report.add(found.map(checkout.placed), sources: sources)
        report.fileCount += checkout.files.paths.count
        results += examination.results
        heading.append(checkout.summary)
    }

    mutating func examine(_ facts: CredentialFacts) {
        let examination = ProjectExamination(of: facts)
        report.add(examination.diagnostics)
        results += examination.results
    }

    /// - Parameter isWhole: whether each check that does not apply is also listed.
    func written(as format: ReportFormat, isWhole: Bool) -> String {
        let overview = DoctorOverview(results)
        switch format {
        case .text: return text(overview, isWhole: isWhole)
        case .json:
            var object = report.json
            for member in overview.json.members { object[member.key] = member.value }
            return JSONWriter.text(.object(object), style: .indented)
        case .sarif, .github: return report.written(as: format)
        }
    }

    private func text(_ overview: DoctorOverview, isWhole: Bool) -> String {
        let marks: DoctorOverview.Marks = Console.usesColour ? .symbols : .text
        var lines = heading.isEmpty ? [] : heading + [""]
        lines += overview.checkLines(
            marks: marks, isWhole: isWhole, paint: Console.paint)
        lines += [report.text(paint: Console.paint), ""]
        lines += overview.causeLines(marks: marks, paint: Console.paint)
        return lines.joined(separator: "\n")
    }
}
