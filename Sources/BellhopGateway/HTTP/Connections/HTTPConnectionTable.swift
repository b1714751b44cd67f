// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Which connections are open, and which of them makes room for another. It knows no socket.
///
/// When a limit is reached, the connection on which the server has waited longest for its client is
/// closed in favour of the new one. A client that opens a thousand connections and sends nothing
/// thus closes its own, and one that sends a request at once is served. Connections on which the
/// server works at a response are never closed for others.
struct HTTPConnectionTable {
    /// Which limit was reached.
    enum Limit: Hashable {
        case connections
        case connectionsPerAddress
    }

    /// What becomes of a new connection.
    enum Admission: Equatable {
        case admitted
        /// It is open, and another one has to be closed.
        case admittedInPlace(of: UInt64, Limit)
        case refused(Limit)
    }

    private struct Entry {
        let address: ClientAddress
        /// Counts up with each beginning of a wait; `nil` while the server works at a response.
        var waitsSince: UInt64?
    }

    private let limits: HTTPLimits
    private var entries: [UInt64: Entry] = [:]
    private var counts: [ClientAddress: Int] = [:]
    private var waitCount: UInt64 = 0

    init(limits: HTTPLimits) { self.limits = limits }

    /// Open connections.
    var count: Int { entries.count }

    /// Takes in a new connection, which waits for its client.
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

    /// The server waits for the client of a connection from now on.
    mutating func waits(_ id: UInt64) {
        guard entries[id] != nil else { return }
        waitCount += 1
        entries[id]?.waitsSince = waitCount
    }

    /// The server works at a response from now on.
    mutating func works(_ id: UInt64) { entries[id]?.waitsSince = nil }

    /// Forgets a connection. Doing it again changes nothing.
    mutating func close(_ id: UInt64) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        counts[entry.address, default: 1] -= 1
        if counts[entry.address] == 0 { counts[entry.address] = nil }
    }

    /// Takes out the connections that have waited longest, because the process has no descriptors
    /// left.
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

    /// Any connection may make room when there are too many in all.
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
