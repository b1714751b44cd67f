// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The chat functions of the app's server. Its notification functions are a `DeviceBackend`.
protocol ChatServer: Sendable {
    func send(_ text: String, to conversationID: String) async throws
    func markRead(_ conversationID: String) async throws
}

/// A server inside the app, so that the example runs without another one.
struct SampleServer: ChatServer {
    func send(_ text: String, to conversationID: String) {}
    func markRead(_ conversationID: String) {}
}
