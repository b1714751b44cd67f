// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The outcomes of a group of installations in a campaign, encoded in about two bytes each.
///
/// The bytes consist of a version, the codes that occur in this part, the entries in ascending
/// order of their installation numbers, and a checksum. An entry contains the difference between
/// its number and the previous number (LEB128), and one byte with the position of its code. Because
/// each part contains its own codes, it can be read alone, and nodes need not agree on a table of
/// codes.
package struct OutcomePart: Hashable, Sendable {
    /// One installation's outcome.
    package struct Entry: Hashable, Sendable {
        package let installation: Int64
        package let code: OutcomeCode

        package init(installation: Int64, code: OutcomeCode) {
            self.installation = installation
            self.code = code
        }
    }

    /// The smallest installation number in the part; `last` is the largest.
    package let first: Int64
    package let last: Int64
    package let count: Int
    package let bytes: [UInt8]

    /// Creates a part from the columns of a stored row.
    package init(first: Int64, last: Int64, count: Int, bytes: [UInt8]) {
        self.first = first
        self.last = last
        self.count = count
        self.bytes = bytes
    }

    /// The entries, in ascending order of the installations.
    ///
    /// - Throws: ``OutcomePartError`` if the bytes are damaged or do not match the columns.
    package func entries() throws(OutcomePartError) -> [Entry] {
        var reader = OutcomePartReader(bytes)
        let entries = try reader.read()
        guard entries.count == count, entries.first?.installation == first,
            entries.last?.installation == last
        else { throw OutcomePartError(offset: 0, problem: .columnsDiffer) }
        return entries
    }

    /// Returns the outcome of an installation; `nil` if the part does not contain it.
    ///
    /// - Throws: ``OutcomePartError`` if the bytes are damaged or do not match the columns.
    package func code(of installation: Int64) throws(OutcomePartError) -> OutcomeCode? {
        try entries().last { $0.installation == installation }?.code
    }
}

/// The reason why the bytes of a part cannot be read.
package struct OutcomePartError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Problem: Hashable, Sendable {
        case truncated
        case checksum
        case version(UInt8)
        case number
        case code
        case order
        case surplus
        case columnsDiffer
    }

    /// The offset of the first byte that is wrong.
    package let offset: Int
    package let problem: Problem

    package var description: String {
        let what =
            switch problem {
            case .truncated: "the bytes end too early"
            case .checksum: "the checksum is wrong"
            case .version(let version): "version \(version) is unknown"
            case .number: "a number is too large"
            case .code: "an entry has an unknown code"
            case .order: "the entries are not in ascending order"
            case .surplus: "there are bytes after the last entry"
            case .columnsDiffer: "the columns do not match the encoded bytes"
            }
        return "an outcome part is damaged at byte \(offset): \(what); restore it from a backup"
    }
}
