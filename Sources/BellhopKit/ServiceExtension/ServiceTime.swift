// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The division of a service extension's time among the steps.
///
/// The system gives an extension about 30 seconds ("UNNotificationServiceExtension"). The kit plans
/// with less, so that it normally finishes before the system's limit. Shares are fixed before the
/// first step runs: a slow step does not reduce the time of the others, and a change of the wall
/// clock has no effect.
public enum ServiceTime {
    /// The limit of all steps together.
    public static let total = Duration.seconds(25)
    /// The default limit of a step.
    public static let step = Duration.seconds(3)
    public static let decrypt = Duration.seconds(5)
    public static let localize = Duration.seconds(1)
    public static let media = Duration.seconds(12)
    public static let communication = Duration.seconds(4)
    /// The part of ``communication`` in which avatars are fetched.
    public static let avatars = Duration.seconds(2)
    public static let badge = Duration.seconds(1)
    public static let receipt = Duration.seconds(2)

    /// Returns the share of each step: its limit, or, if the sum of all limits is more than
    /// `total`, its limit reduced in proportion.
    static func shares(of limits: [Duration], total: Duration = total) -> [Duration] {
        let limits = limits.map { max($0, .zero) }
        let sum = limits.reduce(.zero, +)
        guard sum > total else { return limits }
        return limits.map { $0 * (total / sum) }
    }
}
