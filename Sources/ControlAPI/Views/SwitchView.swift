// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// A value that can be set on a phone: `GET /v1/devices/{id}/switches`.
public struct SwitchView: Codable, Sendable, Hashable {
    /// What a switch belongs to.
    public enum Scope: String, Codable, Sendable, CaseIterable {
        case phone
        case app
        /// The phone's behaviour where Apple is silent.
        case choice
    }

    /// The name for `set`.
    public let name: String
    public let scope: Scope
    public let value: String
    /// The valid values, for instance `on or off`.
    public let values: String
    public let meaning: String
    /// The main rule that depends on it; `nil` for none.
    public let rule: RuleID?

    public init(
        name: String, scope: Scope, value: String, values: String, meaning: String, rule: RuleID?
    ) {
        self.name = name
        self.scope = scope
        self.value = value
        self.values = values
        self.meaning = meaning
        self.rule = rule
    }
}
