// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing
import Workbench

@testable import bellhop

struct LoadOptionTests {
    @Test func `the options of the load command are parsed into a plan`() throws {
        let usual = try LoadCommand.parse([]).plan
        #expect(usual.requestCount == 1000)
        #expect(usual.inFlightCount == 100)
        let timed = try LoadCommand.parse(
            ["--duration", "2.5", "--rate", "40", "--connections", "3"]
        ).plan
        #expect(timed.requestCount == nil)
        #expect(timed.duration == .milliseconds(2500))
        #expect(timed.rate == 40)
        #expect(timed.inFlightCount == 300)
    }

    @Test(
        arguments: [
            ["--requests", "0"], ["--rate", "-1"], ["--rate", "nan"], ["--duration", "inf"],
            ["--connections", "0"], ["--connections", "65"], ["--in-flight", "70000"],
            ["--port", "8443"], ["--host", "localhost", "--port", "0"],
        ])
    func `invalid options are rejected`(arguments: [String]) {
        #expect(throws: (any Error).self) { try LoadCommand.parse(arguments) }
    }
}
