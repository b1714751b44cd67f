// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The single path by which messages, pushed or fetched, reach the app's code.
@MainActor
public final class MessageIntake {
    /// The outcome of a message.
    public enum Outcome: Equatable, Sendable {
        /// The app's code handled the message in this call, and returned this result.
        case handled(MessageResult)
        /// The app's code has already handled this message, which had arrived in the given way.
        case alreadyHandled(PushMessage.Origin?)
        /// The message is not handled yet: the app's code failed, or another process is handling
        /// it.
        case notYet
    }

    private let configuration: PushConfiguration
    private let ledger: MessageLedger
    private let time: TimeSource
    private let onError: @MainActor (PushError) -> Void
    /// The messages whose handler is running. A second copy of a message waits until the first copy
    /// has been handled.
    private var running: [String: Task<Outcome, Never>] = [:]
    /// Compares the categories of received messages with the categories that the app declares.
    public private(set) var categories: CategoryCheck

    init(
        _ configuration: PushConfiguration, ledger: MessageLedger, time: TimeSource,
        onError: @escaping @MainActor (PushError) -> Void
    ) {
        self.configuration = configuration
        self.ledger = ledger
        self.time = time
        self.onError = onError
        categories = CategoryCheck(configuration.categories)
    }

    /// Passes a message to the app's code, unless it was handled before.
    ///
    /// Returns when the app's code ends, or after ``PushLimits/handler``. In the latter case, the
    /// code is cancelled, but the message stays claimed until the code really ends, so that it
    /// never runs twice at the same time. If the caller is cancelled, the app's code is cancelled
    /// too. A copy that arrives while the message is being handled waits for the first copy and
    /// cancels nothing.
    public func take(_ message: PushMessage) async -> Outcome {
        categories.record(message.payload)
        if let id = message.id, let first = running[id] {
            let outcome = await wait(for: first, id: id, cancels: false)
            if case .handled = outcome { return .alreadyHandled(ledger.origin(of: id)) }
            return outcome
        }
        let work = Task {
            let outcome = await handle(message)
            if let id = message.id { running[id] = nil }
            return outcome
        }
        if let id = message.id { running[id] = work }
        return await wait(for: work, id: message.id, cancels: true)
    }

    private func wait(
        for work: Task<Outcome, Never>, id: String?, cancels: Bool
    ) async -> Outcome {
        let limit = configuration.limits.handler
        let outcome = await TimeLimit.wait(limit, time, for: work, cancels: cancels)
        if case .ended(.success(let outcome)) = outcome { return outcome }
        if cancels { onError(.tookTooLong(id: id)) }
        return .notYet
    }

    /// Returns how the message had arrived when the app's code handled it; `nil` if the code has
    /// not handled it yet.
    func origin(of message: PushMessage) -> PushMessage.Origin? {
        message.id.flatMap(ledger.origin(of:))
    }

    private func handle(_ message: PushMessage) async -> Outcome {
        do {
            let outcome = try await ledger.run(message) { try await run(message) }
            switch outcome {
            case .ran(let result): return .handled(result)
            case .alreadyHandled(let origin): return .alreadyHandled(origin)
            case .claimedElsewhere: return .notYet
            }
        } catch let failure as HandlerFailure {
            // Cancelled code usually throws; that is not an error of the handler.
            guard !Task.isCancelled else { return .notYet }
            onError(.messageFailed(id: message.id, failure.error))
        } catch {
            onError(.files(error))
        }
        return .notYet
    }

    private func run(_ message: PushMessage) async throws -> MessageResult {
        do {
            let message = try await configuration.prepare?(message) ?? message
            if message.payload.isSilent, let onSilent = configuration.onSilent {
                let result = try await onSilent(message)
                if result == .failed { throw MessageFailed() }
                return result
            }
            guard let onMessage = configuration.onMessage else { return .noData }
            try await onMessage(message)
            return .newData
        } catch { throw HandlerFailure(error: error) }
    }
}

/// Wraps an error that the app's handler threw, to distinguish it from the kit's own errors.
private struct HandlerFailure: Error { let error: any Error }

/// A handler of background pushes returned `failed`.
public struct MessageFailed: Error, Hashable, Sendable {}
