// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Foundation has it on Apple's systems.
#if !canImport(Darwin)
extension NotificationCenter {
    /// The notifications of a name as they are posted. Apple: since iOS 15.0.
    public func notifications(
        named name: Notification.Name, object: AnyObject? = nil
    ) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// Notifications in the order in which they are posted.
    ///
    /// Proof for `@unchecked Sendable`: the stored properties are `let`s. The center may be used
    /// from any thread, and the object is only compared by identity.
    public struct Notifications: AsyncSequence, @unchecked Sendable {
        let center: NotificationCenter
        let name: Notification.Name
        let object: AnyObject?

        /// Starts to listen.
        public func makeAsyncIterator() -> Iterator { Iterator(self) }

        /// One loop over the sequence.
        public struct Iterator: AsyncIteratorProtocol {
            private var base: AsyncStream<Posted>.Iterator

            init(_ notifications: Notifications) {
                let (stream, continuation) = AsyncStream<Posted>.makeStream(
                    bufferingPolicy: .bufferingNewest(Self.waitingMax))
                let observation = Observation(
                    center: notifications.center,
                    token: notifications.center.addObserver(
                        forName: notifications.name, object: notifications.object, queue: nil
                    ) { continuation.yield(Posted(notification: $0)) })
                continuation.onTermination = { _ in observation.end() }
                base = stream.makeAsyncIterator()
            }

            /// How many notifications wait for the loop; the oldest are dropped beyond that.
            private static let waitingMax = 1_000

            /// Waits for the next one; nil when the task was cancelled.
            public mutating func next() async -> Notification? { await next(isolation: nil) }

            /// Waits for the next one on the caller's actor; nil when the task was cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async -> Notification? {
                await base.next(isolation: actor)?.notification
            }
        }
    }
}

/// A notification on its way from the thread that posted it.
///
/// Proof for `@unchecked Sendable`: it is a `let` of a value that is handed over once. Its object
/// and user information belong to whoever posted it, as on Apple's systems.
private struct Posted: @unchecked Sendable {
    let notification: Notification
}

/// An observer that is removed when nobody listens any more.
///
/// Proof for `@unchecked Sendable`: both properties are `let`s; the token is only handed back to
/// the center, which may be used from any thread.
private struct Observation: @unchecked Sendable {
    let center: NotificationCenter
    let token: any NSObjectProtocol

    func end() { center.removeObserver(token) }
}
#endif
