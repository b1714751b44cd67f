// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Stores which connections are open, and decides which of them is closed for a new connection. The
/// type uses no sockets.
///
/// When a limit is reached, the new connection replaces the connection on which the server has
/// waited longest for its client. If the limit for one address is reached, a connection from the
/// same address is replaced. If the total limit is reached, a connection from the address with the
/// most connections is replaced, or one from any address if the server waits on none of these. So a
/// client that opens a thousand connections and sends nothing loses its own connections, and a
/// client that sends a request immediately is served. A connection is never closed for another
/// while the server works on a response.
struct HTTPConnectionTable {
    /// The limit that was reached.
    enum Limit: Hashable {
        case connections
        case connectionsPerAddress
    }

    /// The decision about a new connection.
    enum Admission: Equatable {
        case admitted
        /// The new connection is open, and another connection has to be closed.
        case admittedInPlace(of: UInt64, Limit)
        case refused(Limit)
    }

    private struct Entry {
        let address: ClientAddress
        /// The sequence number of the wait on this connection among the waits on all connections;
        /// an earlier wait has a smaller number; `nil` while the server works on a response.
        var waitsSince: UInt64?
    }

    private let limits: HTTPLimits
    private var entries: [UInt64: Entry] = [:]
    private var counts: [ClientAddress: Int] = [:]
    private var waitCount: UInt64 = 0

    init(limits: HTTPLimits) { self.limits = limits }

    /// The number of open connections.
    var count: Int { entries.count }

    /// Registers a new connection, on which the server waits for its client.
    mutating func open(_ id: UInt64, from address: ClientAddress) -> Admission {
        var admission = Admission.admitted
        if let limit = limitReached(by: address) {
            let scope = limit == .connections ? busiestAddress ?? address : address
            guard let victim = longestWaiting(from: scope) ?? longestWaiting(for: limit) else {
                return .refused(limit)
            }
            close(victim)
            admission = .admittedInPlace(of: victim, limit)
        }
        entries[id] = Entry(address: address, waitsSince: nil)
        counts[address, default: 0] += 1
        waits(id)
        return admission
    }

    /// Records that the server now waits for the client of a connection.
    mutating func waits(_ id: UInt64) {
        guard entries[id] != nil else { return }
        waitCount += 1
        entries[id]?.waitsSince = waitCount
    }

    /// Records that the server now works on a response.
    mutating func works(_ id: UInt64) { entries[id]?.waitsSince = nil }

    /// Removes a connection. Removing it again changes nothing.
    mutating func close(_ id: UInt64) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        counts[entry.address, default: 1] -= 1
        if counts[entry.address] == 0 { counts[entry.address] = nil }
    }

    /// Removes the connections that have waited longest and returns them, because the process has
    /// no descriptors left.
    mutating func makeRoom(for count: Int) -> [UInt64] {
        let waiting = entries.compactMap { id, entry in
            entry.waitsSince.map { (id: id, since: $0) }
        }
        let victims = waiting.sorted { $0.since < $1.since }.prefix(count).map(\.id)
        for id in victims { close(id) }
        return victims
    }

    private func limitReached(by address: ClientAddress) -> Limit? {
        if counts[address, default: 0] >= limits.connectionsPerAddressMax {
            return .connectionsPerAddress
        }
        return entries.count >= limits.connectionsMax ? .connections : nil
    }

    private var busiestAddress: ClientAddress? { counts.max { $0.value < $1.value }?.key }

    private func longestWaiting(from address: ClientAddress) -> UInt64? {
        longestWaiting { $0.address == address }
    }

    /// If the total limit is reached, a connection from any address may be closed.
    private func longestWaiting(for limit: Limit) -> UInt64? {
        limit == .connections ? longestWaiting { _ in true } : nil
    }

    private func longestWaiting(where matches: (Entry) -> Bool) -> UInt64? {
        var longest: (id: UInt64, since: UInt64)?
        for (id, entry) in entries {
            guard let since = entry.waitsSince, since < longest?.since ?? .max, matches(entry)
            else { continue }
            longest = (id, since)
        }
        return longest?.id
    }
}
