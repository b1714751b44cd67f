// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import DequeModule

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The last requests and their results, in order from the oldest to the newest. Their number is
/// limited by ``ServiceLimits/logEntryCountMax``.
///
/// The log stores the values of a request, not a text that describes the request. An entry with
/// such a text is made only when the log is read.
public struct ServiceLog: Sendable {
    fileprivate struct Stored: Sendable {
        let sequence: Int
        var content: Content
    }

    fileprivate enum Content: Sendable {
        /// A request has more than 300 bytes and a dozen references. The case is indirect, so that
        /// moving a request into or out of the log does not copy all of its bytes and references.
        indirect case request(LoggedRequest)
        /// An entry that was saved by an earlier process.
        case restored(ServiceLogEntry)
    }

    private var deque: Deque<Stored> = []
    private let entryCountMax: Int
    /// The number of the newest entry; 0 before the first entry.
    public private(set) var lastSequence = 0
    /// The number of accepted requests since the start, including requests whose entries were
    /// dropped.
    public private(set) var acceptedCount = 0
    public private(set) var refusedCount = 0

    init(entryCountMax: Int) { self.entryCountMax = max(1, entryCountMax) }

    /// Removes all entries. The numbering continues, so that the last number that a reader has seen
    /// stays valid.
    mutating func removeAll() { deque.removeAll() }

    /// The criteria of a search. A criterion that is `nil` matches every entry.
    public struct Query: Hashable, Sendable {
        public var apnsID: APNSID?
        public var deviceID: String?
        public var bundleID: String?
        public var environment: APNSEnvironment?
        public var isAccepted: Bool?
        package var token: DeviceToken?
        package var pushType: PushType?
        package var status: Int?
        package var reason: RejectionReason?
        package var collapseID: String?
        /// Only entries with a number greater than this value match.
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

        /// Returns whether an entry matches all criteria except the entry number.
        fileprivate func matches(_ content: Content) -> Bool {
            switch content {
            case .request(let request):
                (apnsID.map { $0 == request.apnsID } ?? true)
                    && (deviceID.map { $0 == request.deviceID } ?? true)
                    && (bundleID.map { $0 == request.bundleID } ?? true)
                    && (environment.map { $0 == request.shared.environment } ?? true)
                    && (isAccepted.map { $0 == request.result.isAccepted } ?? true)
                    && (token.map { $0 == request.token } ?? true)
                    && (pushType.map { $0 == request.shared.pushType } ?? true)
                    && (status.map { $0 == request.result.status } ?? true)
                    && (reason.map { $0 == request.result.reason } ?? true)
                    && (collapseID.map { $0 == request.collapseID } ?? true)
            case .restored(let entry):
                (apnsID.map { $0 == entry.apnsID } ?? true)
                    && (deviceID.map { $0 == entry.deviceID } ?? true)
                    && (bundleID.map { $0 == entry.bundleID } ?? true)
                    && (environment.map { $0 == entry.environment } ?? true)
                    && (isAccepted.map { $0 == entry.isAccepted } ?? true)
                    && (token.map { $0.redacted == entry.token } ?? true)
                    && (pushType.map { $0 == entry.pushType } ?? true)
                    && (status.map { $0 == entry.status } ?? true)
                    && (reason.map { $0 == entry.reason } ?? true)
                    && (collapseID.map { $0 == entry.collapseID } ?? true)
            }
        }
    }

    /// Returns the newest matching entries, in order from the oldest to the newest.
    public func entries(_ query: Query = Query()) -> [ServiceLogEntry] {
        let countMax = min(
            max(query.countMax, Query.countBounds.lowerBound), Query.countBounds.upperBound)
        var found: [ServiceLogEntry] = []
        for stored in deque.reversed() {
            guard stored.sequence > query.afterSequence, found.count < countMax else { break }
            if query.matches(stored.content) { found.append(Self.entry(stored)) }
        }
        return found.reversed()
    }

    /// Returns the number of log entries in which a request with this `apns-id` was accepted.
    public func acceptedCount(of id: APNSID) -> Int {
        let query = Query(apnsID: id, isAccepted: true)
        return deque.count { query.matches($0.content) }
    }

    /// Returns the entry with the given number, if it has not been dropped.
    public func entry(_ sequence: Int) -> ServiceLogEntry? {
        index(of: sequence).map { Self.entry(deque[$0]) }
    }

    private static func entry(_ stored: Stored) -> ServiceLogEntry {
        switch stored.content {
        case .request(let request): ServiceLogEntry(request, sequence: stored.sequence)
        case .restored(let entry): entry
        }
    }

    /// Adds a request and returns its number.
    @discardableResult
    mutating func append(_ request: consuming LoggedRequest) -> Int {
        lastSequence += 1
        if request.result.isAccepted { acceptedCount += 1 } else { refusedCount += 1 }
        append(Stored(sequence: lastSequence, content: .request(request)))
        return lastSequence
    }

    /// Adds an entry of a saved state.
    mutating func restore(_ entry: ServiceLogEntry) {
        lastSequence = max(lastSequence, entry.sequence)
        if entry.isAccepted { acceptedCount += 1 } else { refusedCount += 1 }
        append(Stored(sequence: entry.sequence, content: .restored(entry)))
    }

    private mutating func append(_ stored: consuming Stored) {
        if deque.count >= entryCountMax { deque.removeFirst() }
        deque.append(stored)
    }

    mutating func update(
        _ sequence: Int, _ delivery: DeliveryStatus, at time: Date, because explanation: String
    ) {
        guard let index = index(of: sequence) else { return }
        switch deque[index].content {
        case .request(var request):
            request.result.delivery = delivery
            request.result.deliveryTime = time
            request.result.explanation = explanation
            deque[index].content = .request(request)
        case .restored(var entry):
            entry.delivery = delivery
            entry.deliveryTime = time
            entry.explanation = explanation
            deque[index].content = .restored(entry)
        }
    }

    /// Replaces the explanation of an entry whose notification is no longer delivered or stored.
    mutating func explain(_ sequence: Int, _ explanation: String) {
        guard let index = index(of: sequence) else { return }
        switch deque[index].content {
        case .request(var request):
            request.result.explanation = explanation
            request.result.delivery = nil
            deque[index].content = .request(request)
        case .restored(var entry):
            entry.explanation = explanation
            entry.delivery = nil
            deque[index].content = .restored(entry)
        }
    }

    /// Records the faults that affected a request.
    mutating func note(fault: String, of sequence: Int) {
        guard let index = index(of: sequence) else { return }
        switch deque[index].content {
        case .request(var request):
            request.fault = fault
            deque[index].content = .request(request)
        case .restored(var entry):
            entry.fault = fault
            deque[index].content = .restored(entry)
        }
    }

    /// Returns the entries to save: the newest entries, and the entries of waiting notifications.
    func saved(countMax: Int) -> [ServiceLogEntry] {
        let newest = lastSequence - countMax
        return deque.compactMap { stored in
            let delivery: DeliveryStatus? =
                switch stored.content {
                case .request(let request): request.result.delivery
                case .restored(let entry): entry.delivery
                }
            return stored.sequence > newest || delivery?.isWaiting ?? false
                ? Self.entry(stored) : nil
        }
    }

    /// Returns the index of an entry. The index is computed directly, or found by binary search
    /// among the restored entries, whose numbers may have gaps.
    private func index(of sequence: Int) -> Int? {
        let fromEnd = lastSequence - sequence
        let direct = deque.endIndex - 1 - fromEnd
        if fromEnd >= 0, direct >= deque.startIndex, deque[direct].sequence == sequence {
            return direct
        }
        var low = deque.startIndex
        var high = deque.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if deque[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        return low < deque.endIndex && deque[low].sequence == sequence ? low : nil
    }
}
