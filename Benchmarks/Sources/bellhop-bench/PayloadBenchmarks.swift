// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BenchSupport
import Foundation

/// Writing and reading the payload of a chat app, compared with Foundation's coders.
enum PayloadBenchmarks {
    static let body =
        "Can you ship the build before standup? I moved the review to 10:30 – room \"Ada\"."

    static let payload: Payload = {
        let alert = Alert(title: "Alex Rivera", subtitle: "Project Lighthouse", body: body)
        var aps = APS(alert: alert, badge: 4, sound: .systemDefault)
        aps.threadID = "chat-4711"
        aps.category = "MESSAGE"
        aps.mutableContent = true
        aps.interruptionLevel = .timeSensitive
        aps.relevanceScore = 0.75
        return Payload(
            aps: aps,
            custom: [
                "conversation": "4711", "message": "7f1c9a30-5d2e-4b8a-9d0f-0c6a5f3e2b11",
                "attachments": [["kind": "image", "width": 1200, "height": 800]],
            ])
    }()

    static func run(into table: inout Table) throws {
        let typical = Message.payload(badge: 4)
        table.add(
            "encode a typical alert of \(typical.encoded.count) bytes (`Payload.encoded`)",
            Measurement { typical.encoded.count })
        var number = 0
        table.add(
            "create and encode it (`PushRequest(deviceToken:payload:bundleID:)`)",
            Measurement {
                number += 1
                return Message.request(number).body.count
            })
        let payload = payload
        let bytes = payload.encoded
        let encoder = JSONEncoder()
        let twin = PayloadTwin()
        table.add(
            "encode an alert of \(bytes.count) bytes (`Payload.encoded`)",
            Measurement { payload.encoded.count },
            against: (
                "`JSONEncoder`, the same as `Codable`",
                try Measurement { try encoder.encode(twin).count }
            ))
        let data = Data(bytes)
        table.add(
            "read it into values (`JSONReader`)",
            try Measurement { try JSONReader.read(bytes).value.isObject },
            against: (
                "`JSONSerialization`",
                try Measurement {
                    try JSONSerialization.jsonObject(with: data) is [String: Any] ? 1 : 0
                }
            ))
        let decoder = JSONDecoder()
        table.add(
            "read it into a payload (`Payload(reading:)`)",
            try Measurement { try Payload(reading: bytes).custom.count },
            against: (
                "`JSONDecoder`, the same as `Codable`",
                try Measurement {
                    try decoder.decode(PayloadTwin.self, from: data).attachments.count
                }
            ))
    }
}

extension JSONValue {
    /// 1 for an object.
    fileprivate var isObject: Int { objectValue == nil ? 0 : 1 }
}

/// The payload as types for `JSONEncoder`.
private struct PayloadTwin: Codable {
    struct Dictionary: Codable {
        struct Alert: Codable {
            var title = "Alex Rivera"
            var subtitle = "Project Lighthouse"
            var body = PayloadBenchmarks.body
        }

        var alert = Alert()
        var badge = 4
        var sound = "default"
        var threadID = "chat-4711"
        var category = "MESSAGE"
        var mutableContent = 1
        var interruptionLevel = "time-sensitive"
        var relevanceScore = 0.75

        enum CodingKeys: String, CodingKey {
            case alert, badge, sound, category
            case threadID = "thread-id"
            case mutableContent = "mutable-content"
            case interruptionLevel = "interruption-level"
            case relevanceScore = "relevance-score"
        }
    }

    struct Attachment: Codable {
        var kind = "image"
        var width = 1200
        var height = 800
    }

    var aps = Dictionary()
    var conversation = "4711"
    var message = "7f1c9a30-5d2e-4b8a-9d0f-0c6a5f3e2b11"
    var attachments = [Attachment()]
}
