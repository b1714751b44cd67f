// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The texts of a string catalog (`.xcstrings`), by language and key.
///
/// If a text has variations, only one form is used: the plural form `other`, or the form for the
/// device `iphone`, otherwise for the device `other`. Source: "Localizing and varying text with a
/// string catalog".
public struct StringCatalog: Hashable, Sendable {
    /// The language in which the app is developed.
    public let sourceLanguage: String
    /// The texts by language and then by key. In the source language, a key without a text is its
    /// own text.
    public let strings: [String: [String: String]]

    /// - Throws: ``AppFileError`` with the file and the line or key.
    public init(_ file: AppFile) throws(AppFileError) {
        try file.checkTextSize()
        let root: JSONValue
        do {
            let limits = JSONReader.Limits(byteCountMax: AppFile.textByteCountMax)
            root = try JSONReader.read(file.bytes, limits: limits).value
        } catch {
            throw AppFileError(
                file.name, "line \(error.position.line)", error.problem, error.remedy)
        }
        guard let source = root.objectValue?["sourceLanguage"]?.stringValue else {
            throw AppFileError(
                file.name, "sourceLanguage", "expected a string such as en",
                "check that it is a string catalog")
        }
        guard let entries = root.objectValue?["strings"]?.objectValue else {
            throw AppFileError(
                file.name, "strings", "expected an object", "check that it is a string catalog")
        }
        var strings: [String: [String: String]] = [source: [:]]
        for entry in entries.members {
            guard let fields = entry.value.objectValue else {
                throw AppFileError(
                    file.name, entry.key, "expected an object", "check the entry in Xcode")
            }
            strings[source]?[entry.key] = entry.key
            for localization in fields["localizations"]?.objectValue?.members ?? [] {
                guard let text = Self.text(of: localization.value) else { continue }
                strings[localization.key, default: [:]][entry.key] = text
            }
        }
        sourceLanguage = source
        self.strings = strings
    }

    /// Returns the text of a localization; `nil` when the localization has no text yet.
    private static func text(of value: JSONValue) -> String? {
        let fields = value.objectValue
        if let text = fields?["stringUnit"]?.objectValue?["value"]?.stringValue { return text }
        guard let variations = fields?["variations"]?.objectValue else { return nil }
        for (kind, names) in [("plural", ["other"]), ("device", ["iphone", "other"])] {
            guard let forms = variations[kind]?.objectValue else { continue }
            for name in names {
                if let form = forms[name], let text = text(of: form) { return text }
            }
        }
        return nil
    }
}
