// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel

/// One thing that can be set on a phone, with its value: `GET /v1/devices/{id}/switches`.
public struct SwitchView: Codable, Sendable, Hashable {
    /// What a switch belongs to.
    public enum Scope: String, Codable, Sendable, CaseIterable {
        case phone
        case app
        /// What the phone does where Apple is silent.
        case choice
    }

    /// What `set` calls it.
    public let name: String
    public let scope: Scope
    public let value: String
    /// The right words, for instance `on or off`.
    public let values: String
    public let meaning: String
    /// The rule that depends on it most; `nil` where none does.
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
