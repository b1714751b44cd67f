// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Testing

@testable import BellhopGateway

struct HealthFactsTests {
    private var good = HealthFacts(
        storeProblem: nil,
        worker: WorkerReport(
            condition: .running(lastTurn: .zero), now: .seconds(1), held: [:],
            isSendingFailing: false),
        campaigns: HealthFacts.Campaigns(isStoreFailing: false, hasEnded: false), isDraining: false)

    @Test func `a gateway in which everything works is ready and lists all parts`() {
        let health = good.resource
        #expect(health.status == .ok)
        #expect(health.isReady)
        #expect(health.parts.map(\.name) == HealthPart.Name.allCases)
        #expect(health.parts.allSatisfy { $0.condition == .ok && $0.detail == nil })
    }

    @Test(arguments: HealthPart.Name.allCases)
    func `a part that does not work is named, with what to do`(_ name: HealthPart.Name) throws {
        var facts = good
        switch name {
        case .database: facts.storeProblem = .diskFull
        case .schema: facts.storeProblem = .tooNew
        case .worker: facts.worker = report(.running(lastTurn: .zero), now: .seconds(60))
        case .campaigns: facts.campaigns?.isStoreFailing = true
        case .apns: facts.worker = report(isSendingFailing: true)
        case .credentials:
            facts.worker = report(
                held: [
                    SendingDestination(bundleID: "com.example.app", environment: .sandbox):
                        "Invalid"
                ])
        case .draining: facts.isDraining = true
        }
        let health = facts.resource
        let part = try #require(health.parts.first { $0.name == name })
        #expect(part.condition != .ok)
        #expect(part.detail?.isEmpty == false)
        #expect(part.fix?.isEmpty == false)
        #expect(health.parts.filter { $0.condition != .ok }.count == 1)
        #expect(health.isReady == !name.isRequired)
        #expect(health.status == (name.isRequired ? .down : .degraded))
        #expect(health.notReady == (name.isRequired ? [name.rawValue] : []))
    }

    @Test func `the health response, which needs no key, names no app`() throws {
        var facts = good
        facts.worker = report(
            held: [
                SendingDestination(bundleID: "com.example.secret", environment: .sandbox): "Invalid"
            ],
            isSendingFailing: true)
        let text = String(decoding: try GatewayJSON.encodeLine(facts.resource), as: UTF8.self)
        #expect(!text.contains("com.example.secret"))
        #expect(text.contains("1 app"))
    }

    private func report(
        _ condition: WorkerCondition = .running(lastTurn: .zero), now: Duration = .seconds(1),
        held: [SendingDestination: String] = [:], isSendingFailing: Bool = false
    ) -> WorkerReport {
        WorkerReport(
            condition: condition, now: now, held: held, isSendingFailing: isSendingFailing)
    }
}
