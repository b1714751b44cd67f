// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation

/// Random payloads of every kind from a seed, including unusual ones.
struct RandomPayloads {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private static let pieces = [
        "a", "Order 4711", "é", "🐕", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}",
        " is on its way to you", "ü", "家", "\t", "</", "abcdefgh", "12345678901234567",
    ]

    mutating func payload() -> Payload {
        Payload(
            aps: chance(9) ? aps() : nil, custom: chance(5) ? object(depth: 0) : JSONObject())
    }

    private mutating func aps() -> APS {
        var aps = APS(
            alert: chance(7) ? alert() : nil, badge: chance(5) ? integer() : nil,
            sound: chance(5) ? sound() : nil)
        if chance(3) { aps.threadID = text() }
        if chance(3) { aps.category = text() }
        if chance(3) { aps.contentAvailable = chance(5) }
        if chance(3) { aps.mutableContent = chance(5) }
        if chance(2) { aps.targetContentID = text() }
        if chance(3) {
            aps.interruptionLevel = InterruptionLevel.allCases.randomElement(using: &generator)
        }
        if chance(2) { aps.relevanceScore = double() }
        if chance(2) { aps.filterCriteria = text() }
        if chance(2) { aps.urlArguments = texts() }
        if chance(2) { aps.contentChanged = chance(5) }
        if chance(3) { aps.liveActivity = liveActivity() }
        if chance(2) { aps.other = foreign(object(depth: 1)) }
        return aps
    }

    private mutating func liveActivity() -> LiveActivityFields {
        var fields = LiveActivityFields()
        if chance(5) { fields.timestamp = integer() }
        if chance(5) { fields.event = LiveActivityEvent.allCases.randomElement(using: &generator) }
        if chance(5) { fields.contentState = object(depth: 1) }
        if chance(5) { fields.staleDate = integer() }
        if chance(5) { fields.dismissalDate = integer() }
        if chance(5) { fields.attributesType = text() }
        if chance(5) { fields.attributes = object(depth: 1) }
        if chance(5) { fields.inputPushToken = chance(5) }
        if chance(5) { fields.inputPushChannel = text() }
        return fields
    }

    private mutating func alert() -> Alert {
        if chance(3) { return .text(text()) }
        var fields = AlertFields()
        if chance(7) { fields.title = alertText() }
        if chance(4) { fields.subtitle = alertText() }
        if chance(7) { fields.body = alertText() }
        if chance(1) { fields.launchImage = text() }
        if chance(1) { fields.titleKey = text() }
        if chance(1) { fields.titleArguments = texts() }
        if chance(1) { fields.subtitleKey = text() }
        if chance(1) { fields.subtitleArguments = texts() }
        if chance(1) { fields.bodyKey = text() }
        if chance(1) { fields.bodyArguments = texts() }
        if chance(1) { fields.sound = sound() }
        if chance(1) { fields.other = foreign(object(depth: 1)) }
        return .fields(fields)
    }

    private mutating func alertText() -> AlertText {
        chance(8) ? .plain(text()) : .localized(key: text(), arguments: texts())
    }

    private mutating func sound() -> Sound {
        if chance(7) { return .named(text()) }
        return .critical(
            CriticalSound(
                isCritical: chance(7) ? chance(5) : nil, name: chance(5) ? text() : nil,
                volume: chance(5) ? double() : nil))
    }

    private mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 3 ? 8 : 6), using: &generator) {
        case 0: .null
        case 1: .bool(chance(5))
        case 2: .number(JSONNumber(integer()))
        case 3: .number(number())
        case 4, 5: .string(text())
        case 6: .array((0..<count()).map { _ in value(depth: depth + 1) })
        default: .object(object(depth: depth + 1))
        }
    }

    private mutating func object(depth: Int) -> JSONObject {
        JSONObject((0..<count()).map { _ in .init(key: text(), value: value(depth: depth)) })
    }

    /// The object with prefixed keys, so that no key is read as one of Apple's.
    private func foreign(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { .init(key: "x-" + $0.key, value: $0.value) })
    }

    private mutating func texts() -> [String] { (0..<count()).map { _ in text() } }

    private mutating func text() -> String {
        (0..<count()).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private mutating func integer() -> Int {
        let word = Int(bitPattern: UInt(truncatingIfNeeded: generator.next()))
        return word >> Int.random(in: 0..<64, using: &generator)
    }

    private mutating func double() -> Double { Double(integer()) / 1024 }

    /// A number that only its text represents exactly.
    private mutating func number() -> JSONNumber {
        let texts = ["1.10", "9007199254740993", "1e3", "-0", "12345678901234567890123", "0.50"]
        let text = texts.randomElement(using: &generator) ?? "0"
        return JSONNumber(exactly: text) ?? JSONNumber(0)
    }

    private mutating func count() -> Int { Int.random(in: 0...4, using: &generator) }

    /// Returns `true` with this probability, in tenths.
    private mutating func chance(_ inTen: Int) -> Bool {
        Int.random(in: 0..<10, using: &generator) < inTen
    }
}
