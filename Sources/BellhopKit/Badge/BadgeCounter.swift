// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The number on the icon. The app and its extensions share the count through the shared folder.
///
/// A payload's `badge` is absolute (rule `BDG-2`): a server that does not know which messages were
/// read cannot count the unread messages. The service extension adds one for each push and writes
/// the sum to the content.
public struct BadgeCounter: Sendable {
    /// The highest number: iOS shows at most five digits. A faulty sender cannot make the count
    /// exceed this number.
    public static let countMax = 99_999

    /// The value that is stored in the file.
    struct Count: Codable, Hashable, Sendable {
        var count = 0
        /// A generation, which each change increments, so that a change is noticed even if `count`
        /// stays the same.
        var generation = 0

        mutating func set(_ newCount: Int) {
            count = min(max(0, newCount), BadgeCounter.countMax)
            generation &+= 1
        }
    }

    private let file: SharedFile<Count>

    /// - Parameter folder: the App Group's folder; with any other folder, extensions count
    ///   separately.
    public init(folder: SharedFolder) { file = folder.file("badge", missing: Count()) }

    /// The current number, 0 to ``countMax``.
    ///
    /// - Throws: an error of the file system; before the first unlock after a restart, the file
    ///   cannot be read (rule `SF-11`).
    public var count: Int { get throws { try current.count } }

    var current: Count { get throws { try file.read() } }

    /// Adds to the number; the argument may be negative. The number is never below 0.
    ///
    /// - Returns: the new number, for the content's `badge`.
    /// - Throws: an error of the file system. In that case, leave the badge unchanged.
    @discardableResult
    public func add(_ number: Int = 1) throws -> Int {
        try file.update { value in
            let (sum, isTooMuch) = value.count.addingReportingOverflow(number)
            value.set(isTooMuch ? (number < 0 ? 0 : Self.countMax) : sum)
            return value.count
        }
    }

    /// Sets the number.
    ///
    /// - Throws: an error of the file system.
    public func set(_ count: Int) throws { try file.update { $0.set(count) } }

    /// Sets the number to 0, for when the person has seen everything.
    ///
    /// - Throws: an error of the file system.
    public func reset() throws { try set(0) }
}
