// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushPool {
    /// The numbers of objects in the pool, for checks that it does not grow.
    package struct Load: Hashable, Sendable {
        /// Requests without an outcome.
        package var requestCount = 0
        /// Requests that wait for a stream.
        package var waitingCount = 0
        /// Entries of the queue, including those of requests that have ended.
        package var queueEntryCount = 0
        package var connectionCount = 0
        /// The largest number of open streams of any connection.
        package var streamCount = 0
        /// The largest number of stream slots, used and free, of any connection.
        package var streamSlotCount = 0
        /// The largest number of bytes that wait for the socket of any connection.
        package var outputByteCount = 0
        /// The largest number of received bytes of an incomplete frame or header block of any
        /// connection.
        package var partialByteCount = 0
        /// The largest number of bodies that wait for a window of any connection.
        package var blockedCount = 0
        /// Closed connections whose last bytes were not taken yet.
        package var finalOutputCount = 0

        package init() {}
    }

    package var load: Load {
        var load = Load()
        load.requestCount = table.count
        load.waitingCount = waitingCount
        load.queueEntryCount = queue.entryCount
        load.connectionCount = connections.count
        load.finalOutputCount = finalOutputs.count
        for member in connections {
            let connection = member.connection
            load.streamCount = max(load.streamCount, connection.openCount)
            load.streamSlotCount = max(load.streamSlotCount, connection.streams.flights.count)
            load.outputByteCount = max(load.outputByteCount, connection.output.count)
            load.partialByteCount = max(
                load.partialByteCount,
                connection.partial.count + (connection.openBlock?.bytes.count ?? 0))
            load.blockedCount = max(load.blockedCount, connection.blocked.count)
        }
        return load
    }
}

extension PushPool {
    /// Takes all completions as an array, for callers to which its allocation does not matter.
    package mutating func takeCompletions() -> [Completion] {
        var all: [Completion] = []
        while let completion = completions.popFirst() { all.append(completion) }
        return all
    }
}
