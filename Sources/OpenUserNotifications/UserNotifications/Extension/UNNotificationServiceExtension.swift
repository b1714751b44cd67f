// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Code that may change a remote notification before it is shown; apps make a subclass. Apple:
/// since iOS 10.0.
///
/// It is not `Sendable`: subclasses keep the handler and the best attempt in variables.
/// `@preconcurrency` lets them write the handler as `@Sendable`, as they can on Apple's systems.
@preconcurrency
open class UNNotificationServiceExtension: NSObject {
    /// Made by the system, once for each notification.
    public override init() { super.init() }

    /// A notification arrived. Call the handler within about 30 seconds; only the first call
    /// counts. The unchanged notification is shown when the handler is not called.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Time is up: the handler has to be called at once.
    open func serviceExtensionTimeWillExpire() {}
}
