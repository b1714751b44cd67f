// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The parts of one answer as they arrive, and the outcome they add up to.
struct ResponseAccumulator: Hashable, Sendable {
    /// Longest body that is kept, in bytes. A reason takes some fifty; what is longer is no answer
    /// of APNs.
    static let bodyByteCountMax = 4096

    /// What the header section of an answer says.
    struct Head: Hashable, Sendable {
        var status: Int
        var apnsID: String?
        var uniqueID: String?

        init(status: Int, apnsID: String? = nil, uniqueID: String? = nil) {
            self.status = status
            self.apnsID = apnsID
            self.uniqueID = uniqueID
        }
    }

    private(set) var head: Head?
    private var body: [UInt8] = []

    /// Takes a header section. Interim answers (1xx) and trailers change nothing.
    mutating func receive(_ head: Head) {
        guard self.head == nil, head.status >= 200 else { return }
        self.head = head
    }

    /// Takes a piece of the body; `false` when the body has become too long, and is dropped.
    mutating func receive(body piece: [UInt8]) -> Bool {
        guard body.count + piece.count <= Self.bodyByteCountMax else {
            body = []
            return false
        }
        body += piece
        return true
    }

    /// The outcome; `nil` while no status has come. The status alone decides between acceptance and
    /// rejection, so an answer that is cut off after its header section still counts.
    var outcome: PushOutcome? {
        guard let head else { return nil }
        let apnsID = head.apnsID.flatMap { APNSID($0) }
        guard head.status != 200 else {
            return .accepted(Acceptance(apnsID: apnsID, uniqueID: head.uniqueID))
        }
        let parsed = RejectionBody(body)
        return .rejected(
            Rejection(
                status: head.status,
                reason: parsed?.reason ?? Rejection.reason(forStatus: head.status),
                timestamp: head.status == 410 ? parsed?.timestamp : nil, apnsID: apnsID))
    }
}
