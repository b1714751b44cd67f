// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension MessageForm {
    /// Reads the form from a JSON object.
    ///
    /// - Throws: ``/APNSWire/Problem`` with the location of the error; for an unknown key, the
    ///   problem suggests the most similar known key.
    public init(_ node: JSONNode, source: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            node, source: source, keys: Self.keys,
            example: #"{"title":"Alex","body":"Dinner is ready"}"#)
        self.init()
        title = try reader.text("title")
        subtitle = try reader.text("subtitle")
        body = try reader.text("body")
        threadID = try reader.text("thread_id")
        category = try reader.text("category")
        url = try reader.text("url")
        level = try reader.word("level", InterruptionLevel.self)
        if let text = reader.node("badge")?.value.stringValue {
            guard Self.countingBadges.contains(text) else {
                throw reader.bad("badge", "is neither a number nor \"+1\"; send one of them")
            }
            (countsBadge, badge) = (true, GatewayLimits.badgeBounds.upperBound)
        } else {
            badge = try reader.integer("badge")
        }
        if let badge, badge < 0 { throw reader.bad("badge", "is negative; send 0 or more") }
        sound = try Self.sound(reader)
        data = try Self.data(reader)
        if url != nil, data["url"] != nil {
            throw reader.bad("url", "is at the top level and in \"data\"; keep only one of them")
        }
        options = try Self.options(reader)
        try refuseNothing(reader, node)
    }

    /// The texts that are permitted in place of a badge number; the gateway then counts the number.
    private static let countingBadges: Set = ["+1", "auto"]

    private static func sound(_ reader: FormReader) throws(Problem) -> Sound? {
        guard let value = reader.node("sound")?.value else { return nil }
        guard value.stringValue != nil || value.objectValue != nil else {
            throw reader.bad(
                "sound", "is \(value.typeName); send the name of a sound file, or \"default\"")
        }
        return APS(JSONObject([.init(key: "sound", value: value)])).sound
    }

    private static func data(_ reader: FormReader) throws(Problem) -> JSONObject {
        let data = try reader.members("data") ?? JSONObject()
        guard data["aps"] == nil else {
            throw reader.bad(
                "data",
                "has a key \"aps\", so it is a payload; send the object in \"data\" as the whole "
                    + "body instead")
        }
        return data
    }

    private static func options(_ reader: FormReader) throws(Problem) -> MessageOptions {
        var options = MessageOptions()
        options.pushType = try reader.word("push_type", PushType.self)
        options.lane = try reader.word("lane", MessageLane.self)
        if let number = try reader.integer("priority") {
            guard let priority = PushPriority(rawValue: number) else {
                throw reader.bad("priority", "is not a priority; send 10, 5 or 1")
            }
            options.priority = priority
        }
        if let text = try reader.text("collapse_id") {
            do { options.collapseID = try CollapseID(text) } catch {
                throw reader.bad("collapse_id", "is invalid: \(error)")
            }
        }
        options.expiry = try expiry(reader)
        options.fcm = try reader.members("fcm")
        options.webPush = try reader.members("web_push")
        for key in ["token", "fid", "topic", "condition"] where options.fcm?[key] != nil {
            throw reader.bad(
                "fcm", "has the key \"\(key)\"; the gateway sets the recipient, so leave it out")
        }
        return options
    }

    private static func expiry(_ reader: FormReader) throws(Problem) -> MessageOptions.Expiry? {
        let seconds = try reader.integer("expires_in")
        guard let node = reader.node("expires_at") else {
            guard let seconds else { return nil }
            guard (0...GatewayLimits.lifetimeSecondsMax).contains(seconds) else {
                throw reader.bad(
                    "expires_in",
                    "is out of range; send 0 to \(GatewayLimits.lifetimeSecondsMax) seconds")
            }
            return .after(seconds: seconds)
        }
        guard seconds == nil else {
            throw reader.bad(
                "expires_at",
                "cannot be combined with \"expires_in\"; keep only one of them")
        }
        if let epoch = node.value.intValue {
            return .at(Date(epochSeconds: epoch))
        }
        guard let date = node.value.stringValue.flatMap(GatewayJSON.date) else {
            throw reader.bad(
                "expires_at",
                "is not a time; send one such as 2026-01-31T09:05:00Z, or seconds since 1970")
        }
        return .at(date)
    }

    /// Rejects a form that shows nothing, which is probably a mistake. Forms with a push type other
    /// than `alert` are permitted.
    private func refuseNothing(_ reader: FormReader, _ node: JSONNode) throws(Problem) {
        let isVisible =
            [title, subtitle, body].contains { $0?.isEmpty == false } || badge != nil
            || sound != nil
        guard !isVisible, options.pushType == nil || options.pushType == .alert else { return }
        throw Problem(
            .emptyMessage,
            "there is nothing to show; add \"title\" or \"body\", or \"push_type\":\"background\"",
            at: reader.position(of: node))
    }
}
