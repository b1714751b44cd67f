// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing
import Workbench

struct PushHeadersTests {
    private func headers(_ text: String) throws -> PushHeaders {
        let source = SourceText(name: "a.apns", bytes: Array(text.utf8))
        return try PushHeaders(FrontMatter(reading: source.bytes), in: source)
    }

    @Test func `headers above the JSON are read`() throws {
        let headers = try headers(
            """
            ---
            apns-push-type: background
            apns-priority: 5
            apns-topic: com.example.app
            apns-expiration: 0
            apns-collapse-id: score
            apns-id: 3f2504e0-4f89-41d3-9a0c-0305e82c3301
            ---
            {}
            """)
        #expect(headers.pushType == .background)
        #expect(headers.priority?.rawValue == 5)
        #expect(headers.topic?.text == "com.example.app")
        #expect(headers.expiration == .oneAttempt)
        #expect(headers.collapseID?.text == "score")
        #expect(headers.id?.text == "3f2504e0-4f89-41d3-9a0c-0305e82c3301")
    }

    @Test func `given headers override the headers of the file`() throws {
        var given = PushHeaders()
        given.priority = try PushHeaders.priority("10")
        let file = try headers("---\npriority: 5\npush-type: alert\n---\n{}")
        let both = given.filled(from: file)
        #expect(both.priority?.rawValue == 10)
        #expect(both.pushType == .alert)
    }

    @Test(
        arguments: [
            ("priority: 7", "a.apns:2:11: there is no priority \"7\"; use 10, 5 or 1"),
            ("push-type: alrt", "a.apns:2:12: there is no push type \"alrt\"; did you mean alert?"),
            ("pirority: 5", "a.apns:2:1: there is no header \"pirority\"; did you mean apns-"),
            ("expiration: soon", "a.apns:2:13: an expiration is a number of seconds since 1970"),
            ("id: 12", "a.apns:2:5: \"12\" is not a UUID"),
            ("nonsense", "a.apns:2:1: the line is not"),
            (
                "topic: a\u{1B}[2J", #"a.apns:2:8: "#
            ),
        ])
    func `an invalid header is reported with its location`(line: String, message: String) {
        let failure = #expect(throws: WorkFailure.self) { try headers("---\n\(line)\n---\n{}") }
        #expect(failure?.kind == .badInput)
        #expect(failure?.description.hasPrefix(message) == true, "\(String(describing: failure))")
    }

    @Test(arguments: ["010", "+5", "5 ", "", "05", "1e1", "99999999999999999999"])
    func `only 10, 5 and 1 are priorities`(text: String) {
        #expect(throws: WorkFailure.self) { try PushHeaders.priority(text) }
    }
}
