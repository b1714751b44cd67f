// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Diagnostics
import Explain
import Foundation
import Testing

/// What the tests of explanations share: an instant, payloads, and explanations of payloads.
enum ExplainFixture {
    /// 14 January 2026, 12:00 UTC.
    static let now = Date(timeIntervalSince1970: 1_768_392_000)

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A payload file of the examples.
    static func example(_ name: String) throws -> ExplainedPush {
        let url = root.appending(path: "Examples/payloads/\(name).apns")
        return ExplainedPush(
            reading: SourceText(name: "\(name).apns", bytes: Array(try Data(contentsOf: url))))
    }

    /// A payload from the text of its `aps`.
    static func push(aps: String) -> ExplainedPush { push(text: "{\"aps\":\(aps)}") }

    /// A push whose payload is this text, valid or not.
    static func push(text: String) -> ExplainedPush {
        ExplainedPush(reading: SourceText(name: "payload.apns", text: text))
    }

    static func explain(
        _ push: ExplainedPush, _ edit: (inout Scenario) -> Void = { _ in }
    ) throws -> Explanation {
        var scenario = Scenario()
        edit(&scenario)
        return try Explanation(of: push, in: scenario, now: now)
    }

    static func explain(
        aps: String, _ edit: (inout Scenario) -> Void = { _ in }
    ) throws -> Explanation {
        try explain(push(aps: aps), edit)
    }
}

extension Explanation {
    /// The kinds of the calls, in order.
    var calls: [Callback.Kind] { steps.map(\.callback) }

    /// The places where something is shown or played.
    var places: Set<Place> { Set(effects.map(\.place)) }

    func why(_ rule: RuleID) -> Bool { withheld.contains { $0.rule == rule } }
}
