// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One switch of ``DeviceChoices``: the phone's behaviour where Apple is silent or sources
/// disagree, and the alternative.
public struct DeviceChoice: Hashable, Sendable {
    /// The key in the JSON of ``DeviceChoices``, for instance `badge_zero_clears_list`.
    public let name: String
    /// The rule that the switch belongs to.
    public let rule: RuleID
    /// The default as JSON: `true`, `false` or a number.
    public let defaultValue: String
    /// The behaviour by default, without a full stop.
    public let text: String
    /// The behaviour with another value.
    public let otherwise: String

    init(
        _ name: String, _ rule: RuleID, _ defaultValue: String, _ text: String, otherwise: String
    ) {
        self.name = name
        self.rule = rule
        self.defaultValue = defaultValue
        self.text = text
        self.otherwise = otherwise
    }
}
