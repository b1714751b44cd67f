// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The opaque bytes by which APNs finds one app on one device in one environment.
///
/// Documented: no length may be assumed ("Sending notification requests to APNs"); tokens of
/// phones have 32 bytes today, those of simulators and Live Activities more. A token prints
/// shortened, so that it cannot reach a log by accident; ``hex`` is the full text.
public struct DeviceToken: Hashable, Sendable {
    /// Shortest and longest token that is taken for one, in bytes. Chosen: Apple names no bounds.
    public static let byteCountRange = 8...200

    public let bytes: [UInt8]

    /// Takes the bytes the system handed to the app.
    public init(bytes: some Sequence<UInt8>) throws(DeviceTokenError) {
        let bytes = Array(bytes)
        guard Self.byteCountRange.contains(bytes.count) else {
            throw DeviceTokenError(problem: .length(byteCount: bytes.count))
        }
        self.bytes = bytes
    }

    /// Reads an even number of hex digits in either case.
    ///
    /// Blanks, angle brackets and other leftovers of `Data.description` are refused with words
    /// that say so, because a token that was mended silently here fails silently elsewhere.
    public init(hex: some StringProtocol) throws(DeviceTokenError) {
        guard let bytes = Hex.decode(hex) else {
            if let stray = hex.unicodeScalars.first(where: { !$0.properties.isASCIIHexDigit }) {
                throw DeviceTokenError(problem: .notHex(stray))
            }
            throw DeviceTokenError(problem: .oddDigitCount(hex.utf8.count))
        }
        try self.init(bytes: bytes)
    }

    /// All digits, lowercase: the form of the request path. Keep it out of logs.
    public var hex: String { Hex.encode(bytes) }

    /// Writes ``hex`` behind what is there, without making a text of it.
    package func appendHex(to text: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { Hex.append($0.span, to: &text) }
    }

    /// How many bytes the token has; ``hex`` has twice as many.
    package var byteCount: Int { bytes.count }

    /// The first six digits and a short hash: enough to tell tokens apart, useless for sending.
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

/// Why a text is not a device token.
public struct DeviceTokenError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Problem: Hashable, Sendable {
        case notHex(Unicode.Scalar)
        case oddDigitCount(Int)
        case length(byteCount: Int)
    }

    let problem: Problem

    /// Says what is wrong and how to mend it, without the token.
    public var description: String {
        switch problem {
        case .notHex(let scalar) where scalar == " " || scalar == "<" || scalar == ">":
            "a device token is hex digits only, found \"\(scalar)\"; this looks like the "
                + "description of "
                + "a Data value: send its bytes as hex without blanks and angle brackets"
        case .notHex(let scalar):
            "a device token is hex digits only, found \(scalar.debugDescription); "
                + "send the token's bytes as hex"
        case .oddDigitCount(let count):
            "a device token has an even number of hex digits, found \(count); check that none is "
                + "missing"
        case .length(let count):
            "a device token has \(DeviceToken.byteCountRange.lowerBound) to "
                + "\(DeviceToken.byteCountRange.upperBound) bytes, found \(count); check that it "
                + "is whole"
        }
    }
}
