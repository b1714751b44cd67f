// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway

/// The kind of a setting's value. It determines which texts are valid, and how a value is shown.
enum SettingKind: Hashable, Sendable {
    case text
    /// The path of a file or directory. In the file with settings, a relative path begins at the
    /// directory of that file.
    case path
    case number(ClosedRange<Int>, unit: String?)
    /// A port to listen on, or none: `off`.
    case port
    /// A part of a whole, from 0 to 1.
    case share
    case yesNo
    case word([String])
    /// Several texts: a list in the file, a repeated option, or an environment variable with texts
    /// that are separated by commas.
    case texts
    /// The address of a database, which may contain a password.
    case databaseAddress
    /// Master keys, which are never shown.
    case masterKeys
    /// A string that is never displayed.
    case secret

    /// The value of a port that is not used.
    static let off = "off"
    /// The maximum length of a text, in bytes. A longer text is an error.
    static let textByteCountMax = 4096
    /// The maximum number of texts in a list. A longer list is an error.
    static let textCountMax = 100

    /// Whether the value is or may contain a secret.
    var isSecret: Bool { self == .databaseAddress || self == .masterKeys || self == .secret }

    /// A description of the permitted values, for the documentation and for messages.
    var permitted: String {
        switch self {
        case .text, .secret: "a text"
        case .path: "a path"
        case .number(let range, let unit):
            "\(range.lowerBound) to \(range.upperBound)" + (unit.map { " \($0)" } ?? "")
        case .port: "0 to 65535, or off"
        case .share: "0 to 1"
        case .yesNo: "true or false"
        case .word(let words): words.joined(separator: ", ")
        case .texts: "a list of texts"
        case .databaseAddress: "an address that begins with postgres://"
        case .masterKeys: "lines VERSION:BASE64"
        }
    }

    /// Reads a value.
    ///
    /// - Parameter texts: one text or, for the kind ``texts``, any number of texts.
    /// - Throws: the problem and what to write instead, without the text if it may be secret.
    func value(of texts: [String]) throws(SettingProblem) -> SettingValue {
        guard texts.count <= Self.textCountMax else {
            throw SettingProblem(
                "the list has more than \(Self.textCountMax) texts; remove some of them")
        }
        for text in texts { try check(text) }
        guard let text = texts.last else { return .texts([]) }
        switch self {
        case .texts: return .texts(texts)
        case .text, .path, .masterKeys, .secret: return .text(text)
        case .number(let range, _):
            guard let number = Int(text), range.contains(number) else {
                throw SettingProblem.wrong(text, "write a number from \(permitted)")
            }
            return .number(number)
        case .port:
            if text == Self.off { return .text(text) }
            guard let port = Int(text), (0...65_535).contains(port) else {
                throw SettingProblem.wrong(text, "write a port from 0 to 65535, or off")
            }
            return .number(port)
        case .share: return .share(try share(text))
        case .yesNo:
            guard text == "true" || text == "false" else {
                throw SettingProblem.wrong(text, "write true or false")
            }
            return .yesNo(text == "true")
        case .word(let words):
            guard words.contains(text) else {
                throw SettingProblem.wrong(text, "use one of \(permitted)")
            }
            return .text(text)
        case .databaseAddress:
            do { _ = try SQLStore.name(of: text) } catch { throw SettingProblem("\(error)") }
            return .text(text)
        }
    }

    /// Reads a share, which consists only of digits and a decimal point. Exponents, hexadecimal
    /// digits and `nan`, which Swift also accepts, are errors here.
    private func share(_ text: String) throws(SettingProblem) -> Double {
        let isPlain = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
        }
        guard isPlain, let share = Double(text), (0...1).contains(share) else {
            throw SettingProblem.wrong(text, "write a number from \(permitted)")
        }
        return share
    }

    /// Checks the requirements on texts of every kind.
    private func check(_ text: String) throws(SettingProblem) {
        guard !text.isEmpty else {
            throw SettingProblem("this is empty; write \(permitted), or remove the setting")
        }
        guard text.utf8.count <= Self.textByteCountMax else {
            throw SettingProblem(
                "this has more than \(Self.textByteCountMax) bytes; write a shorter text")
        }
        let hasControls = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard self == .masterKeys || !hasControls else {
            throw SettingProblem(
                "this contains a line break or another control character; remove it")
        }
    }
}

/// A value of a setting.
enum SettingValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case share(Double)
    case yesNo(Bool)
    case texts([String])
}

/// The reason why a text is not a value of a setting, and what to write instead.
struct SettingProblem: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The maximum length of a text that is quoted.
    private static let quotedCountMax = 40

    /// Returns a problem that quotes the invalid value, which must not be secret.
    static func wrong(_ text: String, _ remedy: String) -> SettingProblem {
        let quoted = text.printable
        let shown =
            quoted.count > quotedCountMax ? quoted.prefix(quotedCountMax) + "…" : quoted[...]
        return SettingProblem("this is \"\(shown)\"; \(remedy)")
    }
}
