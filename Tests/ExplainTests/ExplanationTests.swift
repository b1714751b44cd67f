// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation
import Testing

@testable import Explain

/// A claim about notifications that `explain` must show, with its rules.
struct ClaimCase: Sendable, CustomTestStringConvertible {
    let id: String
    let rules: String
    let shows: @Sendable () throws -> Void

    var testDescription: String { "\(id) \(rules)" }

    static let all: [ClaimCase] = [
        ClaimCase(id: "T001", rules: "AUTH-20 AUTH-22 AUTH-23 AUTH-24") {
            let message = try ExplainFixture.example("message")
            for permission in Authorization.allCases {
                let explanation = try ExplainFixture.explain(message) { $0.permission = permission }
                #expect(explanation.service.isAccepted)
                #expect(explanation.effects.isEmpty == !permission.allowsNotifications)
                let rules: [Authorization: RuleID] = [
                    .denied: "AUTH-23", .notDetermined: "AUTH-24", .provisional: "AUTH-21",
                    .authorized: "AUTH-20", .ephemeral: "AUTH-22",
                ]
                let rule = try #require(rules[permission])
                #expect(explanation.rules.contains(rule), "\(permission)")
            }
        },
        ClaimCase(id: "T013", rules: "AUTH-21") {
            let explanation = try ExplainFixture.explain(try ExplainFixture.example("message")) {
                $0.permission = .provisional
            }
            #expect(explanation.places == [.notificationCenter])
            #expect(explanation.why("AUTH-21"))
        },
        ClaimCase(id: "T035", rules: "LC-22") {
            let explanation = try ExplainFixture.explain(
                try ExplainFixture.example("silent-refresh")
            ) {
                $0.permission = .denied
            }
            #expect(explanation.isDelivered)
            #expect(explanation.calls == [.didReceiveRemoteNotification])
            #expect(explanation.rules.contains("LC-22"))
        },
        ClaimCase(id: "T132", rules: "NSE-1") {
            let explanation = try ExplainFixture.explain(
                aps: #"{"alert":{"body":"Only this"},"mutable-content":1}"#)
            #expect(explanation.calls == [.serviceExtension])
            #expect(explanation.steps.first?.rule == "NSE-1")
        },
        ClaimCase(id: "T161", rules: "LVL-5 INT-1") {
            let aps = #"{"alert":{"title":"Alex","body":"Hi"},"mutable-content":1}"#
            func places(_ people: [String]) throws -> Set<Explanation.Place> {
                let explanation = try ExplainFixture.explain(aps: aps) {
                    $0.focusName = "Work"
                    $0.focusPeople = people
                }
                return explanation.places
            }
            let allowed = try places(["Alex"])
            #expect(allowed == [.lockScreen, .notificationCenter])
            let other = try places(["Kim"])
            #expect(other == [.notificationCenter])
        },
        ClaimCase(id: "T220", rules: "LVL-3 INT-1") {
            let file = try ExplainFixture.example("time-sensitive")
            let through = try ExplainFixture.explain(file) { $0.focusName = "Work" }
            #expect(through.places.contains(.lockScreen))
            let held = try ExplainFixture.explain(file) {
                $0.focusName = "Work"
                $0.focusHoldsTimeSensitive = true
            }
            #expect(held.places == [.notificationCenter])
            #expect(held.why("INT-1"))
            let summary = try ExplainFixture.explain(file) { $0.isInSummary = true }
            #expect(summary.places.contains(.lockScreen))
        },
        ClaimCase(id: "T240", rules: "LT-1 LT-7") {
            var calls: Set<[Callback.Kind]> = []
            for file in ["message", "silent-refresh", "rich-media"] {
                let matrix = try ExplanationMatrix(
                    of: try ExplainFixture.example(file), in: Scenario(), now: ExplainFixture.now)
                for column in matrix.columns { calls.insert(column.explanation.calls) }
            }
            let expected: Set<[Callback.Kind]> = [
                [], [.willPresent], [.didReceiveRemoteNotification], [.serviceExtension],
                [.serviceExtension, .willPresent],
            ]
            #expect(calls == expected)
        },
        ClaimCase(id: "T282", rules: "LC-1") {
            let file = try ExplainFixture.example("message")
            let inUse = try ExplainFixture.explain(file) { $0.state = .foreground }
            let behind = try ExplainFixture.explain(file) { $0.state = .background }
            #expect(inUse.calls == [.willPresent])
            #expect(inUse.places.contains(.banner))
            #expect(behind.calls.isEmpty)
            #expect(behind.places.contains(.lockScreen))
        },
    ]
}

@Test(arguments: ClaimCase.all)
func `explain shows each claim with its rules`(claim: ClaimCase) throws { try claim.shows() }

@Test func `every row about a withheld effect names an existing rule and the reason`() {
    for row in Withholding.table {
        #expect(row.rule.rule != nil, "\(row.rule)")
        #expect(!row.what.isEmpty && !row.why.isEmpty)
        #expect(!row.why.hasSuffix(".") && !row.remedy.hasSuffix("."))
    }
}

@Test(arguments: AppState.allCases)
func `every explanation has a result, known rules and the reasons for missing effects`(
    state: AppState
) throws {
    let folder = ExplainFixture.root.appending(path: "Examples/payloads")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".apns") }.map { String($0.dropLast(5)) }
    #expect(names.count > 30)
    for name in names {
        for permission in Authorization.allCases {
            let explanation = try ExplainFixture.explain(try ExplainFixture.example(name)) {
                $0.state = state
                $0.permission = permission
            }
            #expect(!explanation.result.isEmpty, "\(name)")
            #expect(
                explanation.rules.allSatisfy { $0.rule != nil }, "\(name): \(explanation.rules)")
            // If the push is not delivered, the explanation contains the reason.
            if !explanation.isDelivered {
                #expect(
                    !explanation.withheld.isEmpty || !explanation.service.isAccepted
                        || explanation.service.isDisabled,
                    "\(name) \(state) \(permission): \(explanation.result)")
            }
            #expect(
                !(explanation.places.contains(.summary) && explanation.places.contains(.banner)),
                "\(name)")
            #expect(!explanation.text().contains("\u{1B}"))
        }
    }
}
