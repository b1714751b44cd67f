// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Determines whether a JSON file is meant to be a payload.
enum PayloadGuess {
    /// Returns the reason why a file in a folder is not examined. Returns `nil` if the file may be
    /// a payload.
    static func reasonAgainst(_ source: SourceText) -> String? {
        let reason = "the file has no aps at its top level"
        guard containsAPS(source.bytes) else { return reason }
        let start = FrontMatter(reading: source.bytes).bodyOffset
        guard let root = try? JSONReader.read(source.bytes, from: start) else {
            // Invalid JSON that contains the word `aps` is probably a payload.
            return nil
        }
        return root["aps"] == nil ? reason : nil
    }

    private static func containsAPS(_ bytes: [UInt8]) -> Bool {
        let word = Array("aps".utf8)
        guard bytes.count >= word.count else { return false }
        return (0...(bytes.count - word.count)).contains {
            bytes[$0] == word[0] && bytes[$0 + 1] == word[1] && bytes[$0 + 2] == word[2]
        }
    }
}
