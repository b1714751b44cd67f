// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import Observation
import UserNotificationsShim

/// The conversations, the badge that counts what is unread, and the notifications about them.
@MainActor
@Observable
final class ChatModel {
    /// What is said between the person and one other, or in a group.
    struct PushConversation: Identifiable, Equatable, Sendable {
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

    private(set) var conversations: [PushConversation] = []
    private let server: any ChatServer
    private let badge: PushBadge
    private let center = UNUserNotificationCenter.current()

    init(server: any ChatServer, badge: PushBadge) {
        self.server = server
        self.badge = badge
    }

    /// The number for the icon.
    var unreadCount: Int { conversations.reduce(0) { $0 + $1.unreadCount } }

    func conversation(_ id: String) -> PushConversation? { conversations.first { $0.id == id } }

    /// A message arrived: by a push, by an answer to one, or fetched.
    func receive(_ message: PushMessage) async {
        let payload = message.payload
        guard let id = payload.string("conversation.id") else { return }
        let name = payload.string(anyOf: ["conversation.group", "conversation.sender_name"])
        change(id, name: name ?? id) { conversation in
            conversation.lines.append(Line(text: payload.alertBody ?? "", delivery: .received))
            conversation.lines = conversation.lines.suffix(Self.lineCountMax)
            // Who answers a message has read it.
            if message.origin != .response { conversation.unreadCount += 1 }
        }
        // A push brings its own number.
        if message.origin == .fetched { await badge.set(unreadCount) }
    }

    /// The person wrote a reply in the notification.
    func reply(to message: PushMessage, _ text: String) async {
        guard let id = message.payload.string("conversation.id") else { return }
        await send(text, to: id)
        await markRead(id)
    }

    func markRead(_ message: PushMessage) async {
        guard let id = message.payload.string("conversation.id") else { return }
        await markRead(id)
    }

    /// Sends a message; one that fails stays, marked as failed.
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

    /// The person has read a conversation: its notifications go away and the badge with them.
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

    private func change(_ id: String, name: String, _ body: (inout PushConversation) -> Void) {
        if let index = conversations.firstIndex(where: { $0.id == id }) {
            body(&conversations[index])
        } else {
            var conversation = PushConversation(id: id, name: name)
            body(&conversation)
            conversations.append(conversation)
        }
    }
}
