// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

/// Whether an audience may have been meant for the user who reads the inbox now.
struct AudienceUserTests {
    private static let vocabulary = AudienceVocabulary(attributes: ["plan": .text])

    @Test(
        arguments: [
            ("all", "alex", true), ("all", nil, true),
            ("user in (\"alex\", \"sam\")", "alex", true),
            ("user in (\"alex\", \"sam\")", "kim", false), ("user in (\"alex\")", nil, false),
            ("user is \"alex\" and tag beta", "kim", false),
            ("user is \"alex\" and tag beta", "alex", true),
            ("user is \"alex\" or tag beta", "kim", true),
            ("not user is \"alex\"", "alex", false), ("not user is \"alex\"", "kim", true),
            ("not (user is \"alex\" or tag beta)", "alex", false),
            ("not (user is \"alex\" and tag beta)", "alex", true),
            ("user exists", nil, false), ("user exists and plan is \"pro\"", "kim", true),
            ("tag beta and installation in (\"i1\")", nil, true),
            ("user in (\"alex\") or user in (\"sam\")", "kim", false),
            // The unit of comparison is the byte: both of these names look the same.
            ("user in (\"e\u{301}\")", "\u{E9}", false),
        ] as [(String, String?, Bool)])
    func `only the conditions on the user decide whether a filter permits the user`(
        line: String, user: String?, isPermitted: Bool
    ) throws {
        let filter = try AudienceParser.filter(line, Self.vocabulary)
        #expect(filter.permits(user: user) == isPermitted)
    }

    @Test func `a filter permits the user of every installation that it contains`() {
        var samples = AudienceSamples(seed: 1)
        var refusedCount = 0
        for number in 1...2000 {
            let filter = samples.filter().resolved(at: 22 * 24 * 3600 * 1000)
            let facts = samples.facts(number)
            if filter.permits(user: facts.user) { continue }
            #expect(!filter.contains(facts), "\(filter.line)")
            refusedCount += 1
        }
        #expect(refusedCount > 0)
    }
}
