// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One line of a phone's trace: a call of app code, with its time and reason.
public struct CallbackRecord: Hashable, Sendable, Codable {
    public let time: Date
    public let bundleID: String
    /// The method in Apple's API, for instance
    /// `userNotificationCenter(_:willPresent:withCompletionHandler:)`.
    public let name: String
    /// The rule behind the call; `nil` for the general life cycle of apps.
    public let rule: RuleID?
    /// The subject or the result of the call in a few words; `nil` when there is nothing to report.
    public let detail: String?

    /// The maximum length of the text about a result, in characters.
    private static let resultCharacterCountMax = 500

    enum CodingKeys: String, CodingKey {
        case time, name, rule, detail
        case bundleID = "bundle_id"
    }

    init(_ callback: Callback, at time: Date, result: String? = nil) {
        self.time = time
        bundleID = callback.bundleID
        name = callback.name
        rule = callback.rule
        // The result can be one of the phone's own messages, which contain whole method names.
        // Therefore its limit is larger than the limit of an app's text.
        let parts = [
            callback.detail.map { OneLine.text($0) },
            result.map { OneLine.text($0, characterCountMax: Self.resultCharacterCountMax) },
        ].compactMap(\.self)
        detail = parts.isEmpty ? nil : parts.joined(separator: " → ")
    }
}
