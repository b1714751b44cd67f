// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics

/// A summary of an examination without the individual findings. It contains a line for each check,
/// and the causes in the order in which a person should check them.
package struct DoctorOverview: Sendable {
    /// The notation for a check's outcome.
    package enum Marks: Sendable {
        /// The symbols ✓ and ✗, for terminals.
        case symbols
        /// Words instead of symbols, for files and programs.
        case text
    }

    package let results: [DoctorResult]

    package init(_ results: [DoctorResult]) { self.results = results }

    // MARK: - Text

    /// Returns a line for each check, which contains the outcome and either the examined subject or
    /// the first finding.
    ///
    /// - Parameter isWhole: whether each check that does not apply has its own line. If `false`,
    ///   one line for each group states the number of such checks.
    package func checkLines(
        marks: Marks = .text, isWhole: Bool = true, paint: ReportPaint = { text, _ in text }
    ) -> [String] {
        let width = results.map(\.check.id.count).max() ?? 0
        return DoctorGroup.table.flatMap { group -> [String] in
            let ids = Set(group.checks.map(\.id))
            let own = results.filter { ids.contains($0.check.id) }
            guard !own.isEmpty else { return [] }
            let shown = isWhole ? own : own.filter { $0.outcome != .notApplicable }
            var lines = shown.map { result in
                let outcome = result.outcome
                let mark = paint(outcome.mark(marks), outcome.part)
                let gap = String(repeating: " ", count: width - result.check.id.count + 2)
                let text = TerminalText.text(result.summary)
                return "  \(mark) \(result.check.id)\(gap)"
                    + (outcome == .notApplicable ? paint(text, .excerpt) : text)
            }
            let others = own.count - shown.count
            if others > 0 {
                let mark = paint(DoctorOutcome.notApplicable.mark(marks), .excerpt)
                let summary = shown.isEmpty ? "none of \(others) applies" : "\(others) do not apply"
                lines.append("  \(mark) " + paint("\(summary); --all lists them", .excerpt))
            }
            return [paint(group.title, .message)] + lines + [""]
        }
    }

    /// Returns the causes in order. Each cause has its findings, or a note about where else to
    /// look.
    package func causeLines(
        marks: Marks = .text, paint: ReportPaint = { text, _ in text }
    ) -> [String] {
        let causes = DoctorCauseResult.all(of: results)
        let width = DoctorCause.allCases.map(\.title.count).max() ?? 0
        let lines = causes.enumerated().map { index, result in
            let gap = String(repeating: " ", count: width - result.cause.title.count + 2)
            let outcome = DoctorOutcome(
                isApplicable: result.checkCount > 0, worst: result.diagnostics.map(\.severity).max()
            )
            let mark = paint(outcome.mark(marks), outcome.part)
            return "  \(index + 1) \(mark) \(result.cause.title)\(gap)\(result.summary)"
        }
        return [
            paint("Causes of a missing notification, the most frequent first", .message)
        ] + lines
    }

    // MARK: - JSON

    /// The members `checks` and `causes` of the JSON report. Existing keys do not change; new keys
    /// may be added.
    package var json: JSONObject {
        [
            "checks": .array(
                results.map { result in
                    [
                        "id": .string(result.check.id),
                        "outcome": .string(result.outcome.rawValue),
                        "subject": .string(result.subject),
                        "findings": .number(JSONNumber(result.diagnostics.count)),
                    ]
                }),
            "causes": .array(
                DoctorCauseResult.all(of: results).map { result in
                    [
                        "cause": .string(result.cause.rawValue),
                        "checks": .number(JSONNumber(result.checkCount)),
                        "findings": .array(
                            result.ruleIDs.map { .string($0) }),
                        "elsewhere": .string(result.cause.elsewhere),
                    ]
                }),
        ]
    }
}

/// The outcome of a check, or of all checks for a cause.
package enum DoctorOutcome: String, Hashable, Sendable, CaseIterable {
    case fine = "ok"
    case notApplicable = "not-applicable"
    case note, warning, error

    init(isApplicable: Bool, worst: Severity?) {
        switch worst {
        case nil: self = isApplicable ? .fine : .notApplicable
        case .note: self = .note
        case .warning: self = .warning
        case .error: self = .error
        }
    }

    /// Returns the outcome as text of fixed width for a column.
    func mark(_ marks: DoctorOverview.Marks) -> String {
        switch (marks, self) {
        case (.symbols, .fine): "✓"
        case (.symbols, .notApplicable): "–"
        case (.symbols, .note): "i"
        case (.symbols, .warning): "!"
        case (.symbols, .error): "✗"
        case (.text, .fine): "ok     "
        case (.text, .notApplicable): "-      "
        case (.text, .note): "note   "
        case (.text, .warning): "warning"
        case (.text, .error): "error  "
        }
    }

    var part: ReportPart {
        switch self {
        case .fine: .good
        case .notApplicable: .excerpt
        case .note: .note
        case .warning: .warning
        case .error: .error
        }
    }
}

extension DoctorResult {
    package var outcome: DoctorOutcome {
        DoctorOutcome(isApplicable: isApplicable, worst: diagnostics.map(\.severity).max())
    }

    /// The text after the check's name, which is the first finding with the highest severity or,
    /// without findings, the examined subject.
    fileprivate var summary: String {
        guard let first = diagnostics.max(by: { $0.severity < $1.severity }) else {
            return isApplicable ? subject : "does not apply"
        }
        let others = diagnostics.count - 1
        return first.message + (others > 0 ? "; and \(others) more" : "")
    }
}

extension DoctorCauseResult {
    /// The identifiers of the checks with findings, without duplicates.
    var ruleIDs: [String] {
        diagnostics.map(\.rule).reduce(into: []) { ids, id in
            if !ids.contains(id) { ids.append(id) }
        }
    }

    fileprivate var summary: String {
        guard diagnostics.isEmpty else { return ruleIDs.joined(separator: ", ") }
        let seen = checkCount == 0 ? "not visible here" : "nothing found"
        return "\(seen); \(cause.elsewhere)"
    }
}
