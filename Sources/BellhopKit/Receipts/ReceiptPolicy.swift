// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
public import GatewayAPI

/// The policy that determines which receipts an app sends. By default, the app sends none, because
/// a person's use of messages is private, and many laws require consent.
public struct ReceiptPolicy: Hashable, Sendable, Codable {
    /// The events that are reported.
    public var events: Set<Receipt.Event>
    /// The share of messages for which receipts are sent, from 0 to 1. Either all receipts of a
    /// message are sent or none. The selection of messages differs between installations.
    public var sampleRate: Double

    public init(events: Set<Receipt.Event>, sampleRate: Double = 1) {
        self.events = events
        self.sampleRate = sampleRate
    }

    /// Nothing is reported; the default.
    public static let off = ReceiptPolicy(events: [])
    /// Every event of every message is reported.
    public static let all = ReceiptPolicy(events: Set(Receipt.Event.allCases))

    enum CodingKeys: String, CodingKey {
        case events
        case sampleRate = "sample_rate"
    }

    /// Returns whether a receipt is to be sent from this installation.
    func covers(_ receipt: Receipt, of installation: String) -> Bool {
        guard events.contains(receipt.event) else { return false }
        if sampleRate >= 1 { return true }
        // The first four bytes of a hash are practically random, and the same each time.
        let digest = SHA256.hash(data: Data("\(installation)\n\(receipt.message)".utf8))
        let number = digest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(number) < sampleRate * Double(UInt32.max)
    }
}
