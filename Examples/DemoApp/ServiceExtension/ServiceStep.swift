// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One thing that the service extension does to a notification. A step that fails leaves the
/// notification as it is, so that the next one has something to work on.
protocol ServiceStep: Sendable {
    func run(on delivery: Delivery) async
}
