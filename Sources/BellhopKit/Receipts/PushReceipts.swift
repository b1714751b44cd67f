// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
public import GatewayAPI

/// Reports to the server what happened to its messages, as far as the app's ``ReceiptPolicy``
/// permits.
///
/// A receipt is stored immediately, in the folder that the app and its extensions share, and sent
/// later, together with other receipts in one call. Recording never waits for the network and
/// throws no errors. Stored receipts survive the process. The app sends within 5 seconds, after a
/// random delay, because a message to many phones results in many receipts at the same time. An
/// extension only records, unless it calls ``flush(within:)``.
public final class PushReceipts: Sendable {
    /// The time at which receipts are sent.
    public enum Sending: Hashable, Sendable {
        /// Each recorded receipt leads to a call soon. This case is for the app.
        case soon
        /// Only ``PushReceipts/flush()`` makes calls. This case is for extensions.
        case whenFlushed
    }

    private struct Work {
        var generator = SystemRandomNumberGenerator()
        var sending: Task<Void, Never>?
        var timer: Task<Void, Never>?
        var failures = 0
        /// The app's policy, if it could not be stored yet.
        var unwritten: ReceiptPolicy?
    }

    /// The longest random delay before a call.
    static let jitterMax = Duration.seconds(5)
    /// The maximum number of failed calls in one process since a receipt was last recorded. When it
    /// is reached, no further call is scheduled.
    static let failuresMax = 8
    /// The maximum number of batches in one flush: enough for more receipts than can be waiting.
    private static let batchesMax = ReceiptQueue.countMax / ReceiptQueue.batchMax + 1

    private let backend: any DeviceBackend
    private let context: AppContext
    private let sending: Sending
    private let retry = RetryDelay.standard
    private let file: SharedFile<ReceiptQueue>
    private let work = Guarded(Work())

    /// - Parameters:
    ///   - policy: the app's policy; it is stored for the extensions. `nil` uses the stored policy,
    ///     and nothing is sent if there is none.
    public init(
        backend: any DeviceBackend, context: AppContext, policy: ReceiptPolicy? = nil,
        sending: Sending = .soon
    ) {
        self.backend = backend
        self.context = context
        self.sending = sending
        file = context.folder.onThisPhone.file("receipts", missing: ReceiptQueue())
        if let policy { self.policy = policy }
    }

    deinit { work.withLock { $0.timer?.cancel() } }

    /// The policy that determines which receipts are sent. A change applies to new receipts and to
    /// receipts that are waiting.
    public var policy: ReceiptPolicy {
        get { work.withLock { $0.unwritten } ?? (try? file.read())?.policy ?? .off }
        set {
            work.withLock { $0.unwritten = newValue }
            writePolicy()
        }
    }

    /// Stores the app's policy. Before the phone's first unlock, storing fails and is tried again
    /// later; in the meantime, the policy of an earlier launch must not apply.
    private func writePolicy() {
        guard let policy = work.withLock({ $0.unwritten }) else { return }
        do {
            if try file.read().policy != policy { try file.update { $0.policy = policy } }
        } catch { return }
        work.withLock { if $0.unwritten == policy { $0.unwritten = nil } }
    }

    /// The number of receipts that are waiting, and the number of receipts that were given up since
    /// the app was installed.
    public var backlog: (waiting: Int, dropped: Int) {
        guard let queue = try? file.read() else { return (0, 0) }
        return (queue.waiting.count, queue.dropped)
    }

    /// Records what happened to a message. Nothing is recorded for a message without an identifier.
    ///
    /// - Parameter action: the action's identifier, for the event `action`.
    public func record(
        _ event: Receipt.Event, message: PushMessage, action: String? = nil
    ) {
        guard let id = message.id else { return }
        record(event, messageID: id, action: action)
    }

    /// Records what happened to a message, by its identifier.
    public func record(_ event: Receipt.Event, messageID: String, action: String? = nil) {
        let receipt = Receipt(
            message: messageID, event: event, action: event == .action ? action : nil,
            at: context.time.now)
        writePolicy()
        guard let installation, policy.covers(receipt, of: installation.id),
            (try? file.update({ $0.add(receipt) })) == true
        else { return }
        work.withLock { $0.failures = 0 }
        if sending == .soon { sendSoon() }
    }

    /// Sends the waiting receipts now; returns when they are sent or the call has failed. Call it
    /// when the app becomes active, and in background time.
    public func flush() async {
        let task = work.withLock { work in
            if let sending = work.sending { return sending }
            work.timer?.cancel()
            work.timer = nil
            let task = Task { await self.send() }
            work.sending = task
            return task
        }
        await task.value
    }

    /// Sends the waiting receipts within a short time. Intended for an extension, which must not
    /// delay its notification. Receipts not sent by then are sent later.
    public func flush(within limit: Duration) async {
        let flush = Task { await self.flush() }
        let outcome = await TimeLimit.wait(limit, context.time, for: flush)
        if case .tookTooLong = outcome { work.withLock { $0.sending?.cancel() } }
    }

    /// Waits for a call that is due. Intended for tests.
    func settled() async {
        await work.withLock { $0.timer }?.value
        await work.withLock { $0.sending }?.value
    }

    private var installation: Installation? {
        // A missing file has the same effect as one that cannot be read: there is no identity with
        // which to send receipts.
        (try? InstallationFile(folder: context.folder).known()) ?? nil
    }

    private func sendSoon() {
        work.withLock { work in
            let wait = Double.random(in: 0...Self.jitterMax.inSeconds, using: &work.generator)
            wake(&work, after: Duration(saturatingSeconds: wait))
        }
    }

    /// Schedules a call after a delay, unless one is already scheduled.
    private func wake(_ work: inout Work, after wait: Duration) {
        guard work.timer == nil else { return }
        let due = context.time.uptime + wait
        work.timer = Task { [weak self, time = context.time] in
            guard (try? await time.sleep(untilUptime: due)) != nil else { return }
            self?.work.withLock { $0.timer = nil }
            await self?.flush()
        }
    }

    private func send() async {
        defer { work.withLock { $0.sending = nil } }
        writePolicy()
        guard let installation else { return }
        for _ in 0..<Self.batchesMax where !Task.isCancelled {
            guard let queue = try? file.read(), !queue.waiting.isEmpty else { return }
            _ = try? file.update { $0.obeyPolicy(in: installation.id) }
            let batch = (try? file.read())?.batch(at: context.time.now, retry: retry) ?? []
            guard !batch.isEmpty else { break }
            do {
                try await backend.send(batch, from: installation)
                try file.update { $0.succeed(batch) }
            } catch is CancellationError {
                // The time limit was reached, which is not a failure of the server.
                break
            } catch {
                guard note(error, of: batch) else { break }
            }
        }
        sendLater()
    }

    /// - Returns: whether the next batch may be sent immediately.
    private func note(_ error: any Error, of batch: [Receipt]) -> Bool {
        let mayGoOn = try? work.withLock { work in
            work.failures += 1
            return try file.update {
                $0.fail(
                    batch, error, at: context.time.now, retry: retry, using: &work.generator)
            }
        }
        return mayGoOn ?? false
    }

    /// Schedules a call for receipts that are waiting because the last call failed or because they
    /// were added during that call.
    private func sendLater() {
        guard sending == .soon, let queue = try? file.read(), !queue.waiting.isEmpty else { return }
        let now = context.time.now
        let pending = retry.pending(queue.retryAt, at: now)
        work.withLock { work in
            guard work.failures < Self.failuresMax else { return }
            let wait = pending?.timeIntervalSince(now) ?? Self.jitterMax.inSeconds
            wake(&work, after: Duration(saturatingSeconds: wait))
        }
    }
}
