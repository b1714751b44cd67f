// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import Foundation
import HTTPTypes
import SimulatorHost
import Testing

/// Saving, restoring, removing and setting phones over the control API.
@Suite(.timeLimit(.minutes(30)))
struct ControlStateTests {
    private static let phone = "/v1/devices/booted"

    private func act(_ scene: ControlScene, _ json: String) async throws -> ActionResult {
        try await scene.ask(.post, Self.phone + "/actions", json).decode()
    }

    @Test func `a phone is saved without its tokens and can be restored`() async throws {
        try await ControlScene.run { scene in
            let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
            _ = try await scene.push(#"{"aps":{"alert":"Hello","badge":7}}"#, id: id)
            let _: DeliveryReport = try await scene.get("/v1/deliveries/\(id.text)?wait=30")
            _ = try await act(scene, #"{"action":"mute","value":"on"}"#)
            let token = try await scene.host.token(of: nil, app: nil, family: .app).token
            let saved = try await scene.ask(.get, Self.phone + "/state")
            let text = String(decoding: saved.body, as: UTF8.self)
            #expect(saved.status == 200 && !text.contains(token.hex))
            let full = try await scene.ask(.get, Self.phone + "/state?tokens=true")
            #expect(String(decoding: full.body, as: UTF8.self).contains(token.hex))
            _ = try await act(scene, #"{"action":"mute","value":"off"}"#)
            #expect(try await scene.ask(.post, "/v1/reset").status == 204)
            let back: DeviceView = try await scene.ask(.put, Self.phone + "/state", text).decode()
            #expect(back.isMuted && back.apps.first?.badge == 7)
            #expect(back.apps.first?.delivered.map(\.body) == ["Hello"])
            #expect(try await scene.host.token(of: nil, app: nil, family: .app).token == token)
        }
    }

    @Test(arguments: ["", "{}", "[]", "nonsense", #"{"id":"x","apps":[]}"#])
    func `an invalid state is rejected`(text: String) async throws {
        try await ControlScene.run { scene in
            let response = try await scene.ask(.put, Self.phone + "/state", text)
            #expect(try response.problem(.badRequest).detail.contains("bellhop device save"))
            _ = try await scene.ask(.get, Self.phone + "/state?tokens=x").problem(.badRequest)
        }
    }

    @Test func `a phone into which a state is restored keeps its own identifier and tokens`()
        async throws
    {
        try await ControlScene.run { scene in
            let token = try await scene.host.token(of: nil, app: nil, family: .app).token
            let state = try await scene.ask(.get, Self.phone + "/state?tokens=true")
            let made: DeviceView = try await scene.ask(
                .post, "/v1/devices", #"{"name":"Sam","app":"com.example.app"}"#
            ).decode()
            let path = "/v1/devices/\(made.id)/state"
            let text = String(decoding: state.body, as: UTF8.self)
            let restored: DeviceView = try await scene.ask(.put, path, text).decode()
            #expect(restored.id == made.id && restored.name == "Alex's iPhone")
            #expect(restored.apps.map(\.bundleID) == [InstalledApp.demoBundleID])
            let other = try await scene.host.token(of: made.id, app: nil, family: .app).token
            #expect(other != token)
        }
    }

    @Test func `a removed phone no longer exists`() async throws {
        try await ControlScene.run { scene in
            let made: DeviceView = try await scene.ask(.post, "/v1/devices", #"{"name":"Sam"}"#)
                .decode()
            #expect(try await scene.ask(.delete, "/v1/devices/Sam").status == 204)
            let left: [DeviceView] = try await scene.get("/v1/devices")
            #expect(!left.map(\.id).contains(made.id) && left.count == 1)
            _ = try await scene.ask(.delete, "/v1/devices/Sam").problem(.noSuchDevice)
        }
    }

    @Test func `switches are listed with their values and set by their names`() async throws {
        try await ControlScene.run { scene in
            _ = try await act(
                scene, #"{"action":"set","key":"background_pushes_per_hour","value":"2"}"#)
            _ = try await act(scene, #"{"action":"set","key":"sound","value":"off"}"#)
            let switches: [SwitchView] = try await scene.get(Self.phone + "/switches")
            func value(_ name: String) -> String? { switches.first { $0.name == name }?.value }
            #expect(value("background_pushes_per_hour") == "2")
            #expect(value("sound") == "off" && value("alert") == "on")
            #expect(Set(switches.map(\.scope)) == Set(SwitchView.Scope.allCases))
            let path = Self.phone + "/switches?app=com.example.no"
            _ = try await scene.ask(.get, path).problem(.noSuchApp)
        }
    }

    @Test(arguments: [("allow", Authorization.authorized), ("dont-allow", .denied)])
    func `AUTH-2, AUTH-3: a person answers the prompt on the screen`(
        word: String, authorization: Authorization
    ) async throws {
        try await ControlScene.run { scene in
            _ = try await act(scene, #"{"action":"authorization","value":"not-determined"}"#)
            let asked = try await act(scene, #"{"action":"ask"}"#)
            #expect(asked.device.prompts.map(\.kind) == [.notifications])
            let again = try await act(scene, #"{"action":"ask"}"#)
            #expect(again.device.prompts.count == 1)
            let answered = try await act(scene, #"{"action":"answer","value":"\#(word)"}"#)
            #expect(answered.device.prompts.isEmpty)
            #expect(answered.device.apps.first?.authorization == authorization)
            let none = try await scene.ask(
                .post, Self.phone + "/actions", #"{"action":"answer","value":"allow"}"#)
            _ = try none.problem(.badRequest)
        }
    }

    @Test func `AUTH-9: an App Clip is created and opened, and has ephemeral permission`()
        async throws
    {
        try await ControlScene.run { scene in
            let made: DeviceView = try await scene.ask(
                .post, "/v1/devices",
                #"{"name":"Guest","app_clip":true,"time_zone":"Asia/Tokyo","language":"ja"}"#
            ).decode()
            #expect(made.timeZone == "Asia/Tokyo" && made.language == "ja")
            #expect(made.apps.first?.authorization == .notDetermined)
            let opened: ActionResult = try await scene.ask(
                .post, "/v1/devices/Guest/actions", #"{"action":"open-app-clip"}"#
            ).decode()
            #expect(opened.device.apps.first?.authorization == .ephemeral)
            #expect(opened.device.apps.first?.ephemeralUntil != nil)
        }
    }

    @Test(arguments: [
        #"{"name":"x","time_zone":"Moon/Sea"}"#, #"{"name":"x","language":"?"}"#,
        #"{"name":"x","kind":"toaster"}"#,
    ])
    func `a phone with an invalid setting is rejected`(json: String) async throws {
        try await ControlScene.run { scene in
            _ = try await scene.ask(.post, "/v1/devices", json).problem(.badRequest)
            let all: [DeviceView] = try await scene.get("/v1/devices")
            #expect(all.count == 1)
        }
    }

    @Test func `REG-14: an older Simulator gets no token`() async throws {
        try await ControlScene.run { scene in
            let old: DeviceView = try await scene.ask(
                .post, "/v1/devices", #"{"name":"Old","kind":"old-simulator"}"#
            ).decode()
            #expect(old.kind == .oldSimulator && old.apps.first?.tokens.isEmpty == true)
            let new: DeviceView = try await scene.ask(
                .post, "/v1/devices", #"{"name":"New","kind":"simulator"}"#
            ).decode()
            #expect(new.apps.first?.tokens["app"] != nil)
        }
    }

    @Test func `REG-5: after a backup is restored, the app has a different token`() async throws {
        try await ControlScene.run { scene in
            let before = try await scene.host.token(of: nil, app: nil, family: .app).token
            _ = try await act(scene, #"{"action":"restore-backup"}"#)
            _ = try await act(scene, #"{"action":"launch"}"#)
            let after = try await scene.host.token(of: nil, app: nil, family: .app).token
            #expect(before != after)
        }
    }

    @Test func `AUTH-23: APNs discards alerts for an app that may not notify`() async throws {
        try await ControlScene.run { scene in
            _ = try await act(scene, #"{"action":"authorization","value":"denied"}"#)
            let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
            _ = try await scene.push(#"{"aps":{"alert":"Hello"}}"#, id: id)
            let report: DeliveryReport = try await scene.get("/v1/deliveries/\(id.text)?wait=30")
            #expect(report.stage == .discarded && report.arrival == nil)
        }
    }

    @Test func `NSE-7: a service extension's failure is in the trace`() async throws {
        try await ControlScene.run { scene in
            _ = try await act(
                scene, #"{"action":"set","key":"service-extension","value":"changes"}"#)
            _ = try await act(scene, #"{"action":"extension-fault","value":"memory"}"#)
            let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
            let body = #"{"aps":{"alert":"Hello","mutable-content":1}}"#
            _ = try await scene.push(body, id: id)
            let _: DeliveryReport = try await scene.get("/v1/deliveries/\(id.text)?wait=30")
            let trace: [CallbackView] = try await scene.get(Self.phone + "/trace")
            #expect(trace.contains { $0.detail?.contains("NSE-7") == true })
        }
    }
}
