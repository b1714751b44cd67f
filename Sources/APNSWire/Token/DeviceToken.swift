// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The opaque bytes that identify one app on one device in one environment to APNs.
///
/// According to Apple, code must not assume a length ("Sending notification requests to APNs").
/// Today, tokens of phones have 32 bytes; tokens of simulators and Live Activities have more. The
/// description of a token is shortened, so that the full token cannot reach a log by accident;
/// ``hex`` is the full text.
public struct DeviceToken: Hashable, Sendable {
    /// The accepted lengths of a token in bytes. Bellhop chose this range; Apple documents no
    /// limits.
    public static let byteCountRange = 8...200

    /// A token of 32 bytes is stored in the value itself, so that creating, copying and comparing
    /// tokens, which a gateway does for every notification, needs no memory on the heap.
    private enum Storage: Hashable, Sendable {
        /// 32 bytes as four big-endian numbers. A token of this length is never stored as
        /// ``other``.
        case phone(UInt64, UInt64, UInt64, UInt64)
        case other([UInt8])
    }

    private let storage: Storage

    /// The token's bytes, as a new array.
    public var bytes: [UInt8] {
        switch storage {
        case .other(let bytes): bytes
        case .phone(let first, let second, let third, let fourth):
            [UInt8](unsafeUninitializedCapacity: Self.phoneByteCount) { buffer, count in
                var output = OutputSpan(buffer: buffer, initializedCount: 0)
                for word in [first, second, third, fourth] { output.append(word: word) }
                count = output.finalize(for: buffer)
            }
        }
    }

    /// The number of bytes of a phone's token.
    private static let phoneByteCount = 32

    /// Makes a token from the bytes that the system passed to the app.
    public init(bytes: some Sequence<UInt8>) throws(DeviceTokenError) {
        try self.init(bytes: Array(bytes).span.bytes)
    }

    /// Makes a token from its bytes without creating an array of them.
    package init(bytes: RawSpan) throws(DeviceTokenError) {
        guard Self.byteCountRange.contains(bytes.byteCount) else {
            throw DeviceTokenError(problem: .length(byteCount: bytes.byteCount))
        }
        storage =
            if bytes.byteCount == Self.phoneByteCount {
                .phone(
                    bytes.eightBytes(at: 0), bytes.eightBytes(at: 8), bytes.eightBytes(at: 16),
                    bytes.eightBytes(at: 24))
            } else {
                .other(bytes.withUnsafeBytes { Array($0) })
            }
    }

    /// Reads an even number of hex digits in either case, for instance the digits of a request's
    /// path. Returns `nil` when they are not a device token.
    package init?(hexDigits digits: Span<UInt8>) {
        if digits.count == 2 * Self.phoneByteCount {
            let digits = digits.bytes
            guard let first = HexWord.bytes(digits.eightBytes(at: 0), digits.eightBytes(at: 8)),
                let second = HexWord.bytes(digits.eightBytes(at: 16), digits.eightBytes(at: 24)),
                let third = HexWord.bytes(digits.eightBytes(at: 32), digits.eightBytes(at: 40)),
                let fourth = HexWord.bytes(digits.eightBytes(at: 48), digits.eightBytes(at: 56))
            else { return nil }
            storage = .phone(first, second, third, fourth)
        } else if Self.byteCountRange.contains(digits.count / 2), let bytes = Hex.decode(digits) {
            storage = .other(bytes)
        } else {
            return nil
        }
    }

    /// Reads hex digits as ``init(hex:)-(String)`` does.
    public init(hex: some StringProtocol) throws(DeviceTokenError) {
        try self.init(hex: String(hex))
    }

    /// Reads an even number of hex digits in either case.
    ///
    /// Spaces, angle brackets and other remains of `Data.description` are refused with an explicit
    /// message: a token that is silently corrected here would fail elsewhere without explanation.
    public init(hex: String) throws(DeviceTokenError) {
        let token =
            hex.utf8.withContiguousStorageIfAvailable { DeviceToken(hexDigits: $0.span) }
            ?? Array(hex.utf8).withUnsafeBufferPointer { DeviceToken(hexDigits: $0.span) }
        if let token {
            self = token
            return
        }
        let kind = DeviceAddressKind(hex)
        if [.fcmToken, .installationID, .webSubscription].contains(kind) {
            throw DeviceTokenError(problem: .foreign(kind))
        }
        if let stray = hex.unicodeScalars.first(where: { !$0.properties.isASCIIHexDigit }) {
            throw DeviceTokenError(problem: .notHex(stray))
        }
        guard hex.utf8.count.isMultiple(of: 2) else {
            throw DeviceTokenError(problem: .oddDigitCount(hex.utf8.count))
        }
        throw DeviceTokenError(problem: .length(byteCount: hex.utf8.count / 2))
    }

    /// All hex digits in lowercase, as in the request path. This text must not be logged.
    public var hex: String {
        String(unsafeUninitializedCapacity: 2 * byteCount) { buffer in
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            writeHex(to: &output)
            return output.finalize(for: buffer)
        }
    }

    /// Appends ``hex`` without creating a string.
    package func appendHex(to text: inout [UInt8]) {
        text.append(addingCapacity: 2 * byteCount) { writeHex(to: &$0) }
    }

    /// Writes ``hex`` to an output with enough capacity.
    func writeHex(to output: inout OutputSpan<UInt8>) {
        switch storage {
        case .other(let bytes):
            bytes.withUnsafeBufferPointer { Hex.write($0.span, to: &output) }
        case .phone(let first, let second, let third, let fourth):
            output.append(hexOf: first)
            output.append(hexOf: second)
            output.append(hexOf: third)
            output.append(hexOf: fourth)
        }
    }

    /// The number of bytes of the token; ``hex`` has twice as many.
    package var byteCount: Int {
        switch storage {
        case .phone: Self.phoneByteCount
        case .other(let bytes): bytes.count
        }
    }

    /// The first six digits and a short hash. This text is sufficient to distinguish tokens, but
    /// cannot be used for sending.
    public var redacted: String { "\(Hex.encode(bytes.prefix(3)))…\(ShortHash.hex(bytes))" }
}

extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { redacted }
    public var debugDescription: String { redacted }
    public var customMirror: Mirror { Mirror(self, children: ["redacted": redacted]) }
}

extension DeviceToken: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(hex: try container.decode(String.self))
        } catch let error as DeviceTokenError {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: error.description)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}

/// The reason why a text is not a valid device token.
public struct DeviceTokenError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Problem: Hashable, Sendable {
        case notHex(Unicode.Scalar)
        case oddDigitCount(Int)
        case length(byteCount: Int)
        /// The text is an address of another service.
        case foreign(DeviceAddressKind)
    }

    let problem: Problem

    /// A description of the error and of its fix, which does not reveal the token.
    public var description: String {
        switch problem {
        case .notHex(let scalar) where scalar == " " || scalar == "<" || scalar == ">":
            "a device token contains only hex digits, but this contains \"\(scalar)\"; the text "
                + "looks like the description of a Data value; send the token's bytes as hex, "
                + "without spaces and angle brackets"
        case .notHex(let scalar):
            "a device token contains only hex digits, but this contains "
                + "\(scalar.debugDescription); send the token's bytes as hex"
        case .foreign(let kind):
            "this is \(kind.phrase), not an APNs device token; send the bytes that the app gets in "
                + "didRegisterForRemoteNotificationsWithDeviceToken, as hex"
        case .oddDigitCount(let count):
            "a device token has an even number of hex digits, but this has \(count); check that "
                + "none is missing"
        case .length(let count):
            "a device token has \(DeviceToken.byteCountRange.lowerBound) to "
                + "\(DeviceToken.byteCountRange.upperBound) bytes, but this has \(count); check "
                + "that it is complete"
        }
    }
}
