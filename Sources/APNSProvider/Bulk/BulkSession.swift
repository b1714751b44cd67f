// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// One bulk send under way: what of it does not depend on how its sender names requests.
///
/// The iterators around it are generic and compiled into their callers; everything that costs is
/// here.
@usableFromInline
struct BulkSession {
    /// What came of offering a request.
    @usableFromInline
    enum Offer {
        /// It will be answered under this tag.
        case taken(tag: Int)
        /// It cannot be made; nothing was sent.
        case refused(PushRequestError)
    }

    private let transport: ClientTransport
    private let checksPayloadSize: Bool
    private let inFlightMax: Int
    let receiver = BatchReceiver()
    private var inFlightCount = 0
    private var tagCount = 0
    private var freeTags: [Int] = []
    private var submissions = Batch<BulkSubmission>()
    /// Outcomes that were taken but not asked for yet.
    private var taken = Batch<BatchReceiver.Element>()

    init(_ client: APNSClient, inFlightMax: Int) {
        transport = client.transport
        checksPayloadSize = client.checksPayloadSize
        self.inFlightMax = max(1, inFlightMax)
    }

    /// Whether enough of what was under way has ended that more should be offered.
    @usableFromInline var wantsMore: Bool { inFlightCount <= inFlightMax - max(1, inFlightMax / 4) }

    /// Whether one more may be offered.
    @usableFromInline var hasRoom: Bool { inFlightCount < inFlightMax }

    @usableFromInline var isIdle: Bool { inFlightCount == 0 }

    /// Takes a request; it goes out with ``post()``.
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

    /// Sends what was taken, together.
    @usableFromInline
    mutating func post() {
        guard !submissions.isEmpty else { return }
        transport.submit(Handover(emptying: &submissions), to: receiver)
    }

    /// The next outcome that is here already.
    @usableFromInline
    mutating func next() throws(APNSClientError) -> (tag: Int, outcome: PushOutcome)? {
        guard let element = taken.popFirst() else { return nil }
        inFlightCount -= 1
        freeTags.append(element.tag)
        switch element.outcome {
        case .answered(let answer): return (element.tag, PushOutcome(answer))
        case .unknown(let unknown): return (element.tag, .unknown(unknown))
        case .closed: throw .closed
        }
    }

    /// Waits for outcomes, or for somebody who pokes the receiver.
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
