// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A token that the server needs in order to reach this phone.
enum TokenKind: Hashable, Sendable {
    /// Notifications and silent pushes.
    case device
    /// Calls.
    case call
    /// One running Live Activity.
    case activity(id: String, type: String)
    /// Starts Live Activities of one type.
    case activityStart(type: String)
}

/// A message as the server has it.
struct ServerMessage: Equatable, Sendable {
    var id: String
    var conversationID: String
    var senderName: String
    var text: String
}

/// The app's server.
protocol Backend: Sendable {
    /// Tells the server a token; the newest of a kind replaces the one before.
    func register(_ kind: TokenKind, token: String) async throws
    /// A Live Activity is over: its token is of no use any more.
    func forget(_ kind: TokenKind) async throws
    func send(_ text: String, to conversationID: String) async throws
    func markRead(_ conversationID: String) async throws
    /// What arrived since the last call.
    func newMessages() async throws -> [ServerMessage]
    /// The keys of encrypted messages, by their names.
    func messageKeys() async throws -> [String: Data]
}
