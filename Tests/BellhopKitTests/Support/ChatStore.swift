// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit

/// The app's own code behind the chat of ``ChatDelegate``.
@MainActor
final class ChatStore {
    let backend = InMemoryBackend()
    private(set) var saved: [String] = []
    private(set) var sent: [String] = []
    private(set) var deleted: [String] = []

    func save(_ message: PushMessage) async throws { saved.append(message.id ?? "?") }

    func send(_ text: String, to chat: String) async throws { sent.append("\(chat): \(text)") }

    func delete(_ message: String) async throws { deleted.append(message) }
}
