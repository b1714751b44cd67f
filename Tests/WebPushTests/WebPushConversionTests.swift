// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import MessageForms
import Testing

@testable import WebPush

/// One notification, written for APNs, as a message for browsers.
@Suite(.timeLimit(.minutes(30)))
struct WebPushConversionTests {
    private func convert(
        _ payload: String, collapseID: String? = nil, expiration: Int? = nil
    ) throws -> WebPushConversion {
        let object = try #require(JSONReader.read(Array(payload.utf8)).value.objectValue)
        return try WebPushMessage.declarative(
            from: PlatformContent(
                payload: object, collapseID: collapseID, expiration: expiration),
            navigate: "https://example.com/dinner", now: 1000)
    }

    @Test func `a notification becomes a declarative message`() throws {
        let conversion = try convert(
            #"""
            {"aps":{"alert":{"title":"Dinner","body":"Ready","subtitle":"Home"},"badge":2,
            "category":"MEAL","interruption-level":"time-sensitive"},"id":7}
            """#, collapseID: "order 1/2", expiration: 1600)
        let shown = try #require(
            DeclarativeNotification(content: conversion.message.content))
        #expect(shown.title == "Dinner")
        #expect(shown.body == "Ready")
        #expect(shown.badge == 2)
        #expect(shown.tag == "order 1/2")
        #expect(shown.silent == true)
        #expect(shown.data == ["id": 7])
        #expect(conversion.message.urgency == .high)
        #expect(conversion.message.timeToLiveSeconds == 600)
        let topic = try #require(conversion.message.topic)
        #expect(WebPushMessage.isTopic(topic))
        #expect(topic != "order 1/2")
        #expect(conversion.lost == ["alert.subtitle", "category"])
    }

    @Test func `the text of an alert without a title becomes the title`() throws {
        let message = try convert(#"{"aps":{"alert":"Ready","sound":"default"}}"#).message
        let shown = try #require(DeclarativeNotification(content: message.content))
        #expect(shown.title == "Ready")
        #expect(shown.body == nil)
        #expect(shown.silent == nil)
    }

    @Test(arguments: [#"{"aps":{"content-available":1}}"#, "{}", #"{"aps":{"alert":""}}"#])
    func `a notification that shows nothing is refused`(payload: String) {
        #expect(throws: WebPushMessage.ConversionProblem.showsNothing) { try convert(payload) }
    }

    @Test func `a payload that is too large for browsers is refused`() {
        let text = String(repeating: "x", count: 3990)
        #expect(throws: WebPushMessage.ConversionProblem.self) {
            try convert(#"{"aps":{"alert":"\#(text)"}}"#)
        }
    }
}
