// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

/// A value that can be set on a phone; an element of the response of `GET
/// /v1/devices/{id}/switches`.
package struct SwitchView: Codable, Sendable, Hashable {
    /// The subject of a switch: the phone, an app, or undocumented behaviour.
    package enum Scope: String, Codable, Sendable, CaseIterable {
        case phone
        case app
        /// The phone's behaviour that Apple does not document.
        case choice
    }

    /// The name by which the command `set` selects the switch.
    package let name: String
    package let scope: Scope
    package let value: String
    /// The valid values, for instance `on or off`.
    package let values: String
    package let meaning: String
    /// The main rule that depends on the switch; `nil` if there is no such rule.
    package let rule: RuleID?

    package init(
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
