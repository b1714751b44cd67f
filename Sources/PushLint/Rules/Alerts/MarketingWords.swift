// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Recognizes newsletters, digests and offers by phrases that rarely occur in other messages.
enum MarketingWords {
    /// The maximum length of a text that is searched, in bytes.
    static let byteCountMax = 4096

    /// Returns the first phrase that indicates marketing; `nil` if there is none.
    static func first(inTexts texts: [String], identifiers: [String]) -> String? {
        let words = texts.map(padded)
        // A message about the person's account is not marketing, even if it contains words that
        // indicate marketing.
        guard !words.contains(where: { text in exempt.contains { contains(text, $0) } }) else {
            return nil
        }
        for text in words {
            if let phrase = phrases.first(where: { contains(text, $0.padded) }) {
                return phrase.text
            }
        }
        if texts.contains(where: hasPercentOff) { return "% off" }
        for identifier in identifiers {
            let parts = identifier.lowercased().split { !$0.isLetter }.map(String.init)
            if let word = parts.first(where: labels.contains) { return word }
        }
        return nil
    }

    private static let phrases: [(text: String, padded: [UInt8])] = [
        "newsletter", "weekly digest", "daily digest", "weekly recap", "weekly roundup",
        "flash sale", "summer sale", "winter sale", "clearance sale", "black friday",
        "cyber monday", "promo code", "coupon code", "special offer", "exclusive offer",
        "limited time offer", "daily deals", "todays deals", "best deals", "hot deals",
        "shop now", "buy now", "new arrivals", "free shipping", "we miss you", "you might like",
        "you may have missed", "recommended for you", "picked for you", "trending now",
    ].map { ($0, padded($0)) }

    private static let exempt = [
        "verification", "verify", "one time code", "security", "password", "fraud", "sign in",
        "payment failed",
    ].map(padded)

    /// Words that indicate marketing if they occur in the identifiers of categories and threads.
    private static let labels: Set = [
        "newsletter", "newsletters", "digest", "promo", "promos", "promotion", "promotions",
        "marketing", "campaign", "deals", "ads",
    ]

    /// Returns whether the text contains a phrase such as `20% off` as whole words.
    private static func hasPercentOff(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(byteCountMax).map { $0 | 0x20 })
        let needle = Array("% off".utf8.map { $0 | 0x20 })
        for start in bytes.indices.dropLast(needle.count - 1) {
            guard bytes[start...].starts(with: needle), start > 0,
                (0x30...0x39).contains(bytes[start - 1])
            else { continue }
            let end = start + needle.count
            // This excludes phrases such as `100% offline`.
            if end == bytes.count || !bytes[end].isASCIILetter { return true }
        }
        return false
    }

    /// Returns the words of a text in lower case, each surrounded by single spaces.
    private static func padded(_ text: String) -> [UInt8] {
        var padded: [UInt8] = [0x20]
        for byte in text.utf8.prefix(byteCountMax) {
            switch byte {
            case 0x41...0x5A: padded.append(byte + 0x20)
            case 0x61...0x7A, 0x30...0x39, 0x80...: padded.append(byte)
            case UInt8(ascii: "'"): break
            default: if padded.last != 0x20 { padded.append(0x20) }
            }
        }
        if padded.last != 0x20 { padded.append(0x20) }
        return padded
    }

    private static func contains(_ text: [UInt8], _ phrase: [UInt8]) -> Bool {
        guard text.count >= phrase.count else { return false }
        for start in 0...(text.count - phrase.count)
        where text[start] == 0x20 && text[start + 1] == phrase[1] {
            if text[start..<(start + phrase.count)].elementsEqual(phrase) { return true }
        }
        return false
    }
}
