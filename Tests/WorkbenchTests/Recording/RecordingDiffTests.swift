// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import Testing

@testable import Workbench

/// The differences between two recordings, as a value.
struct RecordingDiffTests {
    /// The summary of a recording with these requests.
    private func summary(
        _ requests: [RecordedRequest], ignoring ignored: IgnoredFields = .init()
    ) throws -> RecordingSummary {
        try RecordingSummary(Sample.recording(requests), ignoring: ignored)
    }

    private func diff(
        _ a: [RecordedRequest], _ b: [RecordedRequest], ignoring ignored: IgnoredFields = .init()
    ) throws -> RecordingDiff {
        RecordingDiff(
            try summary(a, ignoring: ignored), try summary(b, ignoring: ignored))
    }

    private let three = [Sample.request(), Sample.request(device: 2), Sample.request(device: 3)]

    @Test func `two runs that differ only in identifiers and times are equal`() throws {
        let later = (1...3).map { device in
            Sample.request(
                device: device,
                headers: ["apns-id": "other-\(device)", "apns-expiration": "1767229203"],
                time: 1_767_225_603)
        }
        let first = (1...3).map { device in
            Sample.request(
                device: device,
                headers: ["apns-id": "id-\(device)", "apns-expiration": "1767229200"])
        }
        let diff = try diff(first, later)
        #expect(diff.isEqual, "\(diff.differences)")
        #expect(
            diff.text(width: nil) { text, _ in text }
                == "no difference: 3 requests over 1 connection")
        #expect(diff.json()["equal"] == true)
    }

    @Test func `numbers of requests are compared by status, reason and push type`() throws {
        let other = [
            Sample.request(), Sample.request(device: 2, status: 400, reason: .badDeviceToken),
            Sample.request(device: 3, headers: ["apns-push-type": "background"]),
            Sample.request(device: 4, connection: 2),
        ]
        let diff = try diff(three, other)
        func find(_ property: RecordingDiff.Property, _ name: String) -> [Int] {
            diff.differences.filter { $0.property == property && $0.name == name }
                .flatMap { [$0.a, $0.b] }
        }
        #expect(find(.requests, "") == [3, 4])
        #expect(find(.connections, "") == [1, 2])
        #expect(find(.status, "400") == [0, 1])
        #expect(find(.status, "200") == [])
        #expect(find(.reason, "BadDeviceToken") == [0, 1])
        #expect(find(.pushType, "background") == [0, 1])
        let text = diff.text(width: nil) { text, _ in text }
        #expect(text.contains("status 400") && text.contains("0 → 1"), "\(text)")
    }

    @Test func `headers that appeared or changed are reported`() throws {
        let other = [
            Sample.request(headers: ["apns-priority": "5", "apns-topic": nil, "x-trace": "1"]),
            Sample.request(device: 2), Sample.request(device: 3),
        ]
        let headers = try diff(three, other).differences.filter { $0.property == .header }
        #expect(headers.map(\.name) == ["apns-priority", "apns-topic", "x-trace"])
        #expect(headers.map(\.change) == [.values, .values, .appeared])
        #expect(headers.first?.aValues == ["10 ×3"])
        #expect(headers.first?.bValues == ["10 ×2", "5"])
        #expect(headers.map(\.a) == [3, 3, 0] && headers.map(\.b) == [3, 2, 1])
    }

    @Test func `keys of the payload are compared, except those that are ignored`() throws {
        let (old, new) = (
            [Sample.request(payload: ["aps": ["alert": ["title": "A"], "badge": 1], "n": 1])],
            [Sample.request(payload: ["aps": ["alert": ["title": "B"], "sound": "x"], "n": 2])]
        )
        let keys = try diff(old, new).differences.filter { $0.property == .payload }
        #expect(keys.map(\.name) == ["aps.alert.title", "aps.badge", "aps.sound", "n"])
        #expect(keys.map(\.change) == [.values, .vanished, .appeared, .values])
        #expect(keys.first?.aValues == ["\"A\""] && keys.first?.bValues == ["\"B\""])
        let ignored = IgnoredFields(keys: ["aps.alert.title", "aps.badge", "aps.sound", "n"])
        #expect(try diff(old, new, ignoring: ignored).isEqual)
        let ignoredHeader = IgnoredFields(headers: ["APNS-Priority"])
        let five = [Sample.request(headers: ["apns-priority": "5"])]
        #expect(try diff([Sample.request()], five, ignoring: ignoredHeader).isEqual)
        #expect(try !diff([Sample.request()], five).isEqual)
    }

    @Test func `the order of requests is compared for each device`() throws {
        func texts(_ texts: [String], device: Int = 1) -> [RecordedRequest] {
            texts.map { Sample.request(device: device, payload: ["aps": ["alert": .string($0)]]) }
        }
        let order = try diff(texts(["a", "b", "c"]), texts(["b", "a", "c"])).differences
        #expect(order.map(\.property) == [.device] && order.map(\.change) == [.order])
        let fewer = try diff(texts(["a"]) + texts(["a"], device: 2), texts(["a"])).differences
        #expect(fewer.contains { $0.property == .device && $0.change == .vanished })
        let interleaved = try diff(
            texts(["a", "b"]) + texts(["c"], device: 2),
            texts(["a"]) + texts(["c"], device: 2) + texts(["b"]))
        #expect(interleaved.isEqual, "\(interleaved.differences)")
    }

    @Test func `devices with new tokens are recognized`() throws {
        let first = [
            Sample.request(device: 1), Sample.request(device: 2, payload: ["aps": ["badge": 1]]),
        ]
        let second = [
            Sample.request(device: 12, payload: ["aps": ["badge": 1]]), Sample.request(device: 11),
        ]
        #expect(try diff(first, second).isEqual)
        var (a, b) = (Sample.request(device: 1), Sample.request(device: 9))
        a.report.deviceID = "user"
        b.report.deviceID = "user"
        #expect(try diff([a], [b]).isEqual)
    }

    @Test func `the values of a key are not compared if there are too many`() throws {
        func run(_ start: Int) -> [RecordedRequest] {
            (1...RecordingSummary.valueCountMax + 1).map {
                Sample.request(
                    device: $0,
                    payload: ["aps": ["badge": .number(JSONNumber(start + $0))]])
            }
        }
        let differences = try diff(run(0), run(1000)).differences
        #expect(differences.allSatisfy { $0.property == .device }, "\(differences)")
        let ignored = IgnoredFields(keys: ["aps.badge"])
        #expect(try diff(run(0), run(1000), ignoring: ignored).isEqual)
    }

    @Test func `the number of different keys is limited`() throws {
        let keys = (0...RecordingSummary.fieldCountMax + 5).map {
            JSONObject.Member(key: "k\($0)", value: 1)
        }
        let request = Sample.request(payload: .object(JSONObject(keys)))
        #expect(try summary([request]).keys.count == RecordingSummary.fieldCountMax)
    }
}
