// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How the time of a service extension is shared out.
///
/// The system gives an extension about 30 seconds ("UNNotificationServiceExtension"). The kit plans
/// with less, so that the system never has to ask. Shares are fixed before the first step runs:
/// what one step wastes, no other lacks, and a wall clock that jumps changes nothing.
public enum ServiceTime {
    /// All steps together.
    public static let total = Duration.seconds(25)
    /// A step that does not say otherwise.
    public static let step = Duration.seconds(3)
    public static let decrypt = Duration.seconds(5)
    public static let localize = Duration.seconds(1)
    public static let media = Duration.seconds(12)
    public static let communication = Duration.seconds(4)
    /// The part of ``communication`` in which pictures of people are fetched.
    public static let avatars = Duration.seconds(2)
    public static let badge = Duration.seconds(1)
    public static let receipt = Duration.seconds(2)

    /// What each step gets: what it asks for, or if that is too much in all, the same part of it.
    static func shares(of limits: [Duration], total: Duration = total) -> [Duration] {
        let limits = limits.map { max($0, .zero) }
        let sum = limits.reduce(.zero, +)
        guard sum > total else { return limits }
        return limits.map { $0 * (total / sum) }
    }
}
