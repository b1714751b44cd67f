// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Testing

private struct Ride: ActivityAttributes, Equatable {
    struct ContentState: Codable, Hashable, Sendable {
        enum Step: String, Codable, Sendable { case waiting, driving }

        struct Driver: Codable, Hashable, Sendable {
            var name: String
            var rating: Double?
        }

        var step: Step
        var etaEpochSeconds: Double
        var driver: Driver
        var stops: [String] = []

        enum CodingKeys: String, CodingKey {
            case step, driver, stops
            case etaEpochSeconds = "eta"
        }
    }

    let rideID: String

    enum CodingKeys: String, CodingKey { case rideID = "ride_id" }
}

private struct Dated: Codable, Hashable {
    struct Leg: Codable, Hashable { var arrival: Date }
    var legs: [Leg]
}

private enum Phase: Codable, Hashable {
    case waiting
    case driving(Int)
}

private struct Phased: Codable, Hashable { var phase: Phase }

private struct Texts: CustomTestStringConvertible {
    var json: String
    var kinds: [ContentStateFinding.Kind]
    var path: String

    init(_ json: String, _ kinds: ContentStateFinding.Kind..., at path: String) {
        self.json = json
        self.kinds = kinds
        self.path = path
    }

    var testDescription: String { json }
}

struct ContentStateGoldenTests {
    private let state = Ride.ContentState(
        step: .driving, etaEpochSeconds: 1_767_226_500, driver: .init(name: "Ann"), stops: ["A"])

    @Test func `T250: the golden JSON of a content state can be decoded without findings`() throws {
        let json = try ContentStateGolden.json(of: state)
        #expect(
            json == #"{"driver":{"name":"Ann"},"eta":1767226500,"step":"driving","stops":["A"]}"#)
        #expect(ContentStateGolden.findings(in: json, for: state).isEmpty)
    }

    @Test(arguments: [
        Texts("{", .notJSON, at: ""),
        Texts(
            #"{"driver":{"name":"Ann"},"eta":1767226500,"step":"driving"}"#, .undecodable,
            at: "stops"),
        Texts(
            #"{"driver":{"name":"Ann"},"eta":"2026","step":"driving","stops":["A"]}"#,
            .undecodable, at: "eta"),
        Texts(
            #"{"driver":{"name":"Ann"},"eta":1767226500,"step":"Driving","stops":["A"]}"#,
            .undecodable, at: "step"),
        Texts(
            #"{"driver":{},"eta":1767226500,"step":"driving","stops":["A"]}"#, .undecodable,
            at: "driver.name"),
        Texts(
            #"{"driver":{"name":null},"eta":1767226500,"step":"driving","stops":["A"]}"#,
            .undecodable, at: "driver.name"),
        Texts(
            #"{"driver":{"name":"Ann","Rating":5},"eta":1767226500,"#
                + #""step":"driving","stops":["A"]}"#,
            .unknownKey, at: "driver.Rating"),
        Texts(
            #"{"driver":{"name":"Ann"},"eta":788919300,"step":"driving","stops":["A"]}"#,
            .otherValue, at: "eta"),
        Texts(
            #"{"driver":{"name":"Ann","rating":5},"eta":1767226500,"#
                + #""step":"driving","stops":["A"]}"#,
            .otherValue, at: "driver.rating"),
    ])
    private func `T250, LA-6: a difference is reported with the path of its key`(texts: Texts)
        throws
    {
        let findings = ContentStateGolden.findings(in: texts.json, for: state)
        #expect(findings.map(\.kind) == texts.kinds)
        let finding = try #require(findings.first)
        #expect(finding.path == texts.path)
        #expect(finding.description.hasPrefix(texts.path))
    }

    @Test func `T250: dates are flagged, because they are encoded as seconds since 2001`() throws {
        let dated = Dated(legs: [.init(arrival: Date(timeIntervalSinceReferenceDate: 100))])
        let json = try ContentStateGolden.json(of: dated)
        #expect(json == #"{"legs":[{"arrival":100}]}"#)
        let findings = ContentStateGolden.findings(in: json, for: dated)
        #expect(findings.map(\.kind) == [.date])
        #expect(findings.first?.path.hasSuffix("arrival") == true)
        #expect(ContentStateGolden.findings(in: json, for: dated, allowsDates: true).isEmpty)
    }

    @Test func `an enum case with an unnamed associated value is flagged`() throws {
        let phased = Phased(phase: .driving(3))
        let json = try ContentStateGolden.json(of: phased)
        #expect(json == #"{"phase":{"driving":{"_0":3}}}"#)
        let findings = ContentStateGolden.findings(in: json, for: phased)
        #expect(findings.map(\.kind) == [.swiftShape])
        #expect(findings.map(\.path) == ["phase.driving._0"])
    }

    @Test
    func `LA-7: in a push that starts an activity, the attributes and their type are checked`() {
        func push(_ type: String, _ key: String) -> String {
            """
            {"aps":{"event":"start","timestamp":1767225600,"attributes-type":"\(type)",
             "attributes":{"\(key)":"r1"},"alert":{"title":"Ride"},"content-state":
             {"driver":{"name":"Ann"},"eta":1767226500,"step":"driving","stops":["A"]}}}
            """
        }
        let ride = Ride(rideID: "r1")
        func findings(_ push: String) -> [String] {
            ContentStateGolden.findings(inPush: push, attributes: ride, state: state)
                .map { "\($0.kind.rawValue) \($0.path)" }
        }
        #expect(findings(push("Ride", "ride_id")).isEmpty)
        #expect(
            findings(push("RideAttributes", "ride_id")) == [
                "attributes-type aps.attributes-type"
            ])
        #expect(findings(push("Ride", "rideID")) == ["undecodable aps.attributes.ride_id"])
        #expect(findings(#"{"aps":{"event":"update"}}"#) == ["missing-key aps.content-state"])
    }

    @Test func `LA-6: the phone ignores a content state for which there is a finding`()
        async throws
    {
        let test = try await ParcelPhone()
        let activity = try await test.start()
        let token = try await test.token(.liveActivity, type: "ParcelAttributes")
        let text = #"{"step":"near","stops":"two"}"#
        #expect(
            ContentStateGolden.findings(
                in: text, for: ParcelAttributes.ContentState(step: "near", stops: 2)
            ).map(\.path) == ["stops"])
        try await test.push(#""event":"update","content-state":\#(text)"#, to: token)
        #expect(activity.content.state.step == "packed")
    }
}
