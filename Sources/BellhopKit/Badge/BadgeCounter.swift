// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The number on the icon as app and extensions count it together, in the shared folder.
///
/// A payload's `badge` is absolute (rule `BDG-2`): a server that does not know what was read cannot
/// count. The service extension adds one for each push and writes the sum into the content.
public struct BadgeCounter: Sendable {
    /// The highest number; iOS shows no more than five digits, and a broken sender stops here.
    public static let countMax = 99_999

    /// What the file says.
    struct Count: Codable, Hashable, Sendable {
        var count = 0
        /// Grows by each change, so that a change can be noticed that leaves the same number.
        var generation = 0

        mutating func set(_ newCount: Int) {
            count = min(max(0, newCount), BadgeCounter.countMax)
            generation &+= 1
        }
    }

    private let file: SharedFile<Count>

    /// - Parameter folder: the App Group's, or extensions count for themselves.
    public init(folder: SharedFolder) { file = folder.file("badge", missing: Count()) }

    /// The number now, 0 to ``countMax``.
    ///
    /// - Throws: an error of the file system; before the first unlock after a restart the file
    ///   cannot be read (rule `SF-11`).
    public var count: Int { get throws { try current.count } }

    var current: Count { get throws { try file.read() } }

    /// Counts on, also downwards, never below 0.
    ///
    /// - Returns: the new number, for the content's `badge`.
    /// - Throws: an error of the file system; leave the badge alone then.
    @discardableResult
    public func add(_ number: Int = 1) throws -> Int {
        try file.update { value in
            let (sum, isTooMuch) = value.count.addingReportingOverflow(number)
            value.set(isTooMuch ? (number < 0 ? 0 : Self.countMax) : sum)
            return value.count
        }
    }

    /// Says what the number is.
    ///
    /// - Throws: an error of the file system.
    public func set(_ count: Int) throws { try file.update { $0.set(count) } }

    /// The person has seen everything.
    ///
    /// - Throws: an error of the file system.
    public func reset() throws { try set(0) }
}
