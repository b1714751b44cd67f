// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import DeviceModel
package import Explain
import GatewayAPI

/// The subject of `bellhop explain --reason WORD`, which is a reason, the reasons with one status,
/// or all reasons.
package enum ReasonQuery: WorkResult, Sendable {
    /// A reason that Apple documents.
    case guide(ReasonGuide)
    /// All reasons that APNs sends with an HTTP status.
    case status(Int, [RejectionReason.Row])
    /// All reasons.
    case list
    /// A reason that Apple does not document, with the documented reason that the person probably
    /// meant.
    case unknown(RejectionReason, nearest: String?)

    /// The arguments that select ``list``.
    private static let listNames = ["list", "all"]

    package init(_ word: String) {
        let word = word.trimmingBlanks
        let folded = Self.fold(word)
        if let status = Int(word), (100...599).contains(status) {
            self = .status(status, RejectionReason.table.filter { $0.status == status })
        } else if Self.listNames.contains(folded) {
            self = .list
        } else if let guide = RejectionReason(rawValue: word).guide
            ?? ReasonGuide.table.first(where: { Self.fold($0.reason.rawValue) == folded })
        {
            self = .guide(guide)
        } else {
            let names = ReasonGuide.table.map(\.reason.rawValue)
            self = .unknown(
                RejectionReason(rawValue: word), nearest: NearestWord.of(word, among: names))
        }
    }

    /// Returns only the letters and digits of a word, in lower case, so that `bad_device_token`
    /// equals `BadDeviceToken`.
    private static func fold(_ word: String) -> String {
        word.prefix(64).lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Whether there is an explanation for the word.
    package var isKnown: Bool {
        switch self {
        case .guide, .list: true
        case .status(let status, let rows): status == 200 || !rows.isEmpty
        case .unknown: false
        }
    }
}

extension ReasonQuery {
    /// Returns the explanation as text for people.
    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        switch self {
        case .guide(let guide): guide.text(width: width, paint: paint)
        case .list:
            Self.lines(of: RejectionReason.table)
                + "\n\nProblems without a reason: bellhop explain --symptom list"
        case .status(200, _): Self.accepted
        case .status(let status, let rows):
            rows.isEmpty
                ? "Apple does not document the status \(status); APNs returns 200 and "
                    + Self.statuses.map(String.init).joined(separator: ", ")
                : Self.lines(of: rows) + "\n\nMore about a reason: bellhop explain --reason "
                    + (rows.first?.reason.rawValue ?? "")
        case .unknown(let reason, let nearest): Self.unknownText(reason, nearest)
        }
    }

    private static let accepted = """
        200: APNs accepted the request. This does not guarantee delivery: the device may be \
        offline, the person may have denied notifications, or the phone may ignore an invalid \
        payload.
        If nothing arrives: bellhop explain --symptom nothing-arrives
        """

    private static func unknownText(_ reason: RejectionReason, _ nearest: String?) -> String {
        let name = OneLine.short(reason.rawValue)
        let guess = nearest.map { "Did you mean \($0)? bellhop explain --reason \($0)\n" } ?? ""
        return """
            \(name) is not a reason that Apple documents.
            \(guess)APNs may return new reasons. Bellhop reports them unchanged and decides by the \
            status: after 410 the token is invalid; after 429 or 5xx the request may be sent again \
            later; after another status it must be corrected first.
            All known reasons: bellhop explain --reason list
            """
    }

    private static var statuses: [Int] { Set(RejectionReason.table.map(\.status)).sorted() }

    /// Returns a line for each reason, ordered by status.
    private static func lines(of rows: [RejectionReason.Row]) -> String {
        let width = (rows.map(\.reason.rawValue.count).max() ?? 0) + 2
        return rows.sorted { $0.status < $1.status }.map { row in
            let name = row.reason.rawValue
            return "\(row.status)  \(name)" + String(repeating: " ", count: width - name.count)
                + row.meaning
        }.joined(separator: "\n")
    }

    /// Returns the explanation as JSON for programs. Its keys do not change.
    package func json() -> JSONObject {
        switch self {
        case .guide(let guide): guide.json
        case .list: ["reasons": .array(ReasonGuide.table.map { .object($0.json) })]
        case .status(let status, let rows):
            [
                "status": .number(JSONNumber(status)),
                "reasons": .array(rows.compactMap { $0.reason.guide.map { .object($0.json) } }),
            ]
        case .unknown(let reason, let nearest):
            [
                "reason": .string(OneLine.short(reason.rawValue)),
                "documented": false, "nearest": nearest.map(JSONValue.string) ?? .null,
            ]
        }
    }
}
