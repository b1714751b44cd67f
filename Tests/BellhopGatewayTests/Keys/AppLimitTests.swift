// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Testing

@testable import BellhopGateway

struct AppLimitTests {
    @Test func `without a limit, every app is permitted, and a request need not name an app`()
        throws
    {
        #expect(AppLimit.none.permits("com.example.app"))
        #expect(try AppLimit.none.app(nil, isNeeded: true) == nil)
        #expect(try AppLimit.none.app("a", isNeeded: true) == "a")
        #expect(AppLimit([]) == .none)
    }

    @Test func `with a limit to one app, a request need not name the app`() throws {
        let limit = AppLimit(["a"])
        #expect(try limit.app(nil, isNeeded: true) == "a")
        #expect(throws: Problem.self) { try limit.app("b", isNeeded: true) }
        #expect(!limit.permits("b"))
    }

    @Test func `with a limit to several apps, a request must name one of them`() throws {
        let limit = AppLimit(["a", "b"])
        #expect(try limit.app("b", isNeeded: true) == "b")
        let problem = #expect(throws: Problem.self) { try limit.app(nil, isNeeded: true) }
        #expect(problem?.detail.contains("a, b") == true)
    }

    @Test func `a limit covers narrower limits, never wider ones`() {
        let (one, two) = (AppLimit(["a"]), AppLimit(["a", "b"]))
        #expect(two.covers(one))
        #expect(!one.covers(two))
        #expect(AppLimit.none.covers(one))
        #expect(!one.covers(.none))
        #expect(AppLimit.none.covers(.none))
    }
}
