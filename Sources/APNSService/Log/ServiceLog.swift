// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import DequeModule

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The last requests and their results, oldest first; limited by
/// ``ServiceLimits/logEntryCountMax``.
public struct ServiceLog: Sendable {
    private var deque: Deque<ServiceLogEntry> = []
    private var sequencesByID: [APNSID: [Int]] = [:]
    private let entryCountMax: Int
    /// The number of the newest entry; 0 before the first entry.
    public private(set) var lastSequence = 0
    /// The number of accepted requests since the start, including dropped entries.
    public private(set) var acceptedCount = 0
    public private(set) var refusedCount = 0

    init(entryCountMax: Int) { self.entryCountMax = max(1, entryCountMax) }

    /// Removes all entries; the numbering continues, so that a reader's last number stays valid.
    mutating func removeAll() {
        deque.removeAll()
        sequencesByID.removeAll()
    }

    /// The criteria of a search; a value that is `nil` matches everything.
    public struct Query: Hashable, Sendable {
        public var apnsID: APNSID?
        public var deviceID: String?
        public var bundleID: String?
        public var environment: APNSEnvironment?
        public var isAccepted: Bool?
        /// The entry number above which entries match.
        public var afterSequence = 0
        /// The maximum number of entries to return, counted from the newest; limited to
        /// ``countBounds``.
        public var countMax: Int
        public static let countBounds = 1...10_000

        public init(
            apnsID: APNSID? = nil, deviceID: String? = nil, bundleID: String? = nil,
            environment: APNSEnvironment? = nil, isAccepted: Bool? = nil, afterSequence: Int = 0,
            countMax: Int = 100
        ) {
            self.apnsID = apnsID
            self.deviceID = deviceID
            self.bundleID = bundleID
            self.environment = environment
            self.isAccepted = isAccepted
            self.afterSequence = afterSequence
            self.countMax = countMax
        }

        func matches(_ entry: ServiceLogEntry) -> Bool {
            entry.sequence > afterSequence
                && (apnsID.map { $0 == entry.apnsID } ?? true)
                && (deviceID.map { $0 == entry.deviceID } ?? true)
                && (bundleID.map { $0 == entry.bundleID } ?? true)
                && (environment.map { $0 == entry.environment } ?? true)
                && (isAccepted.map { $0 == entry.isAccepted } ?? true)
        }
    }

    /// Returns the newest matching entries, the oldest of them first.
    public func entries(_ query: Query = Query()) -> [ServiceLogEntry] {
        let countMax = min(
            max(query.countMax, Query.countBounds.lowerBound), Query.countBounds.upperBound)
        if let id = query.apnsID {
            return (sequencesByID[id] ?? []).compactMap { entry($0) }.filter(query.matches).suffix(
                countMax)
        }
        var found: [ServiceLogEntry] = []
        for entry in deque.reversed() {
            guard entry.sequence > query.afterSequence, found.count < countMax else { break }
            if query.matches(entry) { found.append(entry) }
        }
        return found.reversed()
    }

    /// Returns the number of log entries in which a request with this `apns-id` was accepted.
    public func acceptedCount(of id: APNSID) -> Int {
        (sequencesByID[id] ?? []).count { entry($0)?.isAccepted ?? false }
    }

    /// Returns the entry with a number, if it has not been dropped.
    public func entry(_ sequence: Int) -> ServiceLogEntry? { index(of: sequence).map { deque[$0] } }

    mutating func append(_ entry: ServiceLogEntry) {
        deque.append(entry)
        sequencesByID[entry.apnsID, default: []].append(entry.sequence)
        lastSequence = max(lastSequence, entry.sequence)
        if entry.isAccepted { acceptedCount += 1 } else { refusedCount += 1 }
        while deque.count > entryCountMax, let oldest = deque.popFirst() {
            sequencesByID[oldest.apnsID]?.removeAll { $0 == oldest.sequence }
            if sequencesByID[oldest.apnsID]?.isEmpty ?? false { sequencesByID[oldest.apnsID] = nil }
        }
    }

    mutating func update(
        _ sequence: Int, _ delivery: DeliveryStatus, at time: Date, because explanation: String
    ) {
        guard let index = index(of: sequence) else { return }
        deque[index].delivery = delivery
        deque[index].deliveryTime = time
        deque[index].explanation = explanation
    }

    /// Returns the entries to save: the newest entries and those of waiting notifications.
    func saved(countMax: Int) -> [ServiceLogEntry] {
        let newest = lastSequence - countMax
        return deque.filter { $0.sequence > newest || $0.delivery?.isWaiting ?? false }
    }

    /// Returns the index of an entry by binary search; the numbers are ascending but may have gaps.
    private func index(of sequence: Int) -> Int? {
        var low = deque.startIndex
        var high = deque.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if deque[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        return low < deque.endIndex && deque[low].sequence == sequence ? low : nil
    }
}
