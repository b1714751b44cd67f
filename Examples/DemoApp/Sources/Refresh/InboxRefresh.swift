// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit
#else
import OpenUserNotifications
#endif

/// Fetches what is new, for a silent push or on the system's own occasion.
@MainActor
final class InboxRefresh {
    /// What came of it.
    enum Outcome: Equatable, Sendable {
        case newMessages(Int)
        case nothingNew
        case failed

        var fetchResult: UIBackgroundFetchResult {
            switch self {
            case .newMessages: .newData
            case .nothingNew: .noData
            case .failed: .failed
            }
        }
    }

    private let backend: any Backend
    private let chat: ChatModel
    private var running: Task<Outcome, Never>?

    init(backend: any Backend, chat: ChatModel) {
        self.backend = backend
        self.chat = chat
    }

    /// Fetches; a second call while one runs waits for the same outcome.
    func run() async -> Outcome {
        if let running { return await running.value }
        let task = Task { await fetch() }
        running = task
        defer { running = nil }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func fetch() async -> Outcome {
        guard let messages = try? await backend.newMessages() else { return .failed }
        for message in messages {
            chat.receive(message.text, in: message.conversationID, name: message.senderName)
        }
        guard !messages.isEmpty else { return .nothingNew }
        await chat.updateBadge()
        return .newMessages(messages.count)
    }
}
