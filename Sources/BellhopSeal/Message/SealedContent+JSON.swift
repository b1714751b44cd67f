// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The content as files and other programs represent it.
extension SealedContent {
    /// Reads an object with the members of the sealed content, and with two more: `id`, the
    /// identifier of the message, and `exp`, its expiration in seconds since 1970.
    ///
    /// - Parameter sentAt: the time at which the message was sent, if the object has no `sent`.
    /// - Throws: ``SealError/badContent(_:)`` with the name of the member.
    public init(_ object: JSONObject, sentAt: Date? = nil) throws(SealError) {
        guard let id = object["id"]?.stringValue else {
            throw .badContent("\"id\" is missing or not a string")
        }
        var expiration: Date?
        if let value = object["exp"], value != .null {
            guard let seconds = value.intValue, (1...SealLimits.epochSecondsMax).contains(seconds)
            else { throw .badContent("\"exp\" is not a number of seconds since 1970") }
            expiration = Date(epochSeconds: seconds)
        }
        var object = object
        if object["sent"] == nil, let sent = sentAt.flatMap(Self.epochSeconds) {
            object["sent"] = .number(JSONNumber(sent))
        }
        try self.init(members: object, messageID: id, expiration: expiration)
    }

    /// Returns the object that ``init(_:sentAt:)`` reads. It contains the secret content in plain
    /// text.
    ///
    /// - Throws: ``SealError/badContent(_:)`` when a date is outside of 1970 to 9999.
    public func object() throws(SealError) -> JSONObject {
        var object: JSONObject = ["id": .string(messageID)]
        if let expiration {
            guard let seconds = Self.epochSeconds(expiration) else {
                throw .badContent("the expiration is outside of the years 1970 to 9999")
            }
            object["exp"] = .number(JSONNumber(seconds))
        }
        for member in try json().members { object.append(member.key, member.value) }
        return object
    }
}

// The content as the JSON object that is sealed. The message's identifier and expiration are not in
// this object but in the unencrypted part of the message.
extension SealedContent {
    private static let texts: [(String, any WritableKeyPath<SealedContent, String?> & Sendable)] = [
        ("title", \.title), ("subtitle", \.subtitle), ("body", \.body), ("thread", \.thread),
        ("category", \.category), ("image", \.image), ("sound", \.sound),
    ]

    /// Returns the object with its members in a fixed order.
    func json() throws(SealError) -> JSONObject {
        guard let sent = Self.epochSeconds(sentAt) else {
            throw .badContent("the time sentAt is outside of the years 1970 to 9999")
        }
        var object: JSONObject = ["sent": .number(JSONNumber(sent))]
        for (key, property) in Self.texts {
            if let text = self[keyPath: property] { object.append(key, .string(text)) }
        }
        if let badge { object.append("badge", .number(JSONNumber(badge))) }
        if !data.isEmpty { object.append("data", .object(data)) }
        return object
    }

    /// Reads the decrypted content. Unknown members are ignored, because newer senders may write
    /// more.
    init(plaintext: Data, of message: SealedMessage) throws(SealError) {
        let limits = JSONReader.Limits(
            depthMax: SealLimits.contentDepthMax,
            byteCountMax: SealLimits.messageCharacterCountMax)
        guard let node = try? JSONReader.read(plaintext, limits: limits),
            let object = node.value.objectValue
        else { throw .badContent("the content is not a JSON object") }
        try self.init(
            members: object, messageID: message.messageID,
            expiration: message.expirationEpochSeconds.map {
                Date(epochSeconds: $0)
            })
    }

    private init(
        members object: JSONObject, messageID: String, expiration: Date?
    ) throws(SealError) {
        guard let sent = object["sent"]?.intValue, (0...SealLimits.epochSecondsMax).contains(sent)
        else { throw .badContent("\"sent\" is not a number of seconds since 1970") }
        self.init(
            messageID: messageID, sentAt: Date(epochSeconds: sent),
            expiration: expiration)
        for (key, property) in Self.texts {
            guard let value = object[key], value != .null else { continue }
            guard let text = value.stringValue else {
                throw .badContent("\"\(key)\" is \(value.typeName), not a string")
            }
            self[keyPath: property] = text
        }
        if let value = object["badge"], value != .null {
            guard let badge = value.intValue else {
                throw .badContent("\"badge\" is \(value.typeName), not a whole number")
            }
            self.badge = badge
        }
        if let value = object["data"], value != .null {
            guard let data = value.objectValue else {
                throw .badContent("\"data\" is \(value.typeName), not an object")
            }
            self.data = data
        }
    }

    /// Returns a date in whole seconds since 1970, rounded down; `nil` for a date outside of the
    /// years 1970 to 9999.
    static func epochSeconds(_ date: Date) -> Int? {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard seconds >= 0, seconds <= Double(SealLimits.epochSecondsMax) else { return nil }
        return Int(checking: seconds)
    }
}
