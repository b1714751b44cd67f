// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import Foundation
import Testing

struct UserInfoValueTests {
    @Test(arguments: [
        (0 as any Sendable, JSONValue.number(JSONNumber(0))), (1, .number(JSONNumber(1))),
        (1.0, .number(JSONNumber(1))), (1.5, .number(JSONNumber(1.5))), (true, .bool(true)),
        (false, .bool(false)), ("1", .string("1")), (Int.max, .number(JSONNumber(Int.max))),
    ])
    func `numbers stay numbers and Booleans Booleans, as values of Swift and of Foundation`(
        value: any Sendable, json: JSONValue
    ) {
        #expect(PushPayload(["key": value])["key"] == json)
        if let number = value as? NSNumber { #expect(PushPayload(["key": number])["key"] == json) }
        #expect(PushPayload(PushPayload(["key": value]).userInfo)["key"] == json)
    }
}
