// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
public import UserNotificationsShim

/// The base class of an app's service extension: before a notification is shown, the extension
/// decrypts, localizes and illustrates it, and adds its sender.
///
/// An app subclasses it and overrides the configuration:
///
/// ```swift
/// final class NotificationService: RichNotificationService {
///     override var configuration: ServiceConfiguration {
///         ServiceConfiguration(appGroup: "group.com.example.chat")
///     }
/// }
/// ```
///
/// **The guarantee:** the system's handler is called exactly once and in time, with the best
/// content available by then, whatever a step does: throw, hang, ignore its cancellation, finish
/// late. The guarantee does not cover an extension that crashes or uses too much memory; the system
/// then shows the notification as it was sent (rules `NSE-6`, `NSE-7`).
open class RichNotificationService: UNNotificationServiceExtension {
    /// The runs of this instance. The system makes an instance for each notification (rule
    /// `NSE-14`). Should the system pass two notifications to one instance, their runs are
    /// independent.
    private let runs = Guarded<[ServiceRun]>([])
    #if canImport(Darwin)
    private let memory = MemoryWarnings()
    #endif

    /// The steps to run, and the values that they need. Read once for each notification.
    open var configuration: ServiceConfiguration { ServiceConfiguration() }

    /// Returns the context in which the steps run; override it only in tests.
    open func makeContext() -> AppContext { .current(appGroup: configuration.appGroup) }

    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let run = ServiceRun(
            request, configuration, context: makeContext(), handler: contentHandler)
        runs.withLock { runs in
            runs.removeAll(where: \.hasEnded)
            runs.append(run)
        }
        #if canImport(Darwin)
        memory.start { run.send(.memoryIsLow) }
        #endif
        run.send(.begin)
    }

    open override func serviceExtensionTimeWillExpire() {
        for run in runs.withLock({ $0 }) { run.timeWillExpire() }
    }

    deinit { send(.abandoned) }

    func send(_ event: ServiceProgress.Event) {
        for run in runs.withLock({ $0 }) { run.send(event) }
    }
}

#if canImport(Darwin)
/// Listens for the system's memory warnings. After a warning, the system may terminate the process;
/// content that was not yet passed to the system is then lost.
private final class MemoryWarnings: Sendable {
    private let source = Guarded<UncheckedTransfer<any DispatchSourceMemoryPressure>?>(nil)

    func start(_ handler: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeMemoryPressureSource(
            eventMask: [.warning, .critical], queue: .global())
        source.setEventHandler(handler: handler)
        source.activate()
        let new = UncheckedTransfer<any DispatchSourceMemoryPressure>(source)
        self.source.withLock { $0 = new }
    }

    deinit { source.withLock { $0 }?.value.cancel() }
}
#endif
