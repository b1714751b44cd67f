// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A statement about how iOS handles notifications, with the certainty of its source.
public struct DeviceRule: Hashable, Sendable {
    /// The part of the system that applies a rule.
    public enum Scope: Hashable, Sendable {
        /// The phone applies the rule, as a test shows.
        case phone
        /// APNs applies the rule; the phone sees the effects.
        case service
        /// The phone does not model the rule, for this reason.
        case notModelled(String)
    }

    public let id: RuleID
    public let area: Area
    /// The rule in one sentence, without a full stop.
    public let text: String
    public let claim: Claim
    public let scope: Scope

    init(
        _ id: RuleID, _ area: Area, _ text: String, _ claim: Claim, _ scope: Scope = .phone
    ) {
        self.id = id
        self.area = area
        self.text = text
        self.claim = claim
        self.scope = scope
    }

    /// Every rule about the phone, by area in the order of ``Area``.
    public static let table: [DeviceRule] = Area.allCases.flatMap(\.rules)

    static let byID = Dictionary(table.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
