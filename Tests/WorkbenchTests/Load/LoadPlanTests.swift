// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// When requests are due, and when a run is over.
struct LoadPlanTests {
    private func plan(
        requests: Int? = nil, duration: Duration? = nil, rate: Double? = nil
    ) -> LoadPlan {
        LoadPlan(
            requestCount: requests, duration: duration, rate: rate, connectionCount: 1,
            inFlightCount: 10)
    }

    @Test func `with a rate, each request has a fixed due time`() {
        let plan = plan(requests: 1000, rate: 250)
        #expect(plan.intendedStart(of: 0) == .zero)
        #expect(plan.intendedStart(of: 1) == .milliseconds(4))
        #expect(plan.intendedStart(of: 999) == .milliseconds(3996))
        #expect(plan.intendedStart(of: 1000) == nil)
    }

    @Test func `a rate and a duration determine the number of requests`() {
        let plan = plan(duration: .seconds(2), rate: 10)
        #expect(plan.intendedStart(of: 19) == .seconds(1.9))
        #expect(plan.intendedStart(of: 20) == nil)
    }

    @Test(
        arguments: [
            (99, 0.0, true), (100, 0, false), (0, 4.9, true), (0, 5, false), (100, 5, false),
        ])
    func `whichever limit comes first ends the run`(
        number: Int, seconds: Double, sends: Bool
    ) {
        let plan = plan(requests: 100, duration: .seconds(5))
        #expect(plan.sends(number, after: .seconds(seconds)) == sends)
    }

    @Test func `progress follows the nearer limit`() {
        let plan = plan(requests: 100, duration: .seconds(10))
        #expect(plan.progress(responseCount: 20, elapsed: .seconds(1)) == 0.2)
        #expect(plan.progress(responseCount: 20, elapsed: .seconds(5)) == 0.5)
        #expect(plan.progress(responseCount: 200, elapsed: .seconds(5)) == 1)
    }

    @Test(
        arguments: [
            "api.push.apple.com", "API.Sandbox.Push.Apple.com.", "api.development.push.apple.com",
            "apple.com", "17.188.143.34", "::ffff:17.57.146.20", "2620:149:a44:400::10",
            "1-courier.push.apple.com", "api-push-apple-com.push-apple.com.akadns.net",
        ])
    func `Apple's servers are rejected`(host: String) { #expect(ApplesServers.includes(host)) }

    @Test(
        arguments: [
            "localhost", "127.0.0.1", "::1", "17.example.com", "pineapple.com", "10.17.0.1",
            "apple.com.example.org",
        ])
    func `other servers are accepted`(host: String) { #expect(!ApplesServers.includes(host)) }

    @Test func `a load test of one of Apple's servers is refused`() {
        let failure = #expect(throws: WorkFailure.self) {
            try ApplesServers.refuse("api.push.apple.com")
        }
        #expect(failure?.kind == .usage)
    }
}
