// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Explain

// The pages about problems: one for the rejection reasons of APNs, and one for other problems.
extension ReferencePage {
    static var rejectionReasons: ReferencePage {
        var lines = [
            "# Rejection reasons", "",
            "This page explains why APNs rejects a request, the likely causes, and what to do. It "
                + "has the same text as `bellhop explain --reason NAME`. "
                + note("RejectionReason.table` and `ReasonGuide.table"),
        ]
        lines += table(
            columns: ["status", "reason", "meaning", "try", "retry?", "device token"],
            rows: RejectionReason.table.map { row in
                let name = row.reason.rawValue
                return [
                    String(row.status), "[`\(name)`](#\(name.lowercased()))", row.meaning,
                    row.remedy, row.retry.summary, row.tokenConsequence.summary,
                ]
            })
        lines += ["", "A reason that is not in this table is stored unchanged."]
        for row in RejectionReason.table {
            guard let guide = row.reason.guide else { continue }
            lines += ["", "## \(row.reason.rawValue)", "\(row.status): \(row.meaning)."]
            lines += causes(guide.causes)
            if !guide.contrasts.isEmpty { lines.append("") }
            lines += guide.contrasts.map { "- Unlike `\($0.reason.rawValue)`: \($0.difference)." }
        }
        return ReferencePage(
            fileName: "rejection-reasons.md", text: lines.joined(separator: "\n") + "\n")
    }

    static var symptoms: ReferencePage {
        var lines = [
            "# Problems for which APNs returns no reason", "",
            "This page lists what to check, in this order, when a problem occurs for which APNs "
                + "returns no reason. It has the same text as `bellhop explain --symptom "
                + "WORD`. " + note("SymptomGuide.table"),
        ]
        for guide in SymptomGuide.table {
            lines += ["", "## \(guide.id)", "\(sentence(guide.title)) \(sentence(guide.known))"]
            lines += causes(guide.causes)
        }
        return ReferencePage(fileName: "symptoms.md", text: lines.joined(separator: "\n") + "\n")
    }

    private static func causes(_ causes: [LikelyCause]) -> [String] {
        table(
            columns: ["", "likely cause", "how to tell", "try", "source"],
            rows: causes.enumerated().map { index, cause in
                [
                    String(index + 1), cause.what, cause.check, cause.remedy,
                    "\(cause.claim.grade.rawValue): \(cause.claim.source)",
                ]
            })
    }

    /// Returns a phrase as a sentence with a capital letter and a full stop. Product names remain
    /// unchanged.
    private static func sentence(_ phrase: String) -> String {
        phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
    }
}
