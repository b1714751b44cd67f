// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The function that an app registered for a background task.
///
/// Proof for `@unchecked Sendable`: the function is a `let` and is called only on the main actor,
/// where the app registered the function during its launch.
package struct LaunchHandler: @unchecked Sendable {
    private let body: (BGTask) -> Void

    init(_ body: @escaping (BGTask) -> Void) { self.body = body }

    /// Runs the function.
    @MainActor package func callAsFunction(_ task: BGTask) { body(task) }
}
