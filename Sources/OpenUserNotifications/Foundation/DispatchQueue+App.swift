// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// Work that app code hands to a queue still belongs to the app: `UIApplication.shared` means the
/// same phone inside the closure as outside. These two spellings are chosen over Dispatch's own,
/// which do not know of phones, because they have no parameters with defaults.
extension DispatchQueue {
    /// Runs a closure on the queue.
    @preconcurrency
    public func async(execute work: @escaping @Sendable () -> Void) {
        let app = PhoneContext.running
        async(group: nil) { PhoneContext.$running.withValue(app) { work() } }
    }

    /// Runs a closure on the queue after a time of the machine's clock.
    @preconcurrency
    public func asyncAfter(
        deadline: DispatchTime, execute work: @escaping @Sendable () -> Void
    ) {
        let app = PhoneContext.running
        asyncAfter(deadline: deadline, qos: .unspecified) {
            PhoneContext.$running.withValue(app) { work() }
        }
    }
}
