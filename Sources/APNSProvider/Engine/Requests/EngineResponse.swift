// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import HTTP2Core

/// The parts of a complete response of APNs that a client needs.
package struct EngineResponse: Hashable, Sendable {
    /// The maximum number of stored bytes of the body of a response to a notification. APNs sends
    /// about fifty bytes; a body longer than this limit is not from APNs.
    package static let reasonByteCountMax = 4096

    /// The HTTP status; 0 when the response had none.
    package var status: Int
    /// The value of `apns-id`; `nil` if it is absent or not a UUID.
    package var apnsID: APNSID?
    package var body: [UInt8] = []
    private var rare: RareFields?

    package init(status: Int) { self.status = status }

    /// The value of `apns-unique-id`.
    package var uniqueID: String? {
        get { rare?.uniqueID }
        set { rare = RareFields(uniqueID: newValue, requestID: requestID, channelID: channelID) }
    }

    /// The value of `apns-request-id`; `nil` if it is absent or not a UUID.
    package var requestID: APNSID? {
        get { rare?.requestID }
        set { rare = RareFields(uniqueID: uniqueID, requestID: newValue, channelID: channelID) }
    }

    /// The value of `apns-channel-id`.
    package var channelID: String? {
        get { rare?.channelID }
        set { rare = RareFields(uniqueID: uniqueID, requestID: requestID, channelID: newValue) }
    }

    /// Reads a header section. Returns `nil` for an interim response (1xx, RFC 9110 section 15.2).
    init?(_ list: borrowing HeaderList) {
        status = 0
        let bytes = list.bytes.span
        for field in list.fields {
            let value = bytes.extracting(field.valueStart..<field.end)
            switch field.valueStart - field.nameStart {
            case 7:
                let name = bytes.extracting(field.nameStart..<field.valueStart)
                if name.equals(":status") {
                    status = Self.status(value)
                } else if name.equals("apns-id") {
                    apnsID = APNSID(utf8: value)
                }
            case 14:
                guard bytes.extracting(field.nameStart..<field.valueStart).equals("apns-unique-id")
                else { continue }
                uniqueID = String(copying: value)
            case 15:
                let name = bytes.extracting(field.nameStart..<field.valueStart)
                if name.equals("apns-request-id") {
                    requestID = APNSID(utf8: value)
                } else if name.equals("apns-channel-id") {
                    channelID = String(copying: value)
                }
            default: break
            }
        }
        if (100..<200).contains(status) { return nil }
    }

    /// Reads a status of three digits. Returns 0 for anything else.
    private static func status(_ value: borrowing Span<UInt8>) -> Int {
        guard value.count == 3 else { return 0 }
        var number = 0
        for index in 0..<3 {
            guard (0x30...0x39).contains(value[index]) else { return 0 }
            number = 10 * number + Int(value[index] - 0x30)
        }
        return number
    }
}

/// Fields that few responses have, stored separately so that other responses stay small.
private final class RareFields: Hashable, Sendable {
    let uniqueID: String?
    let requestID: APNSID?
    let channelID: String?

    init(uniqueID: String?, requestID: APNSID?, channelID: String?) {
        self.uniqueID = uniqueID
        self.requestID = requestID
        self.channelID = channelID
    }

    static func == (a: RareFields, b: RareFields) -> Bool {
        (a.uniqueID, a.requestID, a.channelID) == (b.uniqueID, b.requestID, b.channelID)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(uniqueID)
        hasher.combine(requestID)
        hasher.combine(channelID)
    }
}

/// The outcome of a request, before it is converted to the types of the public API.
package enum EngineOutcome: Sendable, Hashable {
    case response(EngineResponse)
    case unknown(UnknownOutcome)
    /// The client is shut down; nothing was sent.
    case closed
}

extension EngineOutcome {
    static func unknown(mayHaveBeenProcessed: Bool, _ cause: FailureCause) -> EngineOutcome {
        .unknown(
            UnknownOutcome(
                code: cause.code, mayHaveBeenProcessed: mayHaveBeenProcessed, cause: cause.text))
    }
}

extension PushOutcome {
    /// Makes an outcome from a response. The status alone determines whether the request was
    /// accepted or rejected, so the header section of a truncated response is sufficient.
    init(_ response: EngineResponse) {
        guard response.status != 0 else {
            self = .unknown(.responseWithoutStatus)
            return
        }
        guard response.status != 200 else {
            self = .accepted(Acceptance(apnsID: response.apnsID, uniqueID: response.uniqueID))
            return
        }
        let parsed = RejectionBody(response.body)
        guard parsed != nil || response.apnsID != nil else {
            self = .unknown(.notFromAPNs(status: response.status))
            return
        }
        self = .rejected(
            Rejection(
                status: response.status,
                reason: parsed?.reason ?? Rejection.reason(forStatus: response.status),
                timestamp: response.status == 410 ? parsed?.timestamp : nil, apnsID: response.apnsID
            ))
    }
}

extension UnknownOutcome {
    static let responseWithoutStatus = UnknownOutcome(
        code: .protocolError, mayHaveBeenProcessed: true,
        cause: "the server's response has no status")

    /// Makes the outcome for a response that is not from APNs. Bellhop assumes that APNs may have
    /// processed the request, because the server that responded may have forwarded it.
    static func notFromAPNs(status: Int) -> UnknownOutcome {
        UnknownOutcome(
            code: .notFromAPNs, mayHaveBeenProcessed: true,
            cause: "HTTP \(status) without a reason: APNs sends a reason, so a proxy or another "
                + "server responded; check the endpoint",
            status: status)
    }
}

extension Span<UInt8> {
    /// Returns whether the span contains exactly the bytes of a text.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}

extension String {
    /// Makes a string from a copy of bytes; invalid UTF-8 is replaced.
    init(copying bytes: borrowing Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
