// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One line of a phone's trace: which app code ran, when and why.
public struct CallbackRecord: Hashable, Sendable, Codable {
    public let time: Date
    public let bundleID: String
    /// The method in Apple's API, for instance
    /// `userNotificationCenter(_:willPresent:withCompletionHandler:)`.
    public let name: String
    /// The rule that made it run; `nil` for the plain life cycle of apps.
    public let rule: RuleID?
    /// What it was about or what it answered, in a few words; `nil` when there is nothing to say.
    public let detail: String?

    /// How long the words about an answer may be.
    private static let answerCharacterCountMax = 500

    enum CodingKeys: String, CodingKey {
        case time, name, rule, detail
        case bundleID = "bundle_id"
    }

    init(_ callback: Callback, at time: Date, answer: String? = nil) {
        self.time = time
        bundleID = callback.bundleID
        name = callback.name
        rule = callback.rule
        // What the phone says itself names whole methods; a text of an app is cut shorter.
        let words = [
            callback.detail.map { OneLine.text($0) },
            answer.map { OneLine.text($0, characterCountMax: Self.answerCharacterCountMax) },
        ].compactMap(\.self)
        detail = words.isEmpty ? nil : words.joined(separator: " → ")
    }
}
