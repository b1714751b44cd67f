// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What callers on any thread want of the client's event loop, in order. The loop is woken once for
/// all that gathers until it looks.
final class Mailbox: Sendable {
    enum Message: Sendable {
        case submit(EngineRequest, Caller, id: UInt64)
        case submitAll(Handover<BulkSubmission>, BatchReceiver)
        case cancel(id: UInt64)
        case warmUp(Int, UnsafeContinuation<String?, Never>)
        case shutdown(UnsafeContinuation<Void, Never>)
        case abandon
    }

    private struct State {
        var messages = Batch<Message>()
        var isAwake = false
    }

    private let state = Mutex(State())

    /// Puts in a message; `true` when the loop has to be woken.
    func post(_ message: consuming Message) -> Bool {
        // A closure cannot take it over otherwise.
        var message = Optional(message)
        return state.withLock { state in
            if let message = message.take() { state.messages.append(message) }
            defer { state.isAwake = true }
            return !state.isAwake
        }
    }

    /// Takes everything out; `used` is storage to be filled again.
    func take(_ used: inout Batch<Message>) {
        state.withLock { state in
            swap(&state.messages, &used)
            state.isAwake = false
        }
    }
}

/// Who waits for an outcome.
enum Caller: Sendable {
    /// A task. It is resumed exactly once, because a request has exactly one completion.
    case task(UnsafeContinuation<EngineOutcome, Never>)
    /// A bulk send, and its own number of the request.
    case batch(BatchReceiver, Int)
}

/// One request of a bulk send, and its tag there. A tuple, because one can be taken apart without
/// copying.
typealias BulkSubmission = (request: EngineRequest, tag: Int)
