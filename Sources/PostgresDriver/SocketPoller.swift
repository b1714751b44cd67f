// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Dispatch
import SQLCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Waits for the sockets of all connections on one thread, which is used only while at least one
/// connection waits.
///
/// Each call of `poll` receives all sockets, so the poller keeps no state for a descriptor.
/// Dispatch's sources keep such state, and lose events on Linux in two cases: when the server
/// closes a socket whose source is suspended, and when a descriptor's number is reused before the
/// source with the same number has ended.
final class SocketPoller: Sendable {
    static let shared = SocketPoller()

    /// The identifier of one wait.
    typealias Ticket = Int

    private struct Wait {
        let descriptor: Int32
        let events: Int16
        /// The deadline on Dispatch's clock, in nanoseconds.
        let deadline: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var waits: [Ticket: Wait] = [:]
        var lastTicket: Ticket = 0
        var isPolling = false
        /// The pipe that interrupts `poll`. The poller also polls the read end; a byte that is
        /// written to the write end makes the poller start its next round.
        var wakePipe: (read: Int32, write: Int32)?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "bellhop.postgres.poll")

    /// Returns a ticket for a wait.
    ///
    /// - Throws: ``SQLError`` if the process has no file descriptors left for the poller's pipe.
    func ticket() throws(SQLError) -> Ticket {
        try state.withLock { state throws(SQLError) in
            if state.wakePipe == nil { state.wakePipe = try Self.makePipe() }
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    /// Waits until a socket can be read or written, or has failed.
    ///
    /// - Returns: `false` if the deadline has passed or the wait was cancelled.
    func isReady(
        _ descriptor: Int32, reading: Bool, writing: Bool, by deadline: DispatchTime,
        ticket: Ticket
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let events = (reading ? Int16(POLLIN) : 0) | (writing ? Int16(POLLOUT) : 0)
            let wait = Wait(
                descriptor: descriptor, events: events, deadline: deadline.uptimeNanoseconds,
                continuation: continuation)
            let mustStart = state.withLock { state in
                state.waits[ticket] = wait
                if state.isPolling { Self.wake(state) }
                defer { state.isPolling = true }
                return !state.isPolling
            }
            if mustStart { queue.async { self.poll() } }
        }
    }

    /// Ends a wait; afterwards, the descriptor may be closed.
    func cancel(_ ticket: Ticket) {
        let wait = state.withLock { state in state.waits.removeValue(forKey: ticket) }
        wait?.continuation.resume(returning: false)
    }

    /// Polls until no caller waits.
    private func poll() {
        while true {
            let (pipe, waits) = state.withLock { state in
                state.isPolling = !state.waits.isEmpty
                return (state.wakePipe, state.waits)
            }
            guard let pipe, !waits.isEmpty else { return }
            let tickets = Array(waits.keys)
            var files = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
            var deadline = UInt64.max
            for ticket in tickets {
                guard let wait = waits[ticket] else { continue }
                files.append(pollfd(fd: wait.descriptor, events: wait.events, revents: 0))
                deadline = min(deadline, wait.deadline)
            }
            _ = Self.poll(&files, milliseconds: Self.milliseconds(until: deadline))
            if files[0].revents != 0 { Self.drain(pipe.read) }
            let now = DispatchTime.now().uptimeNanoseconds
            for (ticket, file) in zip(tickets, files.dropFirst()) {
                let isReady = file.revents != 0
                guard isReady || (waits[ticket]?.deadline ?? .max) <= now else { continue }
                let wait = state.withLock { $0.waits.removeValue(forKey: ticket) }
                wait?.continuation.resume(returning: isReady)
            }
        }
    }

    private static func milliseconds(until deadline: UInt64) -> Int32 {
        let now = DispatchTime.now().uptimeNanoseconds
        guard deadline > now else { return 0 }
        return Int32(clamping: (deadline - now) / 1_000_000 + 1)
    }

    private static func poll(_ files: inout [pollfd], milliseconds: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.poll(&files, nfds_t(files.count), milliseconds)
        #elseif canImport(Musl)
        Musl.poll(&files, nfds_t(files.count), milliseconds)
        #else
        Darwin.poll(&files, nfds_t(files.count), milliseconds)
        #endif
    }

    // MARK: The pipe

    private static func makePipe() throws(SQLError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw SQLError(
                .unavailable,
                "this process has no file descriptor left for a connection to its database; raise "
                    + "the limit of file descriptors (ulimit -n)")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }

    /// Wakes the poller. The write may fail if the pipe is full, because a full pipe wakes the
    /// poller, too.
    private static func wake(_ state: State) {
        guard let pipe = state.wakePipe else { return }
        _ = write(pipe.write, [0], 1)
    }

    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &buffer, buffer.count) == buffer.count {}
    }
}
#endif
