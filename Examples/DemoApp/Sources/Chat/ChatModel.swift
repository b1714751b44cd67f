// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import Observation
import UserNotificationsShim

/// The conversations, the badge with the number of unread messages, and their notifications.
@MainActor
@Observable
final class ChatModel {
    /// The messages between two people, or in a group.
    struct Conversation: Identifiable, Equatable, Sendable {
        let id: String
        var name: String
        var lines: [Line] = []
        var unreadCount = 0
    }

    /// One message.
    struct Line: Equatable, Sendable {
        /// The state of an outgoing message.
        enum Delivery: Equatable, Sendable { case received, sending, sent, failed }

        var text: String
        var delivery: Delivery
    }

    /// The number of messages stored for a conversation; older ones are on the server.
    static let lineCountMax = 500

    private(set) var conversations: [Conversation] = []
    private let server: any ChatServer
    private let badge: PushBadge
    private let center = UNUserNotificationCenter.current()

    init(server: any ChatServer, badge: PushBadge) {
        self.server = server
        self.badge = badge
    }

    /// The number for the icon.
    var unreadCount: Int { conversations.reduce(0) { $0 + $1.unreadCount } }

    func conversation(_ id: String) -> Conversation? { conversations.first { $0.id == id } }

    /// Adds a message that arrived by a push, with a notification response, or by fetching.
    func receive(_ message: PushMessage) async {
        let payload = message.payload
        guard let id = payload.string("conversation.id") else { return }
        let name = payload.string(anyOf: ["conversation.group", "conversation.sender_name"])
        change(id, name: name ?? id) { conversation in
            conversation.lines.append(Line(text: payload.alertBody ?? "", delivery: .received))
            conversation.lines = conversation.lines.suffix(Self.lineCountMax)
            // A person who replies to a message has read it.
            if message.origin != .response { conversation.unreadCount += 1 }
        }
        // A push contains its own badge number.
        if message.origin == .fetched { await badge.set(unreadCount) }
    }

    /// Sends the reply that the person wrote in the notification.
    func reply(to message: PushMessage, _ text: String) async {
        guard let id = message.payload.string("conversation.id") else { return }
        await send(text, to: id)
        await markRead(id)
    }

    func markRead(_ message: PushMessage) async {
        guard let id = message.payload.string("conversation.id") else { return }
        await markRead(id)
    }

    /// Sends a message; if that fails, the message remains, marked as failed.
    func send(_ text: String, to id: String) async {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return }
        change(id, name: id) { $0.lines.append(Line(text: text, delivery: .sending)) }
        let delivery: Line.Delivery
        do {
            try await server.send(text, to: id)
            delivery = .sent
        } catch {
            delivery = .failed
        }
        change(id, name: id) { conversation in
            let line = conversation.lines.lastIndex { $0.text == text && $0.delivery == .sending }
            if let line { conversation.lines[line].delivery = delivery }
        }
    }

    /// Marks a conversation as read: removes its notifications and updates the badge.
    func markRead(_ id: String) async {
        change(id, name: id) { $0.unreadCount = 0 }
        let delivered = await center.deliveredNotifications()
        center.removeDeliveredNotifications(
            withIdentifiers: delivered.map(\.request)
                .filter { PushPayload($0.content.userInfo).string("conversation.id") == id }
                .map(\.identifier))
        await badge.set(unreadCount)
        try? await server.markRead(id)
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
