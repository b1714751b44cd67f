// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

struct VocabularyTests {
    /// The suffixes of Apple's page "Sending notification requests to APNs" and the pages of each
    /// framework.
    @Test(arguments: [
        (PushType.alert, ""), (.background, ""), (.voip, ".voip"), (.complication, ".complication"),
        (.fileprovider, ".pushkit.fileprovider"), (.mdm, ""), (.location, ".location-query"),
        (.liveactivity, ".push-type.liveactivity"), (.pushtotalk, ".voip-ptt"),
        (.widgets, ".push-type.widgets"), (.controls, ".push-type.controls"),
    ])
    func `a topic is the bundle identifier and the suffix of the push type`(
        type: PushType, suffix: String
    ) {
        let topic = Topic(bundleID: "com.example.app", pushType: type)
        #expect(topic.text == "com.example.app" + suffix)
        #expect(topic.bundleID == "com.example.app")
        #expect(topic.fits(type))
        #expect(
            Topic(bundleID: topic.text, pushType: type) == topic, "the suffix must not be doubled")
        if !suffix.isEmpty { #expect(!topic.fits(.alert)) }
    }

    @Test func `a background push accepts only priority 5, and a VoIP push may have 5120 bytes`() {
        #expect(PushType.background.traits.priorities == [.powerAware])
        #expect(PushType.background.traits.usualPriority == .powerAware)
        #expect(PushType.voip.traits.payloadByteCountMax == 5120)
        #expect(PushType.liveactivity.traits.payloadByteCountMax == 4096)
        #expect(PushType.location.traits.authentication == [.providerToken])
    }

    @Test func `a collapse identifier counts bytes, not characters`() throws {
        #expect(try CollapseID(String(repeating: "a", count: 64)).text.utf8.count == 64)
        #expect(throws: CollapseIDError.self) { try CollapseID(String(repeating: "a", count: 65)) }
        #expect(throws: CollapseIDError.self) { try CollapseID(String(repeating: "é", count: 33)) }
        #expect(throws: CollapseIDError.self) { try CollapseID("") }
        #expect(throws: CollapseIDError.self) { try CollapseID("a\r\napns-priority: 10") }
        for text in [" a", "a ", " "] {
            #expect(throws: CollapseIDError.self) { try CollapseID(text) }
        }
    }

    @Test func `an apns-id keeps its spelling, but comparisons ignore the letter case`() throws {
        let upper = try #require(APNSID("EC1BF194-B3B2-424A-89A9-5A918A6E6B5D"))
        let lower = try #require(APNSID("ec1bf194-b3b2-424a-89a9-5a918a6e6b5d"))
        #expect(upper == lower)
        #expect(upper.text != lower.text)
        #expect(Set([upper, lower]).count == 1)
        #expect(APNSID("ec1bf194b3b2424a89a95a918a6e6b5d") == nil)
        #expect(APNSID("") == nil)
    }

    @Test func `random identifiers are version 4 and follow from the seed`() {
        var one = SeededGenerator(seed: 1)
        var other = SeededGenerator(seed: 1)
        let id = APNSID.random(using: &one)
        #expect(id == APNSID.random(using: &other))
        #expect(id != APNSID.random(using: &one))
        #expect(id.text.dropFirst(14).first == "4")
    }

    @Test func `the key Simulator Target Bundle in a file names the app and is not sent`() throws {
        let text = #"{"Simulator Target Bundle":"com.example.app","aps":{"alert":"Hi"},"n":1.50}"#
        let file = try APNSFile(reading: Array(text.utf8))
        #expect(file.targetBundleID == "com.example.app")
        #expect(String(decoding: file.body, as: UTF8.self) == #"{"aps":{"alert":"Hi"},"n":1.50}"#)
    }

    @Test func `a file without the key Simulator Target Bundle is sent unchanged, spaces included`()
        throws
    {
        let text = "{ \"aps\" : {} }\n"
        let file = try APNSFile(reading: Array(text.utf8))
        #expect(file.targetBundleID == nil)
        #expect(file.body == Array(text.utf8))
    }
}
