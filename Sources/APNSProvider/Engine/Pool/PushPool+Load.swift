// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushPool {
    /// What the pool holds at a moment, to see that it does not grow.
    package struct Load: Hashable, Sendable {
        /// Requests without an outcome.
        package var requestCount = 0
        /// Requests that wait for a stream.
        package var waitingCount = 0
        /// Entries of the queue, with those of requests that have ended.
        package var queueEntryCount = 0
        package var connectionCount = 0
        /// Streams that are open, of the connection that has the most.
        package var streamCount = 0
        /// Slots for streams, used and free, of the connection that has the most.
        package var streamSlotCount = 0
        /// Bytes that wait for the socket, of the connection that has the most.
        package var outputByteCount = 0
        /// Received bytes that make no whole frame or header block yet, likewise.
        package var partialByteCount = 0
        /// Bodies that wait for a window, likewise.
        package var blockedCount = 0
        /// Connections of which last bytes are still to be taken.
        package var farewellCount = 0

        package init() {}
    }

    package var load: Load {
        var load = Load()
        load.requestCount = table.count
        load.waitingCount = waitingCount
        load.queueEntryCount = queue.entryCount
        load.connectionCount = members.count
        load.farewellCount = farewells.count
        for member in members {
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
    /// Hands over what has ended, once, where an array more costs nothing.
    package mutating func takeCompletions() -> [Completion] {
        var all: [Completion] = []
        while let completion = completions.popFirst() { all.append(completion) }
        return all
    }
}
