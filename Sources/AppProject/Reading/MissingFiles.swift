// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// Combines findings about missing files. Each file is mentioned once, even if many configurations
/// refer to it, and many missing files of one manifest become one finding.
enum MissingFiles {
    /// The number of missing files of one manifest above which only the first file is mentioned.
    private static let nameCountMax = 3

    static func joined(_ problems: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<String> = []
        let distinct = problems.filter { !isNote($0) || seen.insert($0.message).inserted }
        let counts = Dictionary(
            grouping: distinct.filter(isNote), by: \.location.file
        ).mapValues(\.count)
        var shown: Set<String> = []
        return distinct.compactMap { problem in
            let file = problem.location.file
            guard isNote(problem), let count = counts[file], count > nameCountMax else {
                return problem
            }
            guard shown.insert(file).inserted else { return nil }
            var whole = problem
            whole.message += "; \(count - 1) other files that this file names are missing too"
            return whole
        }
    }

    /// Combines notes that have the same rule and text but concern many files, such as the notes
    /// for a Tuist project with a manifest for each module.
    static func joinedAlike(_ problems: [Diagnostic]) -> [Diagnostic] {
        let alike = Dictionary(grouping: problems.filter { $0.severity == .note }) {
            $0.rule + $0.message
        }
        var shown: Set<String> = []
        return problems.compactMap { problem in
            let key = problem.rule + problem.message
            guard problem.severity == .note, let count = alike[key]?.count, count > nameCountMax
            else { return problem }
            guard shown.insert(key).inserted else { return nil }
            var whole = problem
            whole.message += "; the same applies to \(count - 1) other locations"
            return whole
        }
    }

    private static func isNote(_ problem: Diagnostic) -> Bool {
        problem.rule == ProjectProblem.missingFile.rawValue && problem.severity == .note
    }
}
