// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Quotation marks other than the straight double quotation marks of JSON.
enum OddQuotes: Hashable {
    case double, single

    /// Makes the kind of quotation marks to which a scalar belongs. Returns `nil` if the scalar is
    /// not such a quotation mark.
    init?(_ scalar: Unicode.Scalar?) {
        switch scalar {
        case "“", "”", "„", "‟", "«", "»", "″", "＂": self = .double
        case "'", "‘", "’", "‚", "‛", "`", "´", "′": self = .single
        default: return nil
        }
    }

    /// Returns whether a scalar can close a string that this kind of quotation mark opened.
    func isClosed(by scalar: Unicode.Scalar?) -> Bool {
        OddQuotes(scalar) == self || (self == .double && scalar == "\"")
    }
}
