// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How long the app's own code may take before the kit answers the system without it.
///
/// iOS gives some 30 seconds and stops apps that do not answer ("Pushing background updates to your
/// App"). The kit answers earlier and cancels the code that hangs.
public struct PushLimits: Equatable, Sendable {
    /// For the handler of a message, a tap, an action or a reply; 25 seconds.
    public var handler: Duration = .seconds(25)
    /// How long the handler of an action waits for the handler of its message; 3 seconds. The
    /// message itself has ``handler``.
    public var messageBeforeAnswer: Duration = .seconds(3)
    /// For everything that a fetch in the background does; 25 seconds.
    public var backgroundFetch: Duration = .seconds(25)

    public init() {}
}
