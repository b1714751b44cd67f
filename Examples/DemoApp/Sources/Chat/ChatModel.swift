// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation
import Observation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

/// The conversations, the badge that counts what is unread, and the notifications about them.
@MainActor
@Observable
final class ChatModel {
    /// What is said between the person and one other, or in a group.
    struct Conversation: Identifiable, Equatable, Sendable {
        let id: String
        var name: String
        var lines: [Line] = []
        var unreadCount = 0
    }

    /// One message.
    struct Line: Equatable, Sendable {
        /// How a message of one's own is doing.
        enum Delivery: Equatable, Sendable { case received, sending, sent, failed }

        var text: String
        var delivery: Delivery
    }

    /// Lines that a conversation keeps; older ones are on the server.
    static let lineCountMax = 500

    private(set) var conversations: [Conversation] = []
    private let backend: any Backend
    private let center: UNUserNotificationCenter

    init(backend: any Backend, center: UNUserNotificationCenter) {
        self.backend = backend
        self.center = center
    }

    /// The number for the icon.
    var unreadCount: Int { conversations.reduce(0) { $0 + $1.unreadCount } }

    func conversation(_ id: String) -> Conversation? { conversations.first { $0.id == id } }

    /// A push brought a message.
    func receive(_ text: String, in conversation: PushPayload.Conversation) {
        receive(
            text, in: conversation.id,
            name: conversation.groupName ?? conversation.senderName ?? conversation.id)
    }

    /// A message arrived.
    func receive(_ text: String, in id: String, name: String) {
        change(id, name: name) { conversation in
            conversation.lines.append(Line(text: text, delivery: .received))
            conversation.lines = conversation.lines.suffix(Self.lineCountMax)
            conversation.unreadCount += 1
        }
    }

    /// Sends a message; one that fails stays, marked as failed.
    func send(_ text: String, to id: String) async {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        change(id, name: id) { $0.lines.append(Line(text: text, delivery: .sending)) }
        let delivery: Line.Delivery
        do {
            try await backend.send(text, to: id)
            delivery = .sent
        } catch {
            delivery = .failed
        }
        change(id, name: id) { conversation in
            let line = conversation.lines.lastIndex { $0.text == text && $0.delivery == .sending }
            if let line { conversation.lines[line].delivery = delivery }
        }
    }

    /// The person has read a conversation: its notifications go away and the badge with them.
    func markRead(_ id: String) async {
        change(id, name: id) { $0.unreadCount = 0 }
        let delivered = await center.deliveredNotifications()
        center.removeDeliveredNotifications(
            withIdentifiers: delivered.map(\.request)
                .filter { PushPayload($0.content.userInfo).conversation?.id == id }
                .map(\.identifier))
        await updateBadge()
        try? await backend.markRead(id)
    }

    /// Puts the number of unread messages on the icon.
    func updateBadge() async {
        try? await center.setBadgeCount(unreadCount)
    }

    private func change(_ id: String, name: String, _ body: (inout Conversation) -> Void) {
        if let index = conversations.firstIndex(where: { $0.id == id }) {
            body(&conversations[index])
        } else {
            var conversation = Conversation(id: id, name: name)
            body(&conversation)
            conversations.append(conversation)
        }
    }
}
