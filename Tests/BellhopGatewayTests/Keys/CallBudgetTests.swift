// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import Testing

@testable import BellhopGateway

struct CallBudgetTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    @Test func `an installation has a burst of calls, and regains calls with time`() {
        var budget = CallBudget()
        let second = 60 / Double(GatewayLimits.deviceCallsPerMinute)
        let burst = (1...GatewayLimits.deviceCallBurstMax).map { _ in
            budget.take("i1", now: start)
        }
        #expect(!burst.contains(false))
        let after = [("i1", 0), ("i2", 0), ("i1", 0.5), ("i1", 1), ("i1", 1)].map { id, seconds in
            budget.take(id, now: start.addingTimeInterval(second * seconds))
        }
        #expect(after == [false, true, false, true, false])
    }

    @Test func `after the clock goes back, an installation still regains calls with time`() {
        var budget = CallBudget()
        for _ in 1...GatewayLimits.deviceCallBurstMax { _ = budget.take("i1", now: start) }
        let allowed = [-3600.0, -3599, -3598].map {
            budget.take("i1", now: start.addingTimeInterval($0))
        }
        #expect(allowed == [false, true, true])
    }

    @Test func `the budget remembers a limited number of installations`() {
        var budget = CallBudget()
        let allowed = (0...GatewayLimits.callBudgetCountMax).map {
            budget.take("i\($0)", now: start)
        }
        #expect(!allowed.contains(false))
        #expect(budget.count <= GatewayLimits.callBudgetCountMax)
    }
}
