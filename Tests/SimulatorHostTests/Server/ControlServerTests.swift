// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import DeviceModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import SimulatorHost

/// The control API, route by route.
@Suite(.timeLimit(.minutes(30)))
struct ControlServerTests {
    @Test func `the simulator reports its endpoints, its team and its app`() async throws {
        try await ControlScene.run { scene in
            let info: SimulatorInfo = try await scene.get("/v1/simulator")
            #expect(info.sandbox == scene.host.address(.sandbox))
            #expect(info.production == scene.host.address(.production))
            #expect(info.sandbox.port != info.production.port)
            #expect(info.teamID == SimulatorHost.teamID && info.keyID == SimulatorHost.keyID)
            let health: [String: String] = try await scene.get("/health")
            #expect(health == ["status": "ok"])
        }
    }

    @Test(arguments: [
        "booted", "B3110000-0000-4000-8000-000000000001", "b3110000-0000-4000-8000-000000000001",
        "Alex%27s%20iPhone", "Alex's%20iPhone",
    ])
    func `a phone is found by the word booted, by its identifier and by its name`(reference: String)
        async throws
    {
        try await ControlScene.run { scene in
            let phone: DeviceView = try await scene.get("/v1/devices/\(reference)")
            #expect(phone.name == "Alex's iPhone")
            #expect(phone.apps.count == 1)
            #expect(phone.apps.first?.tokens["app"]?.contains("…") == true)
        }
    }

    @Test func `the reference booted is ambiguous once there is a second phone`() async throws {
        try await ControlScene.run { scene in
            let made = try await scene.ask(
                .post, "/v1/devices",
                #"{"name":"Zoë/2 & co","app":"com.example.app","environment":"production"}"#)
            #expect(made.status == 201)
            let phone: DeviceView = try made.decode()
            #expect(phone.apps.map(\.bundleID) == ["com.example.app"])
            #expect(phone.apps.first?.environment == .production)
            let problem = try await scene.ask(.get, "/v1/devices/booted").problem(.noSuchDevice)
            #expect(problem.detail.contains("Zoë/2 & co"))
            let name = PercentCoding.encode("Zoë/2 & co")
            let found: DeviceView = try await scene.get("/v1/devices/\(name)")
            #expect(found.id == phone.id)
            let all: [DeviceView] = try await scene.get("/v1/devices")
            #expect(all.count == 2)
        }
    }

    @Test(arguments: [
        #"{"name":""}"#, #"{}"#, "[]", "not json", #"{"name":"x","app":"no app"}"#,
        #"{"name":"x","authorization":"maybe"}"#, #"{"name":"x","environment":"moon"}"#,
    ])
    func `a request for an impossible phone is rejected with a problem`(body: String) async throws {
        try await ControlScene.run { scene in
            _ = try await scene.ask(.post, "/v1/devices", body).problem(.badRequest)
            let all: [DeviceView] = try await scene.get("/v1/devices")
            #expect(all.count == 1)
        }
    }

    @Test func `every token family has its own token, and an unknown family is rejected`()
        async throws
    {
        try await ControlScene.run { scene in
            let phone: DeviceView = try await scene.get("/v1/devices/booted")
            var tokens: Set<DeviceToken> = []
            for family in phone.apps[0].tokens.keys {
                let view: TokenView = try await scene.get(
                    "/v1/devices/booted/token?family=\(family)&app=dev.bellhop.demo")
                #expect(view.family.rawValue == family)
                #expect(view.environment == .sandbox)
                tokens.insert(view.token)
            }
            #expect(tokens.count == phone.apps[0].tokens.count && tokens.count >= 4)
            let app: TokenView = try await scene.get("/v1/devices/booted/token")
            #expect(app.family == .app)
            let path = "/v1/devices/booted/token"
            let unknown = try await scene.ask(.get, path + "?family=x").problem(.badRequest)
            #expect(unknown.detail.contains("liveActivity"))
            _ = try await scene.ask(.get, path + "?app=com.example.no").problem(.noSuchApp)
        }
    }

    @Test func `an action returns the phone's new state and the callbacks`() async throws {
        try await ControlScene.run { scene in
            func act(_ json: String) async throws -> ActionResult {
                try await scene.ask(.post, "/v1/devices/booted/actions", json).decode()
            }
            let launched = try await act(#"{"action":"launch"}"#)
            #expect(launched.device.isLocked == false)
            #expect(launched.device.apps.first?.state == .foreground)
            #expect(launched.callbacks.contains { $0.name.hasPrefix("application(_:didFinish") })
            let trace: [CallbackView] = try await scene.get("/v1/devices/booted/trace")
            #expect(trace.count >= launched.callbacks.count)
            #expect(try await act(#"{"action":"offline"}"#).device.isOnline == false)
            let denied = try await act(#"{"action":"authorization","value":"denied"}"#)
            #expect(denied.device.apps.first?.authorization == .denied)
            let installed = try await act(#"{"action":"install","app":"com.example.two"}"#)
            #expect(installed.device.apps.count == 2)
            let quit = try await scene.ask(
                .post, "/v1/devices/booted/actions", #"{"action":"quit"}"#)
            #expect(try quit.problem(.noSuchApp).detail.contains("com.example.two"))
            let removed = try await act(#"{"action":"uninstall","app":"com.example.two"}"#)
            #expect(removed.device.apps.count == 1)
        }
    }

    @Test(arguments: [
        (#"{"action":"fly"}"#, ControlProblem.Code.badRequest), (#"{}"#, .badRequest),
        ("", .badRequest), (#"{"action":"authorization","value":"x"}"#, .badRequest),
        (#"{"action":"background-refresh","value":"x"}"#, .badRequest),
        (#"{"action":"install"}"#, .badRequest), (#"{"action":"tap"}"#, .noSuchNotification),
        (#"{"action":"launch","app":"com.example.no"}"#, .noSuchApp),
    ])
    func `an impossible action is rejected with a problem`(
        json: String, code: ControlProblem.Code
    ) async throws {
        try await ControlScene.run { scene in
            let response = try await scene.ask(.post, "/v1/devices/booted/actions", json)
            #expect(try !response.problem(code).detail.isEmpty)
        }
    }

    @Test func `a body over the limit is rejected with a problem`() async throws {
        try await ControlScene.run { scene in
            let body = String(repeating: " ", count: ControlServer.bodyByteCountMax + 1)
            let problem = try await scene.ask(.post, "/v1/devices", body).problem(.badRequest)
            #expect(problem.detail.contains("\(ControlServer.bodyByteCountMax)"))
        }
    }

    @Test func `a request that waits for a delivery returns the phone's result`() async throws {
        try await ControlScene.run { scene in
            let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
            let path = "/v1/deliveries/\(id.text)"
            _ = try await scene.ask(.get, path).problem(.noSuchDelivery)
            async let waiting: DeliveryReport = scene.get(path + "?wait=30")
            let outcome = try await scene.push(#"{"aps":{"alert":"Hello"}}"#, id: id)
            guard case .accepted = outcome else {
                Issue.record("APNs returned \(outcome)")
                return
            }
            let report = try await waiting
            #expect(report.stage == .delivered)
            #expect(report.summary == "A banner appeared on the Lock Screen: “Hello”.")
            #expect(report.isGood)
            let list: [DeliveryReport] = try await scene.get("/v1/deliveries?limit=1")
            #expect(list.map(\.apnsID) == [id])
        }
    }

    @Test func `a push that Low Power Mode delays stays at APNs until the mode is off`()
        async throws
    {
        try await ControlScene.run { scene in
            func setLowPower(_ value: String) async throws {
                let body = #"{"action":"low-power","value":"\#(value)"}"#
                #expect(
                    try await scene.ask(.post, "/v1/devices/booted/actions", body).status == 200)
            }
            func report(_ id: APNSID) async throws -> DeliveryReport {
                try await scene.get("/v1/deliveries/\(id.text)?wait=30")
            }
            try await setLowPower("on")
            let urgent = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
            let patient = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f1"))
            _ = try await scene.push(#"{"aps":{"alert":"Now"}}"#, id: urgent)
            #expect(try await report(urgent).stage == .delivered)
            _ = try await scene.push(
                #"{"aps":{"alert":"Later"}}"#, id: patient, priority: .powerAware)
            let waiting = try await report(patient)
            #expect(waiting.stage == .stored)
            #expect(waiting.note.contains("the device saves power"))
            // The setting is part of the phone's state, so it is saved and restored with the phone.
            #expect(try await scene.host.device(nil).isLowPower)
            try await setLowPower("off")
            var settled = try await report(patient)
            while settled.stage == .stored { settled = try await report(patient) }
            #expect(settled.stage == .delivered)
        }
    }

    private static let otherID = "6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f2"

    @Test func `a delivery lists what a stricter server might reject`() async throws {
        try await ControlScene.run { scene in
            let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
            _ = try await scene.push(#"{"aps":{"alert":"Hello"}}"#, id: id)
            let good: DeliveryReport = try await scene.get("/v1/deliveries/\(id.text)")
            #expect(good.oddities == nil)
            _ = try await scene.push(
                #"{"aps":{"content-available":1}}"#, id: try #require(APNSID(Self.otherID)),
                pushType: .background)
            let list: [DeliveryReport] = try await scene.get("/v1/deliveries?limit=1")
            #expect(list.first?.apnsID.text == Self.otherID)
            #expect(list.first?.oddities?.first?.hasPrefix("apns-priority is absent") == true)
        }
    }

    @Test func `a reset removes deliveries and notifications and keeps tokens`() async throws {
        try await ControlScene.run { scene in
            let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
            _ = try await scene.push(#"{"aps":{"alert":"Hello","badge":7}}"#, id: id)
            let before: DeliveryReport = try await scene.get("/v1/deliveries/\(id.text)?wait=30")
            #expect(before.stage == .delivered)
            let token = try await scene.host.token(of: nil, app: nil, family: .app).token
            #expect(try await scene.ask(.post, "/v1/reset").status == 204)
            let list: [DeliveryReport] = try await scene.get("/v1/deliveries")
            #expect(list.isEmpty)
            _ = try await scene.ask(.get, "/v1/deliveries/\(id.text)").problem(.noSuchDelivery)
            let phone: DeviceView = try await scene.get("/v1/devices/booted")
            #expect(phone.apps.first?.delivered.isEmpty == true)
            #expect(phone.apps.first?.badge == 0)
            #expect(phone.banner == nil)
            #expect(try await scene.host.token(of: nil, app: nil, family: .app).token == token)
        }
    }

    @Test(arguments: [
        "/v1/deliveries?limit=0", "/v1/deliveries?limit=1001", "/v1/deliveries?limit=x",
        "/v1/deliveries/nonsense",
        "/v1/deliveries/6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0?wait=31",
        "/v1/deliveries/6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0?wait=-1",
    ])
    func `an invalid limit, identifier or wait time is rejected with a problem`(path: String)
        async throws
    {
        try await ControlScene.run { scene in
            _ = try await scene.ask(.get, path).problem(.badRequest)
        }
    }

    @Test(arguments: [
        "/nowhere", "/v1", "/v1/devices/booted/nothing",
    ])
    func `a request for an unknown path is rejected with a problem`(path: String) async throws {
        try await ControlScene.run { scene in
            let problem = try await scene.ask(.get, path).problem(.notFound)
            #expect(problem.detail.contains(path))
        }
    }

    @Test func `requests from local pages are served, and those from other sites are rejected`()
        async throws
    {
        try await ControlScene.run { scene in
            for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
                let response = try await scene.ask(
                    .get, "/v1/devices", headers: [.origin: origin])
                _ = try response.problem(.notAllowed)
            }
            let own = try await scene.ask(
                .get, "/v1/devices", headers: [.origin: "http://127.0.0.1:8080"])
            #expect(own.status == 200)
        }
    }
}
