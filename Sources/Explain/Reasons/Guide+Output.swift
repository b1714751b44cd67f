// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension ReasonGuide {
    /// How many causes ``brief`` names.
    static let briefCauseCountMax = 3

    /// The guide for people: what it means, what it comes from, how to tell, what to do.
    public func text(paint: TextPaint = { text, _ in text }) -> String {
        guard let row = reason.row else { return "" }
        var lines = [
            paint("\(row.status) \(reason.rawValue)", .bold) + ": \(row.meaning)",
            paint("\(row.claim.grade.rawValue): \(row.claim.source)", .dim), "",
        ]
        lines += causes.lines(paint: paint)
        lines.append(GuideLine.of("again", row.retry.rule, paint))
        lines.append(GuideLine.of("token", row.tokenConsequence.rule, paint))
        for (index, contrast) in contrasts.enumerated() {
            let words = "\(contrast.reason.rawValue): \(contrast.difference)"
            lines.append(GuideLine.of(index == 0 ? "unlike" : "", words, paint))
        }
        return lines.joined(separator: "\n")
    }

    /// The same in short, for the report of a push: pairs of a label and a text.
    public var brief: [(label: String, text: String)] {
        guard let row = reason.row, let first = causes.first else { return [] }
        let shown = causes.prefix(Self.briefCauseCountMax).map(\.what)
        var lines = shown.enumerated().map { index, what in
            (label: "likely", text: shown.count == 1 ? what : "\(index + 1)  \(what)")
        }
        lines.append(("tell", first.tell))
        lines.append(("try", row.remedy))
        lines.append(("more", "bellhop explain --reason \(reason.rawValue)"))
        return lines
    }

    /// The guide for programs; keys are stable.
    public var json: JSONObject {
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
    /// The guide for people.
    public func text(paint: TextPaint = { text, _ in text }) -> String {
        ([paint(title, .bold), known, ""] + causes.lines(paint: paint)).joined(separator: "\n")
    }

    /// The guide for programs; keys are stable.
    public var json: JSONObject {
        [
            "symptom": .string(id), "title": .string(title), "known": .string(known),
            "causes": causes.json,
        ]
    }
}

extension [LikelyCause] {
    /// Three lines for each cause: what, how to tell, what to do.
    func lines(paint: TextPaint) -> [String] {
        enumerated().flatMap { index, cause in
            let source = paint("  \(cause.claim.grade.rawValue): \(cause.claim.source)", .dim)
            return [
                GuideLine.of(index == 0 ? "likely" : "", "\(index + 1)  \(cause.what)", paint)
                    + source,
                GuideLine.of("", "   tell  \(cause.tell)", paint),
                GuideLine.of("", "   try   \(cause.remedy)", paint),
            ]
        }
    }

    /// The causes for programs.
    public var json: JSONValue {
        .array(
            map {
                [
                    "cause": .string($0.what), "tell": .string($0.tell), "try": .string($0.remedy),
                    "grade": .string($0.claim.grade.rawValue), "source": .string($0.claim.source),
                ]
            })
    }
}

/// A line of label and text.
enum GuideLine {
    private static let labelWidth = 10

    static func of(_ label: String, _ text: String, _ paint: TextPaint) -> String {
        let padded = label + String(repeating: " ", count: max(1, labelWidth - label.count))
        return (label.isEmpty ? padded : paint(padded, .bold)) + text
    }
}

extension RejectionReason.RetryClass {
    /// The word in JSON.
    var hyphenated: String {
        switch self {
        case .never, .fix, .later: rawValue
        case .newProviderToken: "new-provider-token"
        case .newConnection: "new-connection"
        }
    }
}
