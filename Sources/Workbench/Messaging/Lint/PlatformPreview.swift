// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Explain
import FCM
import MessageForms
import WebPush

/// The conversion of one payload for each platform: the message for APNs, FCM and Web Push, its
/// size compared with the limit, and the keys that are lost. The gateway converts payloads in the
/// same way.
package struct PlatformPreview: WorkResult, Sendable {
    /// The message for one transport.
    package struct Part: Hashable, Sendable {
        package let transport: PushTransport
        /// The message; `nil` if the payload cannot be converted.
        package fileprivate(set) var message: JSONObject?
        /// The options that are sent with the message, for instance `urgency: high`.
        package fileprivate(set) var options: [String] = []
        package fileprivate(set) var byteCount = 0
        package let byteCountMax: Int
        /// The paths in the payload that have an equivalent in the message.
        package fileprivate(set) var mapped: [String] = []
        /// The paths in the payload that have no equivalent.
        package fileprivate(set) var lost: [String] = []
        /// The reason why the message cannot be sent; `nil` if it can be sent.
        package fileprivate(set) var problem: String?
        /// Further remarks for the person.
        package fileprivate(set) var notes: [String] = []

        init(_ transport: PushTransport, byteCountMax: Int) {
            self.transport = transport
            self.byteCountMax = byteCountMax
        }
    }

    /// The messages for APNs, FCM and Web Push, in this order.
    package let parts: [Part]

    /// Whether the payload can be sent to every platform.
    package var isComplete: Bool { parts.allSatisfy { $0.problem == nil } }

    /// - Parameters:
    ///   - navigate: the URL that a click opens in a browser. If it is `nil`, the payload's key
    ///     `url` is used or, without this key, an example.
    ///   - now: the time in seconds since 1970, from which times to live are computed.
    /// - Throws: ``WorkFailure`` if the headers of the file are invalid.
    package init(of file: PushFile, navigate: String?, now: Int) throws(WorkFailure) {
        let headers = try file.headers
        let content = PlatformContent(
            payload: file.file.payload.object, collapseID: headers.collapseID?.text,
            expiration: headers.expiration?.epochSeconds, priority: headers.priority)
        // The key `url` is the link of a message in the gateway's short form.
        let url = content.custom["url"]?.stringValue.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        let paths = content.keys(without: []) + content.custom.members.map(\.key).sorted()
        parts = [
            Self.apns(file, headers, paths), Self.fcm(content, paths, now: now),
            Self.webPush(
                content, paths, navigate: navigate ?? url ?? Self.navigateDefault, now: now),
        ]
    }

    private static func apns(_ file: PushFile, _ headers: PushHeaders, _ paths: [String]) -> Part {
        let push = PushInference(
            payload: file.file.payload, bundleID: file.file.targetBundleID ?? "com.example.app",
            topic: headers.topic, pushType: headers.pushType, priority: headers.priority)
        var part = Part(.apns, byteCountMax: push.pushType.traits.payloadByteCountMax)
        part.message = file.file.payload.object
        part.options = [
            "apns-push-type: \(push.pushType.rawValue)", "apns-priority: \(push.priority.rawValue)",
        ]
        part.byteCount = file.file.body.count
        part.mapped = paths
        part.limit()
        return part
    }

    private static func fcm(_ content: PlatformContent, _ paths: [String], now: Int) -> Part {
        var part = Part(.fcm, byteCountMax: FCMMessage.byteCountMax)
        let conversion = FCMMessage.android(from: content, now: now)
        part.byteCount = conversion.message.contentByteCount
        part.lost = conversion.lost
        part.mapped = paths.filter { !conversion.lost.contains($0) && $0 != silentKey }
        let android = conversion.message.json["android"]?.objectValue
        let isEmpty =
            conversion.message.json["notification"] == nil
            && conversion.message.json["data"] == nil && android?["notification"] == nil
        guard !isEmpty else {
            part.problem = "the payload has nothing for Android: no alert, and no keys of the app"
            return part
        }
        part.message = conversion.message.json
        if conversion.message.json["notification"] == nil, android?["notification"] == nil {
            part.notes.append("the message only has data; the app decides what happens")
        }
        part.limit()
        // The recipient is added when the message is sent.
        let rejected = conversion.message.violations().filter {
            $0.kind != .recipient && $0.kind != .size
        }
        if part.problem == nil, let first = rejected.first(where: { !$0.isWarning }) {
            part.problem = "FCM rejects the message: \(first.field) \(first.text)".printable
        }
        return part
    }

    private static func webPush(
        _ content: PlatformContent, _ paths: [String], navigate: String, now: Int
    ) -> Part {
        var part = Part(.webPush, byteCountMax: WebPushLimits.contentByteCountMax)
        do throws(WebPushMessage.ConversionProblem) {
            let conversion = try WebPushMessage.declarative(
                from: content, navigate: navigate, now: now)
            let message = conversion.message
            part.message = (try? JSONReader.read(message.content))?.value.objectValue
            part.options = [
                "ttl: \(message.timeToLiveSeconds)", "urgency: \(message.urgency.rawValue)",
            ]
            if let topic = message.topic { part.options.append("topic: \(topic)") }
            part.byteCount = message.content.count
            part.lost = conversion.lost
            part.mapped = paths.filter { !conversion.lost.contains($0) && $0 != silentKey }
            if part.byteCount > WebPushLimits.everywhereByteCountMax {
                part.notes.append(
                    "Mozilla's service passes at most \(WebPushLimits.everywhereByteCountMax) "
                        + "bytes to all of its browsers, so Bellhop sends nothing to Firefox")
            }
        } catch {
            if case .message(.tooLarge(let count, _)) = error { part.byteCount = count }
            part.problem = error.description
        }
        return part
    }

    /// The URL that a click opens if no other URL is known.
    private static let navigateDefault = "https://example.com/"
    /// A key that concerns only the extension of an iPhone's app, so its loss on other platforms is
    /// not reported.
    private static let silentKey = "mutable-content"

    // MARK: - Output

    package func text(width: Int?, paint: @escaping TextPaint) -> String {
        parts.map { part in
            var lines = [
                TextRow.of(
                    part.transport.displayName,
                    "\(part.byteCount) of \(part.byteCountMax) bytes: "
                        + (part.problem.map { paint($0, .red) } ?? paint("can be sent", .green)))
            ]
            if !part.mapped.isEmpty {
                lines.append(TextRow.of("  carries", Self.list(part.mapped)))
            }
            if !part.lost.isEmpty {
                lines.append(TextRow.of("  loses", paint(Self.list(part.lost), .yellow)))
            }
            lines += part.notes.map { TextRow.of("  note", paint($0, .yellow)) }
            if !part.options.isEmpty {
                lines.append(TextRow.of("  with", part.options.joined(separator: ", ").printable))
            }
            if let message = part.message, part.transport != .apns {
                lines.append(TextRow.of("  message", JSONWriter.text(.object(message)).printable))
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func list(_ paths: [String]) -> String {
        paths.joined(separator: ", ").printable
    }

    package func json() -> JSONObject {
        [
            "platforms": .array(
                parts.map { part in
                    var object: JSONObject = [
                        "transport": .string(part.transport.rawValue),
                        "can_be_sent": .bool(part.problem == nil),
                        "bytes": .number(JSONNumber(part.byteCount)),
                        "bytes_max": .number(JSONNumber(part.byteCountMax)),
                        "mapped": .array(part.mapped.map { .string($0) }),
                        "lost": .array(part.lost.map { .string($0) }),
                    ]
                    object["problem"] = part.problem.map { .string($0) }
                    if !part.notes.isEmpty {
                        object["notes"] = .array(part.notes.map { .string($0) })
                    }
                    object["options"] = .array(part.options.map { .string($0) })
                    object["message"] = part.message.map { .object($0) }
                    return .object(object)
                })
        ]
    }
}

extension PlatformPreview.Part {
    /// Records a problem if the message is larger than the limit.
    fileprivate mutating func limit() {
        guard byteCount > byteCountMax else { return }
        problem = "the message has \(byteCount) bytes; \(byteCountMax) is the maximum"
    }
}
