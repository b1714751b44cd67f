// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A bulk send in progress, apart from the parts that depend on the type of the requests'
/// identifiers.
///
/// The iterators that use the session are generic and compiled into their callers. To keep them
/// small, all expensive operations are in this class.
@usableFromInline
struct BulkSession {
    /// The result of offering a request.
    @usableFromInline
    enum Offer {
        /// The request was accepted; its outcome will have this tag.
        case taken(tag: Int)
        /// The request is invalid; nothing is sent.
        case refused(PushRequestError)
    }

    private let transport: ClientTransport
    private let checksPayloadSize: Bool
    private let inFlightMax: Int
    let receiver = BatchReceiver()
    private var inFlightCount = 0
    private var tagCount = 0
    private var freeTags: [Int] = []
    private var submissions = FIFOQueue<BulkSubmission>()
    /// Outcomes that were taken from the receiver but not returned yet.
    private var taken = FIFOQueue<BatchReceiver.Element>()

    init(_ client: APNSClient, inFlightMax: Int) {
        transport = client.transport
        checksPayloadSize = client.checksPayloadSize
        self.inFlightMax = max(1, inFlightMax)
    }

    /// Whether enough requests have ended that more should be offered.
    @usableFromInline var wantsMore: Bool { inFlightCount <= inFlightMax - max(1, inFlightMax / 4) }

    /// Whether one more request may be offered.
    @usableFromInline var hasRoom: Bool { inFlightCount < inFlightMax }

    @usableFromInline var isIdle: Bool { inFlightCount == 0 }

    /// Accepts a request, which is sent by ``post()``.
    @usableFromInline
    mutating func offer(_ request: consuming PushRequest) -> Offer {
        do throws(PushRequestError) {
            try APNSClient.check(request, checksPayloadSize: checksPayloadSize)
        } catch { return .refused(error) }
        let tag: Int
        if let used = freeTags.popLast() {
            tag = used
        } else {
            tag = tagCount
            tagCount += 1
        }
        submissions.append((.push(consume request), tag))
        inFlightCount += 1
        return .taken(tag: tag)
    }

    /// Sends all accepted requests together.
    @usableFromInline
    mutating func post() {
        guard !submissions.isEmpty else { return }
        transport.submit(Handover(emptying: &submissions), to: receiver)
    }

    /// Returns the next outcome that ``wait()`` has taken; `nil` when there is none.
    @usableFromInline
    mutating func next() throws(APNSClientError) -> (tag: Int, outcome: PushOutcome)? {
        guard let element = taken.popFirst() else { return nil }
        inFlightCount -= 1
        freeTags.append(element.tag)
        switch element.outcome {
        case .response(let response): return (element.tag, PushOutcome(response))
        case .unknown(let unknown): return (element.tag, .unknown(unknown))
        case .closed: throw .closed
        }
    }

    /// Waits for outcomes or for a call of ``BatchReceiver/poke()``.
    ///
    /// - Throws: `CancellationError`.
    @usableFromInline
    mutating func wait() async throws {
        let receiver = receiver
        await withTaskCancellationHandler {
            await receiver.wait()
        } onCancel: {
            receiver.cancel()
        }
        receiver.take(into: &taken)
        if taken.isEmpty, receiver.isCancelled { throw CancellationError() }
    }
}
