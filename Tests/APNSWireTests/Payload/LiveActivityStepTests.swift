// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

struct LiveActivityStepTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000.9)

    private func text(_ payload: Payload) -> String {
        String(decoding: payload.encoded, as: UTF8.self)
    }

    @Test func `a start has attributes, a state, an alert, and the source of updates`() throws {
        let alert = Alert(title: "Kick-off", body: "A against B")
        let payload = Payload.liveActivity(
            .start(
                attributesType: "GameAttributes", attributes: ["home": "A"],
                contentState: ["score": 0], updates: .token),
            sentAt: now, alert: alert, sound: .systemDefault,
            staleDate: now + 60, relevanceScore: 75, custom: ["match": 7])
        #expect(
            text(payload)
                == [
                    #"{"aps":{"alert":{"title":"Kick-off","body":"A against B","#,
                    #""sound":"default"},"#,
                    #""relevance-score":75,"timestamp":1700000000,"event":"start","#,
                    #""content-state":{"score":0},"stale-date":1700000060,"#,
                    #""attributes-type":"GameAttributes","attributes":{"home":"A"},"#,
                    #""input-push-token":1},"match":7}"#,
                ].joined())
        let channel = try #require(ChannelID("dHN0LXNyY2gtY2hubA=="))
        let follows = Payload.liveActivity(
            .start(
                attributesType: "G", attributes: [:], contentState: [:],
                updates: .channel(channel)),
            sentAt: now, alert: .text("Go"))
        #expect(follows.aps?.liveActivity.inputPushChannel == "dHN0LXNyY2gtY2hubA==")
        #expect(follows.aps?.liveActivity.inputPushToken == nil)
        #expect(follows.aps?.alert == .text("Go"))
    }

    @Test func `an update has a state and the time it was sent`() {
        #expect(
            text(.liveActivity(.update(contentState: ["score": 1]), sentAt: now))
                == #"{"aps":{"timestamp":1700000000,"event":"update","content-state":{"score":1}}}"#
        )
    }

    @Test func `an end may have a final state and a dismissal date`() {
        #expect(
            text(.liveActivity(.end(), sentAt: now))
                == #"{"aps":{"timestamp":1700000000,"event":"end"}}"#)
        let payload = Payload.liveActivity(
            .end(contentState: ["score": 2], dismissal: now + 3600), sentAt: now)
        #expect(
            text(payload)
                == [
                    #"{"aps":{"timestamp":1700000000,"event":"end","content-state":{"score":2},"#,
                    #""dismissal-date":1700003600}}"#,
                ].joined())
    }

    @Test func `start, update and end are the only events`() {
        #expect(LiveActivityEvent.allCases.map(\.rawValue) == ["start", "update", "end"])
    }

    @Test func `a payload that Payload.liveActivity creates is recognized as a Live Activity push`()
    {
        let payload = Payload.liveActivity(.update(contentState: [:]), sentAt: now)
        let push = PushInference(payload: payload, bundleID: "com.example.app")
        #expect(push.pushType == .liveactivity)
        #expect(push.topic.text == "com.example.app.push-type.liveactivity")
    }

    @Test func `bodies of other push types have Apple's documented format`() {
        #expect(
            text(.background(custom: ["sync": true]))
                == #"{"aps":{"content-available":1},"sync":true}"#)
        #expect(text(.contentChanged) == #"{"aps":{"content-changed":true}}"#)
        #expect(text(.mdm(pushMagic: "0A-1")) == #"{"mdm":"0A-1"}"#)
        #expect(
            text(.fileProvider(domain: "d"))
                == [
                    #"{"container-identifier":"NSFileProviderWorkingSetContainerItemIdentifier","#,
                    #""domain":"d"}"#,
                ].joined())
        #expect(text(.fileProvider(container: "c")) == #"{"container-identifier":"c"}"#)
    }

    private struct State: Codable {
        var score: [Int]
        var startedAt: Date
        var url: String
    }

    @Test func `a content state of the app's own type is encoded as ActivityKit decodes it`() throws
    {
        let state = State(
            score: [1, 2], startedAt: Date(timeIntervalSinceReferenceDate: 5), url: "a/b")
        let object = try JSONObject(encoding: state)
        #expect(
            JSONWriter.text(.object(object)) == #"{"score":[1,2],"startedAt":5,"url":"a/b"}"#)
        let read = try JSONDecoder().decode(
            State.self, from: Data(JSONWriter.write(.object(object))))
        #expect(read.startedAt == state.startedAt)
        #expect(throws: PayloadError.self) { try JSONObject(encoding: [1, 2]) }
    }
}
