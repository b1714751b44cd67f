// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, Foundation contains these declarations.
#if !canImport(Darwin)
extension NotificationCenter {
    /// Returns a sequence of the notifications posted with a name. Available since iOS 15.0.
    public func notifications(
        named name: Notification.Name, object: AnyObject? = nil
    ) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// A sequence of the posted notifications, in the order in which they are posted.
    ///
    /// Proof for `@unchecked Sendable`: the stored properties are `let`s. The center may be used
    /// from any thread, and the object is only compared by identity.
    public struct Notifications: AsyncSequence, @unchecked Sendable {
        let center: NotificationCenter
        let name: Notification.Name
        let object: AnyObject?

        /// Starts to observe notifications.
        public func makeAsyncIterator() -> Iterator { Iterator(self) }

        /// The iterator of one loop over the sequence.
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

            /// The maximum number of notifications buffered for the loop; the oldest are dropped.
            private static let waitingMax = 1_000

            /// Waits for the next notification; returns `nil` when the task was cancelled.
            public mutating func next() async -> Notification? { await next(isolation: nil) }

            /// Waits for the next notification on the caller's actor; returns `nil` when the task
            /// was cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async -> Notification? {
                await base.next(isolation: actor)?.notification
            }
        }
    }
}

/// A notification on its way from the thread that posted it to the loop.
///
/// Proof for `@unchecked Sendable`: the property is a `let`, and its value is passed only once. The
/// notification's object and user information belong to the code that posted the notification, as
/// on Apple's systems.
private struct Posted: @unchecked Sendable {
    let notification: Notification
}

/// The registration of an observer. The registration is removed when the observer's loop ends.
///
/// Proof for `@unchecked Sendable`: both properties are `let`s; the token is only passed back to
/// the center, which may be used from any thread.
private struct Observation: @unchecked Sendable {
    let center: NotificationCenter
    let token: any NSObjectProtocol

    func end() { center.removeObserver(token) }
}
#endif
