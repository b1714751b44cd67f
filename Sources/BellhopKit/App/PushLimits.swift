// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How long the kit waits for the app's own code before it responds to the system without a result.
///
/// iOS gives an app some 30 seconds and terminates apps that do not respond ("Pushing background
/// updates to your App"). The kit responds earlier and cancels code that hangs.
public struct PushLimits: Equatable, Sendable {
    /// The limit for the handler of a message, a tap, an action or a reply; 25 seconds by default.
    public var handler: Duration = .seconds(25)
    /// The maximum time for which the handler of an action waits for the handler of its message; 3
    /// seconds by default. The message's own handler has the limit ``handler``.
    public var messageBeforeResponse: Duration = .seconds(3)
    /// The limit for everything that a background fetch does; 25 seconds by default.
    public var backgroundFetch: Duration = .seconds(25)

    public init() {}
}
