// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

struct PushInferenceTests {
    @Test(arguments: [
        (#"{"aps":{"alert":"Hi"}}"#, PushType.alert, "com.example.app", PushPriority.immediate),
        (#"{"aps":{"content-available":1},"x":1}"#, .background, "com.example.app", .powerAware),
        (#"{"aps":{"content-available":1,"badge":2}}"#, .alert, "com.example.app", .immediate),
        (#"{"aps":{"badge":0}}"#, .alert, "com.example.app", .immediate),
        (
            #"{"aps":{"event":"update","content-state":{}}}"#, .liveactivity,
            "com.example.app.push-type.liveactivity", .immediate
        ),
        (
            #"{"aps":{"content-changed":true}}"#, .widgets, "com.example.app.push-type.widgets",
            .powerAware
        ),
        (#"{"mdm":"magic"}"#, .mdm, "com.example.app", .immediate),
        (
            #"{"container-identifier":"WorkingSetContainerItemIdentifier","domain":"d"}"#,
            .fileprovider, "com.example.app.pushkit.fileprovider", .powerAware
        ),
        (#"{}"#, .alert, "com.example.app", .immediate),
    ])
    func `type, topic and priority follow from the payload`(
        text: String, type: PushType, topic: String, priority: PushPriority
    ) throws {
        let inference = PushInference(
            payload: try Payload(reading: text.utf8), bundleID: "com.example.app")
        #expect(inference.pushType == type)
        #expect(inference.topic.text == topic)
        #expect(inference.priority == priority)
        #expect(
            inference.inferred.map(\.header) == ["apns-push-type", "apns-topic", "apns-priority"])
    }

    @Test func `values that the sender specified are used and not reported as inferred`() throws {
        let inference = PushInference(
            payload: try Payload(reading: #"{"aps":{"alert":"Hi"}}"#.utf8),
            bundleID: "com.example.app",
            topic: Topic("com.other.voip"), pushType: .alert, priority: .powerFirst)
        #expect(inference.topic.text == "com.other.voip")
        #expect(inference.priority == .powerFirst)
        #expect(inference.inferred.isEmpty)
    }

    @Test func `the suffix of a topic determines the push type`() throws {
        let inference = PushInference(
            payload: try Payload(reading: "{}".utf8), bundleID: "x",
            topic: Topic("com.example.app.voip"))
        #expect(inference.pushType == .voip)
    }

    @Test func `a topic without a suffix gets the suffix of the push type`() throws {
        let inference = PushInference(
            payload: try Payload(reading: "{}".utf8), bundleID: "x",
            topic: Topic("com.example.app"),
            pushType: .voip)
        #expect(inference.topic.text == "com.example.app.voip")
        #expect(inference.inferred.contains { $0.header == "apns-topic" })
    }
}
