// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel

/// The values of attributes as the database stores them: texts whose bytes have the order of the
/// values.
enum AudienceValue {
    /// Returns the stored form of a value; `nil` if it is not of the attribute's type.
    static func stored(_ value: AudienceFilter.Value, as kind: AttributeKind) -> String? {
        switch (kind, value) {
        case (.text, .text(let text)): text
        case (.flag, .flag(let flag)): flag ? "1" : "0"
        case (.number, .number(let number)): ordered(number)
        case (.date, .date(let date)): hex(UInt64(bitPattern: date))
        default: nil
        }
    }

    /// Returns the value of a stored form; `nil` if Bellhop did not write it.
    static func value(_ stored: String, as kind: AttributeKind) -> AudienceFilter.Value? {
        switch kind {
        case .text: return .text(stored)
        case .flag: return stored == "1" ? .flag(true) : stored == "0" ? .flag(false) : nil
        case .number:
            guard let bits = UInt64(stored, radix: 16) else { return nil }
            return .number(Double(bitPattern: bits & sign == 0 ? ~bits : bits ^ sign))
        case .date: return Int64(stored, radix: 16).map { .date($0) }
        }
    }

    private static let sign: UInt64 = 1 << 63

    /// Returns a text that sorts as the number does: its bits, with the sign bit inverted and, for
    /// a negative number, all other bits inverted, too. Both zeros have the same text.
    private static func ordered(_ number: Double) -> String {
        let bits = (number == 0 ? 0 : number).bitPattern
        return hex(bits & sign == 0 ? bits | sign : ~bits)
    }

    private static func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
