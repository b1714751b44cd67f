// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Testing

struct MessageFormTests {
    private func read(_ text: String) throws -> MessageForm {
        try MessageForm(try JSONReader.read(text), source: Array(text.utf8))
    }

    @Test func `a form with all fields is unchanged after writing and reading`() throws {
        var form = MessageForm(title: "T", subtitle: "S", body: "B \"quoted\" ü")
        form.badge = 0
        form.sound = .critical(CriticalSound(volume: 0.5))
        form.threadID = "thread"
        form.category = "REPLY"
        form.level = .timeSensitive
        form.url = "app://order/1"
        form.data = ["n": .number(JSONNumber(3)), "deep": ["a": [1, 2]]]
        form.options.pushType = .alert
        form.options.priority = .powerAware
        form.options.collapseID = try CollapseID("order-1")
        form.options.expiry = .at(Date(timeIntervalSince1970: 1_767_225_600.5))
        #expect(try read(String(decoding: form.encoded, as: UTF8.self)) == form)
        form.options.expiry = .after(seconds: 0)
        #expect(try read(String(decoding: form.encoded, as: UTF8.self)) == form)
    }

    @Test func `a form produces a payload in Apple's format`() throws {
        let form = try read(
            #"{"title":"T","body":"B","badge":2,"sound":"default","thread_id":"t","#
                + #""level":"critical","url":"u","data":{"k":1}}"#
        )
        #expect(
            JSONWriter.text(.object(form.payload.object))
                == #"{"aps":{"alert":{"title":"T","body":"B"},"badge":2,"sound":"default","#
                + #""thread-id":"t","#
                + #""interruption-level":"critical"},"k":1,"url":"u"}"#)
    }

    @Test func `a form with only a body produces a plain alert, and a silent form wakes the app`()
        throws
    {
        #expect(try read(#"{"body":"B"}"#).payload.aps?.alert == .text("B"))
        let silent = try read(#"{"push_type":"background","data":{"k":1}}"#).payload
        #expect(silent.aps?.contentAvailable == true)
        #expect(silent.aps?.alert == nil)
    }

    @Test(arguments: ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"])
    func `a time is read with or without fractions, or as seconds`(_ text: String) throws {
        let wanted = MessageOptions.Expiry.at(Date(timeIntervalSince1970: 1_767_225_600))
        #expect(try read(#"{"body":"B","expires_at":"\#(text)"}"#).options.expiry == wanted)
        #expect(try read(#"{"body":"B","expires_at":1767225600}"#).options.expiry == wanted)
    }

    @Test(arguments: [
        #"{"body":"B","expires_at":"tomorrow"}"#, #"{"body":"B","expires_at":1,"expires_in":1}"#,
        #"{"body":"B","sound":1}"#, #"{"body":"B","collapse_id":""}"#, #"{"body":"B","data":[]}"#,
        #"{"body":"B","url":"a","data":{"url":"b"}}"#, #"{"body":"B","push_type":"loud"}"#,
    ])
    func `an invalid value is rejected with its key`(_ text: String) throws {
        let problem = try #require(throws: Problem.self) { try read(text) }
        #expect(problem.code == "bad_value")
        #expect(problem.keyPath != nil)
        #expect(problem.line == 1)
    }
}
