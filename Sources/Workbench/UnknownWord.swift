// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import GatewayAPI

extension WorkFailure {
    /// Returns the failure for an unknown word. The message lists the valid words and, if possible,
    /// suggests the word that the person probably meant.
    ///
    /// - Parameters:
    ///   - noun: the kind of word, for instance `push type`.
    ///   - option: the option whose value is the word, for instance `--type`.
    ///   - meant: the suggested word; by default, the valid word that is most similar to `word`.
    package static func unknownWord(
        _ word: String, _ noun: String, among words: [String], option: String? = nil,
        meant: String? = nil
    ) -> WorkFailure {
        let guess =
            (meant ?? NearestName.of(word, among: words)).map { "did you mean \($0)? Otherwise " }
            ?? ""
        return WorkFailure(
            .usage,
            (option.map { $0 + ": " } ?? "") + "there is no \(noun) \"\(OneLine.short(word))\"; "
                + guess + "use one of " + words.joined(separator: ", "))
    }
}

/// Finds the valid word that the person probably meant. It is a word with a similar spelling, or
/// the only word with the same beginning.
package enum NearestName {
    /// The minimum length of a beginning that is accepted as an abbreviation.
    private static let prefixCountMin = 3

    package static func of(_ word: String, among words: [String]) -> String? {
        if let near = NearestWord.of(word, among: words) { return near }
        let word = word.lowercased()
        let begun = words.filter { $0.lowercased().hasPrefix(word) }
        return word.count >= prefixCountMin && begun.count == 1 ? begun.first : nil
    }
}

extension OneLine {
    /// Returns a word from user input, shortened for an error message.
    static func short(_ word: String) -> String { text(word, characterCountMax: 64) }
}
