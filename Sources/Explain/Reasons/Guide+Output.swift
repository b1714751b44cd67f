// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import Diagnostics

extension ReasonGuide {
    /// The number of causes in ``brief``.
    static let briefCauseCountMax = 3

    /// Returns the guide as text for people. It contains the meaning, the likely causes, how to
    /// recognize them, and their remedies.
    ///
    /// - Parameter width: the terminal's width in columns, at which lines are broken between words;
    ///   `nil` disables line breaking.
    package func text(width: Int? = nil, paint: @escaping TextPaint = { text, _ in text }) -> String
    {
        guard let row = reason.row else { return "" }
        let page = GuidePage(width: width, paint: paint)
        var lines = page.title(
            "\(row.status) \(reason.rawValue)", row.meaning,
            source: "\(row.claim.grade.rawValue): \(row.claim.source)")
        lines += [""] + page.lines(of: causes)
        lines += page.line("retry", row.retry.rule)
        lines += page.line("token", row.tokenConsequence.rule)
        for (index, contrast) in contrasts.enumerated() {
            let text = "\(contrast.reason.rawValue): \(contrast.difference)"
            lines += page.line(index == 0 ? "unlike" : "", text)
        }
        return lines.joined(separator: "\n")
    }

    /// A short form of the guide for the report of a push. It consists of pairs of a label and a
    /// text.
    package var brief: [(label: String, text: String)] {
        guard let row = reason.row, let first = causes.first else { return [] }
        let shown = causes.prefix(Self.briefCauseCountMax).map(\.what)
        var lines = shown.enumerated().map { index, what in
            (label: "likely", text: shown.count == 1 ? what : "\(index + 1)  \(what)")
        }
        lines.append(("check", first.check))
        lines.append(("try", row.remedy))
        lines.append(("more", "bellhop explain --reason \(reason.rawValue)"))
        return lines
    }

    /// The guide as JSON for programs. Its keys do not change.
    package var json: JSONObject {
        guard let row = reason.row else { return ["reason": .string(reason.rawValue)] }
        return [
            "reason": .string(reason.rawValue), "documented": true,
            "status": .number(JSONNumber(row.status)), "meaning": .string(row.meaning),
            "try": .string(row.remedy), "causes": causes.json,
            "retry": .string(row.retry.hyphenated), "again": .string(row.retry.rule),
            "token_consequence": .string(row.tokenConsequence.rawValue),
            "token": .string(row.tokenConsequence.rule),
            "unlike": .array(
                contrasts.map {
                    [
                        "reason": .string($0.reason.rawValue),
                        "difference": .string($0.difference),
                    ]
                }),
            "grade": .string(row.claim.grade.rawValue), "source": .string(row.claim.source),
        ]
    }
}

extension SymptomGuide {
    /// Returns the guide as text for people.
    ///
    /// - Parameter width: the terminal's width in columns, at which lines are broken between words;
    ///   `nil` disables line breaking.
    package func text(width: Int? = nil, paint: @escaping TextPaint = { text, _ in text }) -> String
    {
        let page = GuidePage(width: width, paint: paint)
        let head =
            TextWrap.lines(title, width: width).map { paint($0, .bold) }
            + TextWrap.lines(known, width: width)
        return (head + [""] + page.lines(of: causes)).joined(separator: "\n")
    }

    /// The guide as JSON for programs. Its keys do not change.
    package var json: JSONObject {
        [
            "symptom": .string(id), "title": .string(title), "known": .string(known),
            "causes": causes.json,
        ]
    }
}

extension [LikelyCause] {
    /// The causes as JSON for programs.
    package var json: JSONValue {
        .array(
            map {
                [
                    "cause": .string($0.what), "check": .string($0.check),
                    "try": .string($0.remedy),
                    "grade": .string($0.claim.grade.rawValue), "source": .string($0.claim.source),
                ]
            })
    }
}

extension RejectionReason.RetryClass {
    /// The name in JSON.
    var hyphenated: String {
        switch self {
        case .never, .fix, .later: rawValue
        case .newProviderToken: "new-provider-token"
        case .newConnection: "new-connection"
        }
    }
}
