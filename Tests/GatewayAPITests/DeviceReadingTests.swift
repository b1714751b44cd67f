// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Testing

struct DeviceReadingTests {
    private static let token = String(repeating: "ab", count: 32)

    @Test func `a registration written by an app is read by the gateway`() throws {
        let registration = DeviceRegistration(
            app: "com.example.app", environment: .production, user: "alex", userProof: "v1=00",
            locale: "pt-BR", timeZone: "Europe/Lisbon", platform: .visionOS, systemVersion: "26.0",
            appVersion: "1.2",
            permission: PermissionSnapshot(
                authorization: .ephemeral, alert: true, sound: true, badge: true,
                criticalAlert: true, timeSensitive: true),
            encryptionKey: EncryptionKey(id: "k", suite: "x25519", publicKey: Data([1, 2, 3])),
            tokens: [
                TokenRegistration(TokenName(.app), try DeviceToken(hex: Self.token)),
                TokenRegistration(
                    TokenName(.liveActivityStart, attributesType: "Order"),
                    try DeviceToken(hex: "aabbccddeeff0011")),
            ],
            ended: [TokenName(.liveActivity, attributesType: "Order", activity: "7")])
        let data = try GatewayJSON.encode(registration)
        #expect(try DeviceRegistration(reading: Array(data)) == registration)
        let least = DeviceRegistration(app: "com.example.app", environment: .sandbox)
        #expect(
            try DeviceRegistration(reading: Array(try GatewayJSON.encode(least))) == least)
        let text = #"{"app":"com.example.app","environment":"sandbox","user":null}"#
        #expect(try DeviceRegistration(reading: Array(text.utf8)) == least)
    }

    @Test func `receipts written by an app are read by the gateway`() throws {
        let batch = ReceiptBatch(receipts: [
            Receipt(message: "m1", event: .delivered, at: Date(timeIntervalSince1970: 1.5)),
            Receipt(
                message: "m1", event: .action, action: "yes",
                at: Date(timeIntervalSince1970: 2)),
        ])
        #expect(try ReceiptBatch(reading: Array(try GatewayJSON.encode(batch))) == batch)
    }

    @Test(arguments: [
        (#""environment":"sandbox""#, "app", "value_missing"),
        (#""app":"a b","environment":"sandbox""#, "app", "bad_value"),
        (#""app":"com.example.app""#, "environment", "value_missing"),
        (#""app":"com.example.app","environment":"prod""#, "environment", "bad_value"),
        (tokens("{}"), "tokens[0].family", "value_missing"),
        (tokens(#"{"family":"app"}"#), "tokens[0].token", "value_missing"),
        (
            tokens(#"{"family":"phone","token":"aabbccddeeff0011"}"#), "tokens[0].family",
            "bad_value"
        ),
        (tokens(#"{"family":"app","token":"<aa bb>"}"#), "tokens[0].token", "bad_value"),
        (
            tokens(#"{"family":"app","token":"aabbccddeeff0011","tokn":1}"#), "tokens[0].tokn",
            "unknown_key"
        ),
        (tokens("5"), "tokens[0]", "bad_value"),
        (#""app":"com.example.app","environment":"sandbox","tokens":5"#, "tokens", "bad_value"),
        (
            tokens(#"{"family":"liveActivity","token":"aabbccddeeff0011"}"#),
            "tokens[0].attributes_type", "value_missing"
        ),
        (
            tokens(
                #"{"family":"liveActivity","attributes_type":"O","token":"aabbccddeeff0011"}"#),
            "tokens[0].activity", "value_missing"
        ),
        (
            tokens(#"{"family":"app","activity":"7","token":"aabbccddeeff0011"}"#),
            "tokens[0].activity", "bad_value"
        ),
        (
            tokens(
                #"{"family":"app","token":"aabbccddeeff0011"},"#
                    + #"{"family":"app","token":"aabbccddeeff0022"}"#), "tokens[1].family",
            "bad_value"
        ),
        (
            tokens(
                #"{"family":"app","token":"aabbccddeeff0011"},"#
                    + #"{"family":"voip","token":"aabbccddeeff0011"}"#), "tokens[1].token",
            "bad_value"
        ),
        (tokens("", #","permission":{}"#), "permission.authorization", "value_missing"),
        (
            tokens("", #","permission":{"authorization":"denied","alert":1}"#),
            "permission.alert", "bad_value"
        ),
        (
            tokens("", #","encryption_key":{"id":"k","suite":"x","public_key":"?"}"#),
            "encryption_key.public_key", "bad_value"
        ),
        (tokens("", #","encryption_key":"k""#), "encryption_key", "bad_value"),
        (
            tokens("", #","ended":[{"family":"liveActivityStart"}]"#), "ended[0].attributes_type",
            "value_missing"
        ),
        (tokens("", #","platform":"android""#), "platform", "bad_value"),
    ])
    func `an invalid registration is rejected with the location of the mistake`(
        _ members: String, _ keyPath: String, _ code: String
    ) throws {
        let problem = try #require(throws: Problem.self) {
            try DeviceRegistration(reading: Array("{\(members)}".utf8))
        }
        #expect(problem.keyPath == keyPath)
        #expect(problem.code == code)
        #expect(problem.line == 1)
        #expect(!problem.detail.contains("aabbccddeeff"))
    }

    private static func tokens(_ list: String, _ more: String = "") -> String {
        #""app":"com.example.app","environment":"sandbox","tokens":[\#(list)]\#(more)"#
    }

    @Test func `a registration has a maximum number of tokens`() throws {
        let max = GatewayLimits.tokensPerRegistrationMax
        for count in [max, max + 1] {
            let tokens = try (0..<count).map { number in
                TokenRegistration(
                    TokenName(.liveActivity, attributesType: "O", activity: "\(number)"),
                    try DeviceToken(bytes: [0, 0, 0, 0, 0, 0, 0, UInt8(number)]))
            }
            let bytes = Array(
                try GatewayJSON.encode(
                    DeviceRegistration(app: "com.a.b", environment: .sandbox, tokens: tokens)))
            if count == max {
                #expect(try DeviceRegistration(reading: bytes).tokens.count == max)
            } else {
                let problem = #expect(throws: Problem.self) {
                    try DeviceRegistration(reading: bytes)
                }
                #expect(problem?.detail.contains("\(max)") == true)
            }
        }
    }

    @Test(arguments: [
        (#"{"event":"opened","at":"2026-01-31T09:05:00Z"}"#, "receipts[0].message"),
        (#"{"message":"m","at":"2026-01-31T09:05:00Z"}"#, "receipts[0].event"),
        (#"{"message":"m","event":"seen","at":"2026-01-31T09:05:00Z"}"#, "receipts[0].event"),
        (#"{"message":"m","event":"opened"}"#, "receipts[0].at"),
        (#"{"message":"m","event":"opened","at":"today"}"#, "receipts[0].at"),
        (#"{"message":"m","event":"action","at":"2026-01-31T09:05:00Z"}"#, "receipts[0].action"),
        (
            #"{"message":"m","event":"opened","action":"a","at":"2026-01-31T09:05:00Z"}"#,
            "receipts[0].action"
        ),
    ])
    func `an invalid receipt is rejected with the location of the mistake`(
        _ receipt: String, _ keyPath: String
    ) throws {
        let problem = #expect(throws: Problem.self) {
            try ReceiptBatch(reading: Array("{\"receipts\":[\(receipt)]}".utf8))
        }
        #expect(problem?.keyPath == keyPath)
        let many = Array(
            repeating: #"{"message":"m","event":"opened","at":"2026-01-31T09:05:00Z"}"#,
            count: GatewayLimits.receiptsPerBatchMax + 1)
        let tooMany = #expect(throws: Problem.self) {
            try ReceiptBatch(
                reading: Array("{\"receipts\":[\(many.joined(separator: ","))]}".utf8))
        }
        #expect(tooMany?.keyPath == "receipts")
    }
}
