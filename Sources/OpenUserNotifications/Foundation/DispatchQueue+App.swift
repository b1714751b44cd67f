// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// When app code dispatches a closure, the closure runs as code of the same app, so that
/// `UIApplication.shared` refers to the same phone inside the closure as outside. Because these two
/// overloads have no default parameters, Swift prefers them to Dispatch's overloads, which do not
/// preserve the phone.
extension DispatchQueue {
    /// Runs a closure on the queue.
    @preconcurrency
    public func async(execute work: @escaping @Sendable () -> Void) {
        let app = PhoneContext.running
        async(group: nil) { PhoneContext.$running.withValue(app) { work() } }
    }

    /// Runs a closure on the queue after a deadline on the machine's clock.
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
