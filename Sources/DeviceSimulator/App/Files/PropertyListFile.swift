// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The dictionary of a property list file, binary or XML, or a dictionary inside it.
///
/// A method that reads a key returns a value of the expected type, or `nil` when the key is
/// missing, or throws an error with file, key and expected type. Other keys are ignored.
struct PropertyListFile {
    /// The maximum depth of nested dictionaries and arrays.
    static let depthMax = 64

    let file: String
    /// The keys that lead to this dictionary, each followed by a dot.
    private let path: String
    private let values: [String: PropertyListValue]
    /// The values that Xcode inserts for `$(NAME)` when it builds.
    private let buildSettings: [String: String]

    init(_ file: AppFile, buildSettings: [String: String] = [:]) throws(AppFileError) {
        self.init(
            file.name, path: "", try Self.dictionary(of: file), buildSettings: buildSettings)
    }

    private init(
        _ file: String, path: String, _ values: [String: PropertyListValue],
        buildSettings: [String: String]
    ) {
        self.file = file
        self.path = path
        self.values = values
        self.buildSettings = buildSettings
    }

    /// Returns the dictionary of a whole file.
    static func dictionary(
        of file: AppFile
    ) throws(AppFileError) -> [String: PropertyListValue] {
        try file.checkTextSize()
        guard !isTooDeep(file.bytes) else {
            throw AppFileError(
                file.name, nil, "values are nested more than \(depthMax) levels deep",
                "check that it is the intended file")
        }
        let value: PropertyListValue
        do {
            value = try PropertyListDecoder().decode(PropertyListValue.self, from: file.bytes)
        } catch {
            throw AppFileError(
                file.name, nil, "it is not a property list", "save it as XML or binary plist")
        }
        guard case .dictionary(let values) = value else {
            throw AppFileError(
                file.name, nil, "expected a dictionary, found \(value.kind)",
                "check that it is the intended file")
        }
        return values
    }

    /// Returns whether the elements of an XML file are nested too deeply for the XML parser, which
    /// is recursive.
    private static func isTooDeep(_ bytes: Data) -> Bool {
        guard !bytes.starts(with: "bplist".utf8) else { return false }
        var depth = 0
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: "dict>".utf8) || rest.starts(with: "array>".utf8) {
                depth += 1
                if depth > depthMax { return true }
            } else if rest.starts(with: "/dict>".utf8) || rest.starts(with: "/array>".utf8) {
                depth -= 1
            }
        }
        return false
    }

    func has(_ key: String) -> Bool { values[key] != nil }

    /// Returns the keys with a prefix, sorted.
    func keys(startingWith start: String) -> [String] {
        values.keys.filter { $0.hasPrefix(start) }.sorted()
    }

    func string(_ key: String) throws(AppFileError) -> String? {
        guard let value = values[key] else { return nil }
        guard case .string(let text) = value else { throw unexpected(key, "a string", value) }
        return try filledIn(text, key)
    }

    /// Returns a Boolean; `false` when the key is missing. Texts such as `YES`, which older tools
    /// write, are accepted.
    func bool(_ key: String) throws(AppFileError) -> Bool {
        switch values[key] {
        case nil: return false
        case .bool(let value)?: return value
        case .integer(let value)? where value == 0 || value == 1: return value == 1
        case .string(let text)?:
            switch try filledIn(text, key).lowercased() {
            case "yes", "true", "1": return true
            case "no", "false", "0": return false
            default: throw unexpected(key, "a Boolean", .string(text))
            }
        case let value?: throw unexpected(key, "a Boolean", value)
        }
    }

    func number(_ key: String) throws(AppFileError) -> Double? {
        switch values[key] {
        case nil: return nil
        case .integer(let value)?: return Double(value)
        case .real(let value)?: return value
        case let value?: throw unexpected(key, "a number", value)
        }
    }

    /// Returns an array of strings; empty when the key is missing.
    ///
    /// - Parameter takesOne: Whether a single string is accepted as an array with one element.
    func strings(_ key: String, takesOne: Bool = false) throws(AppFileError) -> [String] {
        let expected = takesOne ? "a string or an array of strings" : "an array of strings"
        switch values[key] {
        case nil: return []
        case .string(let text)? where takesOne: return [try filledIn(text, key)]
        case .array(let elements)?:
            var texts: [String] = []
            for element in elements {
                guard case .string(let text) = element else {
                    throw unexpected(key, expected, element, " in it")
                }
                texts.append(try filledIn(text, key))
            }
            return texts
        case let value?: throw unexpected(key, expected, value)
        }
    }

    func dictionary(_ key: String) throws(AppFileError) -> PropertyListFile? {
        guard let value = values[key] else { return nil }
        guard case .dictionary(let values) = value else {
            throw unexpected(key, "a dictionary", value)
        }
        return PropertyListFile(
            file, path: path + key + ".", values, buildSettings: buildSettings)
    }

    /// Returns an error about a key of this dictionary.
    func error(_ key: String, _ problem: String, _ remedy: String) -> AppFileError {
        AppFileError(file, path + key, problem, remedy)
    }

    private func unexpected(
        _ key: String, _ expected: String, _ value: PropertyListValue, _ location: String = ""
    ) -> AppFileError {
        error(key, "expected \(expected), found \(value.kind)\(location)", "change its type")
    }

    // MARK: - Build settings

    /// Returns a text in which references to build settings are replaced by the values of these
    /// settings.
    private func filledIn(_ text: String, _ key: String) throws(AppFileError) -> String {
        var result = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[dollar...]
            let opening = rest.dropFirst().first
            let closing: Character = opening == "(" ? ")" : "}"
            guard opening == "(" || opening == "{", let end = rest.firstIndex(of: closing) else {
                result += "$"
                rest = rest.dropFirst()
                continue
            }
            let parts = rest.dropFirst(2)[..<end].split(
                separator: ":", omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            guard let value = buildSettings[name] else {
                throw error(
                    key, "the build setting \(name) has no value",
                    "pass it in buildSettings, or use the built app's file")
            }
            result += parts.dropFirst().contains("rfc1034identifier") ? value.asIdentifier : value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

extension String {
    /// This text, in which a hyphen replaces each character that a bundle identifier must not
    /// contain.
    fileprivate var asIdentifier: String {
        String(map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
    }
}
