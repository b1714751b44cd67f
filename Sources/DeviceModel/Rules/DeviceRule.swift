// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// One thing that iOS does with notifications, in a sentence, with how sure it is.
public struct DeviceRule: Hashable, Sendable {
    /// Whose rule it is.
    public enum Scope: Hashable, Sendable {
        /// The phone follows it, and a test shows that.
        case phone
        /// It is APNs' to follow; the phone sees what comes of it.
        case service
        /// The phone leaves it out, for the reason given.
        case notModelled(String)
    }

    public let id: RuleID
    public let area: Area
    /// The rule in our words, without a full stop.
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
