// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Explain
import Testing

private func hints(_ aps: String, type: PushType? = nil) throws -> [PushHint] {
    let payload = try Payload(reading: Array("{\"aps\":\(aps)}".utf8))
    return PushHint.all(
        payload, PushInference(payload: payload, bundleID: "com.example.app", pushType: type))
}

@Test(arguments: [
    (#"{"alert":"Hi"}"#, PushType.background, "--type alert"),
    ("{}", .background, "content-available"),
    (#"{"content-available":1}"#, .alert, "--type background"),
    (#"{"alert":"Hi","badge":"3"}"#, .alert, "write badge"),
    (#"{"event":"update","content-state":{},"timestamp":1768377600000}"#, .liveactivity, "seconds"),
    (#"{"event":"update","content-state":{}}"#, .liveactivity, "timestamp"),
])
func `a mistake in payload or headers gets a hint, SIL-1, LA-4`(
    aps: String, type: PushType, remedy: String
) throws {
    #expect(try hints(aps, type: type).contains { $0.remedy.contains(remedy) })
}

@Test(arguments: [
    #"{"alert":"Hi"}"#, #"{"alert":"Hi","content-available":1}"#, #"{"badge":1}"#,
])
func `a good payload gets no hint`(aps: String) throws { #expect(try hints(aps).isEmpty) }

@Test func `a silent payload is told of its budget, SIL-3`() throws {
    let all = try hints(#"{"content-available":1}"#)
    #expect(all.map(\.rule) == ["SIL-3"])
    #expect(all.allSatisfy { $0.remedy.isEmpty })
}
