// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Quotation marks that are not the straight double ones of JSON.
enum OddQuotes: Hashable {
    case double, single

    /// The kind that a scalar opens; `nil` when it opens none.
    init?(_ scalar: Unicode.Scalar?) {
        switch scalar {
        case "“", "”", "„", "‟", "«", "»", "″", "＂": self = .double
        case "'", "‘", "’", "‚", "‛", "`", "´", "′": self = .single
        default: return nil
        }
    }

    /// Whether a scalar may close what this kind has opened.
    func isClosed(by scalar: Unicode.Scalar?) -> Bool {
        OddQuotes(scalar) == self || (self == .double && scalar == "\"")
    }
}
