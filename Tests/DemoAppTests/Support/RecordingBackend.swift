// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import DemoApp

/// A server that tells a test when it heard something.
actor RecordingBackend: Backend {
    struct Unreachable: Error {}

    private(set) var tokens: [TokenKind: String] = [:]
    private(set) var forgotten: [TokenKind] = []
    private(set) var sent: [String] = []
    private(set) var read: [String] = []
    var waiting: [ServerMessage] = []
    var isReachable = true
    private var listeners: [AsyncStream<TokenKind>.Continuation] = []

    func set(isReachable: Bool) { self.isReachable = isReachable }
    func add(_ message: ServerMessage) { waiting.append(message) }

    /// The token of the first kind that fits; waits until the server has it.
    func token(where isWanted: @Sendable (TokenKind) -> Bool) async -> String? {
        let (stream, continuation) = AsyncStream.makeStream(of: TokenKind.self)
        listeners.append(continuation)
        for kind in tokens.keys { continuation.yield(kind) }
        for await kind in stream where isWanted(kind) { return tokens[kind] }
        return nil
    }

    func token(_ kind: TokenKind) async -> String? { await token { $0 == kind } }

    func register(_ kind: TokenKind, token: String) throws {
        guard isReachable else { throw Unreachable() }
        tokens[kind] = token
        for listener in listeners { listener.yield(kind) }
    }

    func forget(_ kind: TokenKind) {
        tokens[kind] = nil
        forgotten.append(kind)
    }

    func send(_ text: String, to conversationID: String) throws {
        guard isReachable else { throw Unreachable() }
        sent.append("\(conversationID): \(text)")
    }

    func markRead(_ conversationID: String) { read.append(conversationID) }

    func newMessages() throws -> [ServerMessage] {
        guard isReachable else { throw Unreachable() }
        defer { waiting = [] }
        return waiting
    }

    func messageKeys() -> [String: Data] { SampleBackend.sampleKeys }
}
