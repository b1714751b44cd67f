// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
public import UserNotificationsShim

/// The base of an app's service extension: opens, translates, illustrates and attributes a
/// notification before it is shown.
///
/// An app inherits from it and says what it wants:
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
/// content so far, whatever a step does: throw, hang, ignore its cancellation, finish late. An
/// extension that ends by a crash or by too much memory cannot keep it; the system then shows what
/// was sent (rules `NSE-6`, `NSE-7`).
open class RichNotificationService: UNNotificationServiceExtension {
    /// The system makes an instance for each notification (rule `NSE-14`). Should it hand two to
    /// one, they do not meet.
    private let runs = Guarded<[ServiceRun]>([])
    #if canImport(Darwin)
    private let memory = MemoryWarnings()
    #endif

    /// Which steps run, and what they need. Read once for each notification.
    open var configuration: ServiceConfiguration { ServiceConfiguration() }

    /// Where the steps run; an override is for tests.
    open func makeContext() -> AppContext { .current(appGroup: configuration.appGroup) }

    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let run = ServiceRun(
            request, configuration, context: makeContext(), handler: contentHandler)
        runs.withLock { runs in
            runs.removeAll(where: \.isOver)
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
/// Listens for the system's word that memory is short. What follows is the end of the process, with
/// everything that was not handed over.
private final class MemoryWarnings: Sendable {
    private let source = Guarded<Handed<any DispatchSourceMemoryPressure>?>(nil)

    func start(_ handler: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeMemoryPressureSource(
            eventMask: [.warning, .critical], queue: .global())
        source.setEventHandler(handler: handler)
        source.activate()
        let new = Handed<any DispatchSourceMemoryPressure>(source)
        self.source.withLock { $0 = new }
    }

    deinit { source.withLock { $0 }?.value.cancel() }
}
#endif
