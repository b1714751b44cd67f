// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

@testable import DemoApp

/// A chat server that records the calls it receives.
actor RecordingServer: ChatServer {
    struct Unreachable: Error {}

    private(set) var sent: [String] = []
    private(set) var read: [String] = []
    private var isReachable = true

    func set(isReachable: Bool) { self.isReachable = isReachable }

    func send(_ text: String, to conversationID: String) throws {
        guard isReachable else { throw Unreachable() }
        sent.append("\(conversationID): \(text)")
    }

    func markRead(_ conversationID: String) { read.append(conversationID) }
}
