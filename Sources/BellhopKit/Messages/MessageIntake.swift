// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The one way of a message into the app's code, pushed or fetched.
@MainActor
public final class MessageIntake {
    /// What became of a message.
    public enum Taken: Equatable, Sendable {
        /// The app's code ran now and said this.
        case handled(MessageResult)
        /// It had run before.
        case known(PushMessage.Origin?)
        /// It failed, or another process has the message just now: not handled yet.
        case notYet
    }

    private let configuration: PushConfiguration
    private let ledger: MessageLedger
    private let time: TimeSource
    private let fault: @MainActor (PushFault) -> Void
    /// Messages whose handler runs now: a second copy waits for the first one's end.
    private var running: [String: Task<Taken, Never>] = [:]
    /// What the server sends of which the app knows nothing.
    public private(set) var categories: CategoryCheck

    init(
        _ configuration: PushConfiguration, ledger: MessageLedger, time: TimeSource,
        fault: @escaping @MainActor (PushFault) -> Void
    ) {
        self.configuration = configuration
        self.ledger = ledger
        self.time = time
        self.fault = fault
        categories = CategoryCheck(configuration.categories)
    }

    /// Hands a message to the app's code, unless that had it before.
    ///
    /// It ends when that code ends, or at ``PushLimits/handler``: then the code is cancelled, and
    /// keeps the message until it really ends, so that it never runs twice at a time. Cancelling
    /// the caller cancels the code too. A copy that comes while the first is being handled waits
    /// for that one and cancels nothing.
    public func take(_ message: PushMessage) async -> Taken {
        categories.saw(message.payload)
        if let id = message.id, let first = running[id] {
            let taken = await wait(for: first, id: id, cancels: false)
            if case .handled = taken { return .known(ledger.origin(of: id)) }
            return taken
        }
        let work = Task {
            let taken = await handle(message)
            if let id = message.id { running[id] = nil }
            return taken
        }
        if let id = message.id { running[id] = work }
        return await wait(for: work, id: message.id, cancels: true)
    }

    private func wait(
        for work: Task<Taken, Never>, id: String?, cancels: Bool
    ) async -> Taken {
        let limit = configuration.limits.handler
        let outcome = await TimeLimit.wait(limit, time, for: work, cancels: cancels)
        if case .ended(.success(let taken)) = outcome { return taken }
        if cancels { fault(.tookTooLong(id: id)) }
        return .notYet
    }

    /// How a message came when the app's code handled it; `nil` when it did not yet.
    func origin(of message: PushMessage) -> PushMessage.Origin? {
        message.id.flatMap(ledger.origin(of:))
    }

    private func handle(_ message: PushMessage) async -> Taken {
        do {
            let outcome = try await ledger.run(message) { try await run(message) }
            switch outcome {
            case .ran(let result): return .handled(result)
            case .known(let origin): return .known(origin)
            case .elsewhere: return .notYet
            }
        } catch let failure as HandlerFailure {
            // What is cancelled usually throws; that is no fault of the handler's.
            guard !Task.isCancelled else { return .notYet }
            fault(.messageFailed(id: message.id, failure.error))
        } catch {
            fault(.files(error))
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

/// Tells the app's errors from the kit's.
private struct HandlerFailure: Error { let error: any Error }

/// A handler of background pushes said `failed`.
public struct MessageFailed: Error, Hashable, Sendable {}
