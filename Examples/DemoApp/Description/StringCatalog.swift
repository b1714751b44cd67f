// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A String Catalog: the texts of an app in all its languages, in one file.
public struct StringCatalog: Sendable {
    private struct File: Decodable {
        struct Entry: Decodable { var localizations: [String: Localization]? }
        struct Localization: Decodable { var stringUnit: Unit? }
        struct Unit: Decodable { let value: String }

        let sourceLanguage: String
        let strings: [String: Entry]
    }

    /// The language of the source code; its texts are the keys unless the catalog has others.
    public let sourceLanguage: String
    /// The texts by language and key. Texts that vary with a number are omitted.
    public let texts: [String: [String: String]]

    /// Reads the file's content.
    ///
    /// - Throws: `DecodingError` when it is not a String Catalog.
    public init(_ data: Data) throws {
        let file = try JSONDecoder().decode(File.self, from: data)
        var texts: [String: [String: String]] = [:]
        for (key, entry) in file.strings {
            texts[file.sourceLanguage, default: [:]][key] = key
            for (language, localization) in entry.localizations ?? [:] {
                guard let value = localization.stringUnit?.value else { continue }
                texts[language, default: [:]][key] = value
            }
        }
        sourceLanguage = file.sourceLanguage
        self.texts = texts
    }
}

extension DemoAppDescription {
    /// The app's texts.
    ///
    /// - Throws: `DecodingError` when the file in the package is damaged.
    public static func strings() throws -> StringCatalog { try StringCatalog(stringCatalog) }
}
