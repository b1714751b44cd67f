// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server inside the app, so that the example runs on its own. It remembers what it was told.
actor SampleBackend: Backend {
    private(set) var tokens: [TokenKind: String] = [:]
    private(set) var sent: [ServerMessage] = []
    private(set) var read: [String] = []
    private var waiting: [ServerMessage]
    private var keys: [String: Data]
    private var failure: (any Error)?

    /// The key of the encrypted example payload. A real key is never in the source.
    static let sampleKeys = ["demo": Data("an example key of 32 bytes, only".utf8)]

    init(waiting: [ServerMessage] = [], keys: [String: Data] = SampleBackend.sampleKeys) {
        self.waiting = waiting
        self.keys = keys
    }

    /// From now on every call fails; `nil` ends that.
    func fail(with error: (any Error)?) { failure = error }

    /// Puts a message where the next refresh finds it.
    func add(_ message: ServerMessage) { waiting.append(message) }

    func register(_ kind: TokenKind, token: String) throws {
        try check()
        tokens[kind] = token
    }

    func forget(_ kind: TokenKind) throws {
        try check()
        tokens[kind] = nil
    }

    func send(_ text: String, to conversationID: String) throws {
        try check()
        sent.append(
            ServerMessage(
                id: "sent-\(sent.count + 1)", conversationID: conversationID, senderName: "",
                text: text))
    }

    func markRead(_ conversationID: String) throws {
        try check()
        read.append(conversationID)
    }

    func newMessages() throws -> [ServerMessage] {
        try check()
        defer { waiting = [] }
        return waiting
    }

    func messageKeys() throws -> [String: Data] {
        try check()
        return keys
    }

    private func check() throws {
        if let failure { throw failure }
    }
}
