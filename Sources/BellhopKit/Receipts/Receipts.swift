// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
public import GatewayAPI

/// Tells the server what became of its messages, if the app wants that (``ReceiptPolicy``).
///
/// A receipt is written down at once, in the folder that app and extensions share, and sent later,
/// many in one call: recording never waits for a network and fails silently. What is written down
/// survives the process. The app sends within 5 seconds, at a random moment, because a message to
/// many phones brings many receipts at once. An extension records only, unless it calls
/// ``flush(within:)``.
public final class Receipts: Sendable {
    /// Who makes the calls.
    public enum Sending: Hashable, Sendable {
        /// Each recorded receipt leads to a call soon: in the app.
        case soon
        /// Only ``Receipts/flush()`` does: in extensions.
        case whenTold
    }

    private struct Work {
        var generator = SystemRandomNumberGenerator()
        var sending: Task<Void, Never>?
        var timer: Task<Void, Never>?
        var failures = 0
        /// What the app decided, until it is written down.
        var unwritten: ReceiptPolicy?
    }

    /// The longest wait before a call.
    static let jitterMax = Duration.seconds(5)
    /// Calls of one process that may fail in a row; the next record or flush begins anew.
    static let failuresMax = 8
    /// Batches of one flush: more than wait at most.
    private static let batchesMax = ReceiptQueue.countMax / ReceiptQueue.batchMax + 1

    private let backend: any DeviceBackend
    private let context: AppContext
    private let sending: Sending
    private let retry = RetryDelay.standard
    private let file: SharedFile<ReceiptQueue>
    private let work = Guarded(Work())

    /// - Parameters:
    ///   - policy: what the app decides; it is written down for the extensions. `nil` for what was
    ///     written down, and nothing is sent if nothing was.
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

    /// Which receipts are sent, from now on and of those that wait.
    public var policy: ReceiptPolicy {
        get { work.withLock { $0.unwritten } ?? (try? file.read())?.policy ?? .off }
        set {
            work.withLock { $0.unwritten = newValue }
            writePolicy()
        }
    }

    /// Writes down what the app decided. Before the phone's first unlock that fails, and is tried
    /// again: what an earlier launch decided must not count instead.
    private func writePolicy() {
        guard let policy = work.withLock({ $0.unwritten }) else { return }
        do {
            if try file.read().policy != policy { try file.update { $0.policy = policy } }
        } catch { return }
        work.withLock { if $0.unwritten == policy { $0.unwritten = nil } }
    }

    /// How many receipts wait, and how many were given up since the app was installed.
    public var backlog: (waiting: Int, dropped: Int) {
        guard let queue = try? file.read() else { return (0, 0) }
        return (queue.waiting.count, queue.dropped)
    }

    /// Notes what became of a message. One without an identifier leaves no receipt.
    ///
    /// - Parameter action: the action's identifier, for the event `action`.
    public func record(
        _ event: Receipt.Event, message: PushMessage, action: String? = nil
    ) {
        guard let id = message.id else { return }
        record(event, messageID: id, action: action)
    }

    /// Notes what became of a message, by its identifier.
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

    /// Sends what waits, now; returns when it is sent or has failed. To be called when the app
    /// becomes active, and in background time.
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

    /// Sends what waits, for a short time: for an extension, whose notification is waiting. What
    /// is not sent then is sent later.
    public func flush(within limit: Duration) async {
        let flush = Task { await self.flush() }
        let outcome = await TimeLimit.wait(limit, context.time, for: flush)
        if case .tookTooLong = outcome { work.withLock { $0.sending?.cancel() } }
    }

    /// Waits for a call that is due, for tests.
    func settled() async {
        await work.withLock { $0.timer }?.value
        await work.withLock { $0.sending }?.value
    }

    private var installation: Installation? {
        // `try?` and the file that is missing are the same here: nobody to send as.
        (try? InstallationFile(folder: context.folder).known()) ?? nil
    }

    private func sendSoon() {
        work.withLock { work in
            let wait = Double.random(in: 0...Self.jitterMax.inSeconds, using: &work.generator)
            wake(&work, after: Duration(saturatingSeconds: wait))
        }
    }

    /// Sends after a while, unless it will be done anyway.
    private func wake(_ work: inout Work, after wait: Duration) {
        guard work.timer == nil else { return }
        work.timer = Task { [weak self, time = context.time] in
            guard (try? await time.sleep(for: wait)) != nil else { return }
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
                // Time was up, which says nothing of the server.
                break
            } catch {
                guard note(error, of: batch) else { break }
            }
        }
        sendLater()
    }

    /// - Returns: whether the next batch may be sent at once.
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

    /// What waits after a call that failed, or was added during the last one, is sent later.
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
