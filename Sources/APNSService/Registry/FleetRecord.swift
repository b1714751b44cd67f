// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The saved form of light devices. Each device has about 90 bytes, so that a million devices can
/// be written and read in a second, which is not possible with JSON.
///
/// The saved form begins with `BellhopFleet` and the version in one byte. Rows follow; the first
/// byte of each row is its kind. Numbers are little-endian. A time is a 64-bit floating-point
/// number of seconds since 1970. A text consists of its length in two bytes, followed by its UTF-8
/// bytes.
///
/// - `0`, the end: the number of tokens before it (four bytes), so that a truncated record is
///   detected
/// - `1`, a text; texts are numbered from 0 in the order of their rows
/// - `2`, an invalidation: its time, and its reason and explanation as texts; invalidations are
///   numbered from 0 in the order of their rows
/// - `3`, a token: flags (one byte), the length (one byte) and bytes of the token, the number of
///   the bundle identifier's text (four bytes), the time of the registration, the number of the
///   invalidation (four bytes) if the flags indicate one, and the device identifier as a text
enum FleetRecord {
    static let magic = Array("BellhopFleet".utf8)
    static let version: UInt8 = 1

    enum Kind: UInt8 {
        case end = 0
        case text = 1
        case death = 2
        case token = 3
    }

    struct Flags: OptionSet {
        let rawValue: UInt8
        static let isOnline = Flags(rawValue: 1)
        static let isSavingPower = Flags(rawValue: 2)
        static let isProduction = Flags(rawValue: 4)
        static let isDead = Flags(rawValue: 8)
        /// The device was removed; only its token is stored.
        static let isGone = Flags(rawValue: 16)
    }

    /// Encodes the light devices of a registry.
    static func encode(_ registry: ServiceRegistry) -> [UInt8] {
        var writer = FleetWriter(countEstimate: registry.lightDeviceCount)
        registry.forEachOfFleet { writer.write($0, $1) }
        return writer.finish()
    }

    /// Adds the light devices of a record to a registry.
    ///
    /// - Throws: ``FleetRecordError`` if the record is damaged; ``ServiceError`` if a limit is
    ///   exceeded.
    static func decode(_ bytes: [UInt8], into registry: inout ServiceRegistry) throws {
        var reader = FleetReader()
        try reader.read(bytes.span.bytes, into: &registry)
    }
}

/// The error for a record of light devices that is damaged or was written by another version.
struct FleetRecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte offset at which the record cannot be read.
    let position: Int

    var description: String {
        "the saved light devices cannot be read starting at byte \(position)"
    }
}

private struct FleetWriter {
    private var bytes: [UInt8]
    private var texts: [String: UInt32] = [:]
    private var deaths: [Registration.Death: UInt32] = [:]
    private var count: UInt32 = 0

    init(countEstimate: Int) {
        bytes = FleetRecord.magic + [FleetRecord.version]
        bytes.reserveCapacity(100 * (countEstimate + 1))
    }

    mutating func write(_ device: ServiceDevice?, _ registration: Registration) {
        let app = number(of: registration.bundleID)
        let death = registration.death.map { number(of: $0) }
        var flags: FleetRecord.Flags = []
        if device?.isOnline ?? false { flags.insert(.isOnline) }
        if device?.isSavingPower ?? false { flags.insert(.isSavingPower) }
        if registration.environment == .production { flags.insert(.isProduction) }
        if death != nil { flags.insert(.isDead) }
        if device == nil { flags.insert(.isGone) }
        let token = registration.token.bytes
        bytes.append(FleetRecord.Kind.token.rawValue)
        bytes.append(flags.rawValue)
        bytes.append(UInt8(token.count))
        bytes.append(contentsOf: token)
        append(app)
        append(registration.registeredAt)
        if let death { append(death) }
        append(registration.deviceID)
        count += 1
    }

    mutating func finish() -> [UInt8] {
        bytes.append(FleetRecord.Kind.end.rawValue)
        append(count)
        return bytes
    }

    private mutating func number(of text: String) -> UInt32 {
        if let number = texts[text] { return number }
        let number = UInt32(texts.count)
        texts[text] = number
        bytes.append(FleetRecord.Kind.text.rawValue)
        append(text)
        return number
    }

    private mutating func number(of death: Registration.Death) -> UInt32 {
        if let number = deaths[death] { return number }
        let number = UInt32(deaths.count)
        deaths[death] = number
        bytes.append(FleetRecord.Kind.death.rawValue)
        append(death.at)
        append(death.reason.rawValue)
        append(death.explanation)
        return number
    }

    private mutating func append(_ date: Date) {
        append(date.timeIntervalSince1970.bitPattern)
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) {
        // Identifiers and explanations are far shorter than this limit. A longer text is truncated
        // rather than refused.
        let utf8 = text.utf8.prefix(Int(UInt16.max))
        append(UInt16(utf8.count))
        bytes.append(contentsOf: utf8)
    }
}

private struct FleetReader {
    private var position = 0
    private var texts: [String] = []
    /// For each text in `texts`, the number that the registry has assigned to the app with this
    /// bundle identifier; `nil` if the number is not known yet.
    private var apps: [UInt32?] = []
    private var deaths: [Registration.Death] = []

    // The bytes are a parameter of each function, because a span cannot be stored, and reading a
    // million rows from a stored array takes twice as long.

    mutating func read(_ bytes: RawSpan, into registry: inout ServiceRegistry) throws {
        for expected in FleetRecord.magic {
            guard try byte(of: bytes) == expected else { throw FleetRecordError(position: 0) }
        }
        guard try byte(of: bytes) == FleetRecord.version else { throw error(back: 1) }
        var count: UInt32 = 0
        // A token's row has at least 50 bytes, so the size of the record limits the memory that a
        // damaged record can reserve.
        registry.reserveFleet(bytes.byteCount / 80)
        while true {
            switch FleetRecord.Kind(rawValue: try byte(of: bytes)) {
            case .text:
                texts.append(try text(of: bytes))
                apps.append(nil)
            case .death: deaths.append(try death(of: bytes))
            case .token:
                try token(of: bytes, into: &registry)
                count += 1
            case .end:
                guard try number(of: bytes) == count, position == bytes.byteCount else {
                    throw error(back: 4)
                }
                return
            case nil: throw error(back: 1)
            }
        }
    }

    private mutating func token(
        of bytes: RawSpan, into registry: inout ServiceRegistry
    ) throws {
        let flags = FleetRecord.Flags(rawValue: try byte(of: bytes))
        let length = Int(try byte(of: bytes))
        let token: DeviceToken
        do { token = try DeviceToken(bytes: bytes.extracting(try take(length, of: bytes))) } catch {
            throw self.error()
        }
        let app = Int(try number(of: bytes) as UInt32)
        let registeredAt = try date(of: bytes)
        let death = flags.contains(.isDead) ? Int(try number(of: bytes) as UInt32) : nil
        let deviceID = try text(of: bytes)
        guard texts.indices.contains(app), death.map(deaths.indices.contains) ?? true else {
            throw error()
        }
        let environment: APNSEnvironment =
            flags.contains(.isProduction) ? .production : .sandbox
        if !flags.contains(.isGone) {
            var device = ServiceDevice(
                id: deviceID, isOnline: flags.contains(.isOnline), isLight: true)
            device.isSavingPower = flags.contains(.isSavingPower)
            if death == nil {
                let number = apps[app] ?? registry.number(ofApp: texts[app])
                apps[app] = number
                return try registry.restoreLight(
                    device, token, app: number, environment: environment,
                    registeredAt: registeredAt)
            }
            try registry.restore(device)
        }
        registry.restore(
            Registration(
                token: token, deviceID: deviceID, bundleID: texts[app],
                environment: environment, family: .app,
                instance: "", registeredAt: registeredAt, death: death.map { deaths[$0] }),
            isLight: true)
    }

    private mutating func death(of bytes: RawSpan) throws -> Registration.Death {
        Registration.Death(
            at: try date(of: bytes), reason: RejectionReason(rawValue: try text(of: bytes)),
            explanation: try text(of: bytes))
    }

    private mutating func byte(of bytes: RawSpan) throws -> UInt8 { try number(of: bytes) }

    /// Returns the positions of the next bytes.
    private mutating func take(_ count: Int, of bytes: RawSpan) throws -> Range<Int> {
        guard count <= bytes.byteCount - position else { throw error() }
        defer { position += count }
        return position..<(position + count)
    }

    private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        of bytes: RawSpan
    ) throws -> Number {
        let range = try take(MemoryLayout<Number>.size, of: bytes)
        return Number(
            littleEndian: bytes.unsafeLoadUnaligned(
                fromByteOffset: range.lowerBound, as: Number.self))
    }

    private mutating func date(of bytes: RawSpan) throws -> Date {
        let seconds = Double(bitPattern: try number(of: bytes))
        guard let date = Date(checkingEpochSeconds: seconds) else { throw error(back: 8) }
        return date
    }

    private mutating func text(of bytes: RawSpan) throws -> String {
        let length: UInt16 = try number(of: bytes)
        return bytes.extracting(try take(Int(length), of: bytes)).withUnsafeBytes {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func error(back count: Int = 0) -> FleetRecordError {
        FleetRecordError(position: position - count)
    }
}
