// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Quotation marks other than the straight double ones of JSON.
enum OddQuotes: Hashable {
    case double, single

    /// Creates the kind of quotation whose mark is the given scalar; `nil` for other scalars.
    init?(_ scalar: Unicode.Scalar?) {
        switch scalar {
        case "“", "”", "„", "‟", "«", "»", "″", "＂": self = .double
        case "'", "‘", "’", "‚", "‛", "`", "´", "′": self = .single
        default: return nil
        }
    }

    /// Whether a scalar can close a text that this kind has opened.
    func isClosed(by scalar: Unicode.Scalar?) -> Bool {
        OddQuotes(scalar) == self || (self == .double && scalar == "\"")
    }
}
