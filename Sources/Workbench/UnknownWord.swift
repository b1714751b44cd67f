// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import GatewayAPI

extension WorkFailure {
    /// A word that is in no table: what was meant, if that can be guessed, and the right words.
    ///
    /// - Parameters:
    ///   - noun: what the word should be, for instance `push type`.
    ///   - meant: what was probably meant, if the caller knows better.
    ///   - option: the option that took the word, for instance `--type`.
    package static func unknownWord(
        _ word: String, _ noun: String, among words: [String], option: String? = nil,
        meant: String? = nil
    ) -> WorkFailure {
        let guess =
            (meant ?? MeantWord.of(word, among: words)).map { "did you mean \($0)? Otherwise " }
            ?? ""
        return WorkFailure(
            .usage,
            (option.map { $0 + ": " } ?? "") + "there is no \(noun) \"\(OneLine.short(word))\"; "
                + guess + "use one of " + words.joined(separator: ", "))
    }
}

/// The word that was probably meant: near by its letters, or begun with the same ones.
package enum MeantWord {
    /// Letters that have to be the same for a word that is only begun.
    private static let prefixCountMin = 3

    package static func of(_ word: String, among words: [String]) -> String? {
        if let near = NearestWord.of(word, among: words) { return near }
        let word = word.lowercased()
        let begun = words.filter { $0.lowercased().hasPrefix(word) }
        return word.count >= prefixCountMin && begun.count == 1 ? begun.first : nil
    }
}

extension OneLine {
    /// A word that a person gave, for an error message.
    static func short(_ word: String) -> String { text(word, characterCountMax: 64) }
}
