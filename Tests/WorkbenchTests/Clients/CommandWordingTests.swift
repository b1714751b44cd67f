// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Workbench

struct CommandWordingTests {
    @Test(
        arguments: [
            ("name the app with ?app=", "name the app with --app"),
            (
                "add ?environment=sandbox or ?environment=production, and ?app=",
                "add --environment sandbox or --environment production, and --app"
            ),
            ("name it with ?activity=IDENTIFIER", "name it with --activity IDENTIFIER"),
            ("?audience=segment:NAME, then", "--audience segment:NAME, then"),
            ("?audience_filter=FILTER", "--audience FILTER"),
            ("add ?colour=red", "add ?colour=red"),
            ("(?app=)", "(--app)"),
            ("https://example.com/?app=1", "https://example.com/?app=1"),
            ("really?app=1", "really?app=1"),
            ("", ""),
        ])
    func `query parameters in a message of the gateway become options`(
        text: String, expected: String
    ) {
        #expect(CommandWording.replacingParameters(in: text) == expected)
    }
}
