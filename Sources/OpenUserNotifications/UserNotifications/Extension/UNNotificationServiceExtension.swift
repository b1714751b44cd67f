// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An extension that may change a remote notification before it is shown. Apps define a subclass.
/// Available since iOS 10.0.
///
/// The class is not `Sendable`, because subclasses store the handler and the best-attempt content
/// in variables. `@preconcurrency` lets subclasses declare the handler as `@Sendable`, as on
/// Apple's systems.
@preconcurrency
open class UNNotificationServiceExtension: NSObject {
    /// Creates the extension. The system creates a new instance for each notification.
    public override init() { super.init() }

    /// A notification arrived. Call the handler within about 30 seconds; calls after the first are
    /// ignored. If the handler is not called, the notification is shown unchanged.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// The time is about to expire; call the handler immediately.
    open func serviceExtensionTimeWillExpire() {}
}
