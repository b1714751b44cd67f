// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// One thing that iOS does with notifications, in a sentence, with how sure it is.
public struct DeviceRule: Hashable, Sendable {
    public let id: RuleID
    /// The rule in our words, without a full stop.
    public let text: String
    public let claim: Claim

    init(_ id: RuleID, _ text: String, _ claim: Claim) {
        self.id = id
        self.text = text
        self.claim = claim
    }

    static let byID = Dictionary(table.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
