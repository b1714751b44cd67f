// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Tags of languages such as `de`, `pt-BR` and `zh-Hant-TW` (BCP 47).
package enum LanguageTag {
    /// The longest permitted tag, in bytes (RFC 5646 section 4.4.1).
    package static let byteCountMax = 35

    /// Returns a tag and its shorter forms, in lowercase with hyphens: `pt_BR` becomes `pt-br` and
    /// `pt`.
    package static func chain(of tag: String) -> [String] {
        var parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        var chain: [String] = []
        while !parts.isEmpty {
            chain.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        return chain
    }

    /// Returns the language without script and region, in lowercase; empty for an empty tag.
    package static func language(of tag: String) -> String { chain(of: tag).last ?? "" }

    /// Returns why a text is no tag, as the end of a sentence; `nil` if it is one.
    package static func fault(in tag: String) -> String? {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            tag.utf8.count <= byteCountMax
            && parts.enumerated().allSatisfy { index, part in
                let isWord = part.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || index > 0 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
                return isWord && (index == 0 ? 2...3 : 1...8).contains(part.utf8.count)
            }
        return isTag ? nil : "is not a language tag; write one such as de, pt-BR or zh-Hant"
    }
}
