// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A request with its sender's own name for it.
public struct IdentifiedPush<ID: Sendable>: Sendable {
    /// Whatever tells the sender which request an outcome belongs to: a number, a row's key.
    public var id: ID
    public var request: PushRequest

    public init(id: ID, request: PushRequest) {
        self.id = id
        self.request = request
    }
}

/// What became of one request of a bulk send.
public struct PushResult<ID: Sendable>: Sendable {
    public let id: ID
    /// The outcome; an error when the request could not be made, so that nothing was sent.
    public let result: Result<PushOutcome, PushRequestError>

    public init(id: ID, result: Result<PushOutcome, PushRequestError>) {
        self.id = id
        self.result = result
    }
}

/// The outcomes of a bulk send in the order in which they come; see
/// ``APNSClient/send(contentsOf:inFlightMax:)``.
///
/// Whoever iterates pulls: while no result is asked for, no further request is taken from the
/// source. Iterate once.
public struct PushResults<ID: Sendable>: AsyncSequence {
    let source: PushSource<ID>
    let transport: ClientTransport
    let checksPayloadSize: Bool
    let inFlightMax: Int

    public func makeAsyncIterator() -> Iterator {
        Iterator(
            source: source, transport: transport, checksPayloadSize: checksPayloadSize,
            inFlightMax: inFlightMax)
    }

    public struct Iterator: AsyncIteratorProtocol {
        private var source: PushSource<ID>
        private let transport: ClientTransport
        private let checksPayloadSize: Bool
        private let inFlightMax: Int
        private let receiver = BatchReceiver()
        /// The names of requests under way, by tag; tags are used again.
        private var names: [ID?] = []
        private var freeTags: [Int] = []
        private var inFlightCount = 0
        private var isExhausted = false
        /// Outcomes that were taken but not asked for yet, the next one last.
        private var taken: [BatchReceiver.Element] = []
        private var unsendable: [PushResult<ID>] = []

        init(
            source: PushSource<ID>, transport: ClientTransport, checksPayloadSize: Bool,
            inFlightMax: Int
        ) {
            self.source = source
            self.transport = transport
            self.checksPayloadSize = checksPayloadSize
            self.inFlightMax = Swift.max(1, inFlightMax)
        }

        /// The next result; `nil` after the last.
        ///
        /// - Throws: ``APNSClientError/closed`` after ``APNSClient/shutdown()``,
        ///   `CancellationError`, and what the source of the requests throws. Requests under way
        ///   then come to their outcomes without being reported.
        public mutating func next() async throws -> PushResult<ID>? {
            while true {
                if let result = unsendable.popLast() { return result }
                if !isExhausted, inFlightCount <= inFlightMax - Swift.max(1, inFlightMax / 4) {
                    try await submitMore()
                }
                if let element = taken.popLast() { return try result(element) }
                if !unsendable.isEmpty { continue }
                guard inFlightCount > 0 else {
                    if isExhausted { return nil }
                    continue
                }
                let receiver = receiver
                taken = await withTaskCancellationHandler {
                    await receiver.take()
                } onCancel: {
                    receiver.cancel()
                }
                if taken.isEmpty { throw CancellationError() }
                taken.reverse()
            }
        }

        private mutating func result(
            _ element: BatchReceiver.Element
        ) throws(APNSClientError) -> PushResult<ID>? {
            inFlightCount -= 1
            let name = names[element.tag].take()
            freeTags.append(element.tag)
            guard let name else { return nil }
            switch element.outcome {
            case .answered(let answer):
                return PushResult(id: name, result: .success(PushOutcome(answer)))
            case .unknown(let unknown):
                return PushResult(id: name, result: .success(.unknown(unknown)))
            case .closed: throw .closed
            }
        }

        /// Takes requests from the source until enough are under way, and posts them together.
        private mutating func submitMore() async throws {
            var submissions: [BulkSubmission] = []
            submissions.reserveCapacity(inFlightMax - inFlightCount)
            while inFlightCount < inFlightMax, unsendable.isEmpty {
                // What there is goes out before the source is waited for.
                if submissions.count > 0, source.mayWait { post(&submissions) }
                guard let push = try await source.next(haveInFlight: inFlightCount > 0) else {
                    isExhausted = source.isExhausted
                    break
                }
                do throws(PushRequestError) {
                    try APNSClient.check(push.request, checksPayloadSize: checksPayloadSize)
                } catch {
                    unsendable.append(PushResult(id: push.id, result: .failure(error)))
                    break
                }
                submissions.append(
                    BulkSubmission(request: .push(push.request), tag: tag(for: push.id)))
                inFlightCount += 1
            }
            post(&submissions)
        }

        private func post(_ submissions: inout [BulkSubmission]) {
            guard !submissions.isEmpty else { return }
            transport.submit(submissions, to: receiver)
            submissions = []
        }

        private mutating func tag(for name: ID) -> Int {
            if let tag = freeTags.popLast() {
                names[tag] = name
                return tag
            }
            names.append(name)
            return names.count - 1
        }
    }
}
