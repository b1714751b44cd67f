// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The messages from callers on any thread to the client's event loop, in order. The loop is woken
/// only once for all messages that arrive before it reads them.
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
        var messages = FIFOQueue<Message>()
        var isAwake = false
    }

    private let state = Mutex(State())

    /// Adds a message. Returns `true` when the loop has to be woken.
    func post(_ message: consuming Message) -> Bool {
        // A closure cannot consume the parameter itself.
        var message = Optional(message)
        return state.withLock { state in
            if let message = message.take() { state.messages.append(message) }
            defer { state.isAwake = true }
            return !state.isAwake
        }
    }

    /// Moves all messages into `used`, an empty batch whose storage is then reused.
    func take(_ used: inout FIFOQueue<Message>) {
        state.withLock { state in
            swap(&state.messages, &used)
            state.isAwake = false
        }
    }
}

/// The code that waits for an outcome.
enum Caller: Sendable {
    /// A task. It is resumed exactly once, because a request has exactly one completion.
    case task(UnsafeContinuation<EngineOutcome, Never>)
    /// The receiver of a bulk send, and the tag of the request in that bulk send.
    case batch(BatchReceiver, Int)
}

/// One request of a bulk send, and its tag in that bulk send. The type is a tuple, because the
/// parts of a tuple can be moved out without copying.
typealias BulkSubmission = (request: EngineRequest, tag: Int)
