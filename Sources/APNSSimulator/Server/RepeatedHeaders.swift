// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import HTTP2Core

/// The headers of an accepted request. They are used to recognize later requests with the same
/// headers.
///
/// Two requests match if they have the same header names in the same order, and the same values of
/// the headers that determine acceptance. Four values may differ and are read from the bytes of
/// each request: the device token in the path, `apns-id`, `apns-expiration` and `apns-collapse-id`.
/// The service does not read any other header.
///
/// This type is a class, so that comparing a request with an instance copies none of the instance's
/// values.
final class RepeatedHeaders: Sendable {
    /// The role of a header in the comparison.
    private enum Meaning: Sendable {
        /// The value must be the same.
        case same
        case path, id, expiration, collapseID
        /// The service ignores the value.
        case ignored
    }

    private struct Field: Sendable {
        let field: HeaderList.Field
        let meaning: Meaning
        /// The index of the header among the logged headers; `nil` if the header is not logged.
        let loggedIndex: Int?
    }

    private static let meanings: [(name: String, meaning: Meaning)] = [
        (":method", .same), (":path", .path), (APNSHeader.authorization, .same),
        (APNSHeader.topic, .same), (APNSHeader.pushType, .same), (APNSHeader.priority, .same),
        (APNSHeader.channelID, .same), (APNSHeader.requestID, .same), (APNSHeader.id, .id),
        (APNSHeader.expiration, .expiration), (APNSHeader.collapseID, .collapseID),
    ]

    private let bytes: SpanBytes
    private let fields: [Field]
    /// The results that the service reuses for all requests with these headers.
    let known: KnownRequest

    init(_ head: HeaderList, known: KnownRequest) {
        bytes = SpanBytes(head.bytes[..<head.byteCount])
        var loggedCount = 0
        fields = head.fields.map { field in
            let name = head.name(field)
            let isLogged = !name.hasPrefix(":") && name != APNSHeader.authorization
            defer { loggedCount += isLogged ? 1 : 0 }
            return Field(
                field: field,
                meaning: Self.meanings.first { $0.name == name }?.meaning ?? .ignored,
                loggedIndex: isLogged ? loggedCount : nil)
        }
        self.known = known
    }

    /// Returns the values that may differ. Returns `nil` if the headers do not match or one of
    /// these values is invalid.
    func read(_ head: borrowing HeaderList, body: [UInt8]) -> RepeatedRequest? {
        guard head.fields.count == fields.count else { return nil }
        var token: DeviceToken?
        var id: APNSID?
        var expiration: PushExpiration?
        var collapseID: CollapseID?
        var differing: [(index: Int, value: String)] = []
        // This copy is needed because a span must not depend on a property of an object.
        let bytes = bytes
        let mine = bytes.span
        let other = head.bytes.span
        for index in fields.indices {
            let known = fields[index].field
            let field = head.fields[index]
            let name = other.extracting(field.nameStart..<field.valueStart)
            guard name.count == known.valueStart - known.nameStart,
                mine.holds(name, at: known.nameStart)
            else { return nil }
            let value = other.extracting(field.valueStart..<field.end)
            switch fields[index].meaning {
            case .ignored:
                guard let position = fields[index].loggedIndex else { continue }
                if value.count != known.end - known.valueStart
                    || !mine.holds(value, at: known.valueStart)
                {
                    differing.append((position, head.value(field)))
                }
            case .same:
                guard value.count == known.end - known.valueStart,
                    mine.holds(value, at: known.valueStart)
                else { return nil }
            case .path:
                token = Self.deviceToken(value)
                if token == nil { return nil }
            case .id:
                id = APNSID(utf8: value)
                if id == nil { return nil }
            case .expiration:
                expiration = Self.expiration(value)
                if expiration == nil { return nil }
            case .collapseID:
                collapseID = value.withUnsafeBufferPointer {
                    try? CollapseID(String(decoding: $0, as: UTF8.self))
                }
                if collapseID == nil { return nil }
            }
        }
        return token.map {
            RepeatedRequest(
                token: $0, id: id, expiration: expiration, collapseID: collapseID,
                differing: differing, body: body)
        }
    }

    private static let pathPrefix = SpanBytes(APNSHeader.devicePathPrefix.utf8)

    private static func deviceToken(_ path: Span<UInt8>) -> DeviceToken? {
        let count = pathPrefix.count
        guard path.count > count, path.holds(pathPrefix.span, at: 0) else { return nil }
        return DeviceToken(hexDigits: path.extracting(count...))
    }

    /// The maximum number of digits that certainly fit into an `Int`.
    private static let digitCountMax = 18

    private static func expiration(_ digits: Span<UInt8>) -> PushExpiration? {
        // If the number has leading zeros, the request needs the full check.
        guard 1...digitCountMax ~= digits.count, digits.count == 1 || digits[0] != 0x30 else {
            return nil
        }
        var number = 0
        for index in digits.indices {
            guard (0x30...0x39).contains(digits[index]) else { return nil }
            number = number * 10 + Int(digits[index] - 0x30)
        }
        return PushExpiration(epochSeconds: number)
    }
}

/// The kinds of requests that the sender of a connection repeats.
struct RepeatedKinds: Sendable {
    /// The maximum number of kinds that are remembered. When this number is reached, a new kind
    /// replaces the oldest kind, but only for one in ``missCountOfLearning`` unknown requests, so
    /// that remembering kinds remains a small part of the work.
    private static let countMax = 8
    private static let missCountOfLearning = 64

    private var kinds: [RepeatedHeaders] = []
    private var next = 0
    private var missCount = 0

    /// Returns the known kind that a request repeats, with the request's own values. Returns `nil`
    /// if the request repeats no known kind.
    mutating func read(
        _ head: borrowing HeaderList, body: [UInt8]
    ) -> (known: KnownRequest, request: RepeatedRequest)? {
        for index in kinds.indices {
            if let request = kinds[index].read(head, body: body) {
                return (kinds[index].known, request)
            }
        }
        return nil
    }

    /// Returns whether the next accepted request should be remembered.
    mutating func wantsToLearn() -> Bool {
        missCount += 1
        guard kinds.count >= Self.countMax else { return true }
        guard missCount >= Self.missCountOfLearning else { return false }
        missCount = 0
        return true
    }

    mutating func learn(_ head: HeaderList, known: KnownRequest) {
        let kind = RepeatedHeaders(head, known: known)
        if kinds.count < Self.countMax {
            kinds.append(kind)
        } else {
            kinds[next % Self.countMax] = kind
            next += 1
        }
    }
}
