// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The active faults, in the order in which they were added.
///
/// A request is affected by the first fault whose scope contains it and whose probability selects
/// it. A latency fault is combined with the first fault of another kind.
public struct FaultPlan: Hashable, Sendable {
    /// An active fault.
    public struct Entry: Hashable, Sendable {
        /// The number that identifies the fault, counted from 1. The number is never used for
        /// another fault.
        public let id: Int
        public let fault: ServiceFault
        /// The times when the fault begins and ends. The end is `nil` if the fault has no end.
        public let start: Date
        public let end: Date?
        /// The number of requests or connections that the fault has affected.
        public fileprivate(set) var affectedCount = 0

        /// The number of requests or connections that the fault will still affect; `nil` without a
        /// limit.
        public var remainingCount: Int? { fault.count.map { $0 - affectedCount } }

        /// The name of the fault; if it has no name, its number.
        public var name: String { fault.name ?? String(id) }
    }

    /// The faults that affect one request.
    struct Selection {
        var latency: Entry?
        /// The first of these faults whose kind is not latency.
        var effect: Entry?

        var names: String {
            [effect, latency].compactMap { $0?.name }.joined(separator: ", ")
        }
    }

    public private(set) var entries: [Entry] = []
    private var lastID = 0
    /// The number of connections for notifications since the start of the service or the last call
    /// of ``reset()``.
    private var connectionCount = 0

    /// The maximum number of active faults. A further fault is refused.
    public static let countMax = 100

    /// Adds a fault. The caller has checked ``ServiceFault/problem``.
    ///
    /// - Returns: The fault with its number; `nil` when ``countMax`` faults are already active.
    mutating func add(_ fault: ServiceFault, now: Date) -> Entry? {
        removeEnded(now: now)
        guard entries.count < Self.countMax else { return nil }
        lastID += 1
        let start = now + (fault.afterSeconds ?? 0)
        let entry = Entry(
            id: lastID, fault: fault, start: start, end: fault.seconds.map { start + $0 })
        entries.append(entry)
        return entry
    }

    /// Ends the faults with the given number or name. Returns whether there was such a fault.
    mutating func remove(_ reference: String) -> Bool {
        let before = entries.count
        entries.removeAll { String($0.id) == reference || $0.fault.name == reference }
        return entries.count < before
    }

    mutating func removeAll() { entries = [] }

    /// Ends all faults, and numbers the next connection 1 again.
    mutating func reset() {
        removeAll()
        connectionCount = 0
    }

    /// Removes the faults whose time has passed.
    mutating func removeEnded(now: Date) {
        entries.removeAll { $0.end.map { $0 <= now } ?? false }
    }

    /// Returns the faults that affect a request, and counts the request for each of these faults.
    /// Returns `nil` if no fault affects the request.
    mutating func selection(
        for inspection: Inspection, using generator: inout some RandomNumberGenerator
    ) -> Selection? {
        guard !entries.isEmpty else { return nil }
        removeEnded(now: inspection.now)
        var selection = Selection()
        for index in entries.indices {
            let fault = entries[index].fault
            let isLatency = fault.kind == .latency
            let isOpen = isLatency ? selection.latency == nil : selection.effect == nil
            guard isOpen, entries[index].start <= inspection.now, fault.affects(inspection),
                take(index, using: &generator)
            else { continue }
            if isLatency {
                selection.latency = entries[index]
            } else {
                selection.effect = entries[index]
            }
        }
        removeUsedUp()
        return selection.latency == nil && selection.effect == nil ? nil : selection
    }

    /// Returns the effects of faults on a new connection, and counts the connection.
    mutating func connection(
        in environment: APNSEnvironment, _ endpoint: ServiceEndpoint, now: Date,
        using generator: inout some RandomNumberGenerator
    ) -> ConnectionFaults {
        if endpoint == .notifications { connectionCount += 1 }
        var faults = ConnectionFaults(number: endpoint == .notifications ? connectionCount : 0)
        guard !entries.isEmpty else { return faults }
        removeEnded(now: now)
        for index in entries.indices {
            let fault = entries[index].fault
            guard fault.kind.affectsConnections, entries[index].start <= now,
                fault.environment ?? environment == environment,
                fault.endpoint ?? .notifications == endpoint,
                fault.connection ?? connectionCount == connectionCount,
                take(index, using: &generator)
            else { continue }
            faults.add(fault, using: &generator)
        }
        removeUsedUp()
        return faults
    }

    /// Returns whether a fault's probability selects the current request or connection. If so,
    /// counts the request or connection for the fault.
    private mutating func take(
        _ index: Int, using generator: inout some RandomNumberGenerator
    ) -> Bool {
        if let probability = entries[index].fault.probability, probability < 1,
            Double.random(in: 0..<1, using: &generator) >= probability
        {
            return false
        }
        entries[index].affectedCount += 1
        return true
    }

    private mutating func removeUsedUp() { entries.removeAll { $0.remainingCount == 0 } }
}

extension ServiceFault {
    /// Returns whether a request is in the scope of the fault.
    func affects(_ inspection: Inspection) -> Bool {
        !kind.affectsConnections
            && endpoint ?? .notifications == inspection.endpoint
            && (environment.map { $0 == inspection.environment } ?? true)
            && (connection.map { $0 == inspection.connection.number } ?? true)
            && (stream.map { $0 == inspection.connection.stream } ?? true)
            && (app.map { $0 == inspection.topic?.bundleID } ?? true)
            && (token.map { $0 == inspection.deviceToken } ?? true)
            && (pushType.map { $0 == inspection.pushType } ?? true)
    }
}
