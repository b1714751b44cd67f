// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushPool {
    /// The numbers of objects in the pool. Checks use them to verify that the pool does not grow.
    package struct Load: Hashable, Sendable {
        /// The number of requests without an outcome.
        package var requestCount = 0
        /// The number of requests that wait for an HTTP/2 stream.
        package var waitingCount = 0
        /// The number of entries in the queue, including entries of requests that have ended.
        package var queueEntryCount = 0
        package var connectionCount = 0
        /// The largest number of open streams on one connection.
        package var streamCount = 0
        /// The largest number of stream slots, used and free, of one connection.
        package var streamSlotCount = 0
        /// The largest number of buffered output bytes of one connection.
        package var outputByteCount = 0
        /// The number of bytes buffered for an incomplete frame or header block, on the connection
        /// that buffers the most.
        package var partialByteCount = 0
        /// The number of request bodies that wait for a flow-control window, on the connection with
        /// the most of them.
        package var blockedCount = 0
        /// The number of closed connections whose last bytes have not been written yet.
        package var finalOutputCount = 0

        package init() {}
    }
}

extension PushPool {
    /// Takes all completions as an array, for callers that can afford to allocate one.
    package mutating func takeCompletions() -> [Completion] {
        var all: [Completion] = []
        var completions = FIFOQueue<Completion>()
        takeCompletions(&completions)
        while let completion = completions.popFirst() { all.append(completion) }
        return all
    }
}
