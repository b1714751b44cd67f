// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What an app runs for a background task.
///
/// Proof for `@unchecked Sendable`: the function is a `let` and is called on the main actor only,
/// where the app registered it while it launched.
package struct LaunchHandler: @unchecked Sendable {
    private let body: (BGTask) -> Void

    init(_ body: @escaping (BGTask) -> Void) { self.body = body }

    /// Runs it.
    @MainActor package func callAsFunction(_ task: BGTask) { body(task) }
}
