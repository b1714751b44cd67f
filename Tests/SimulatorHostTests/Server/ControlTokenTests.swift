// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import DeviceModel
import Foundation
import HTTPTypes
import SimulatorHost
import Testing

/// Tokens in the control API: reading a token registers nothing, and the report of a push to an
/// invalid token states the cause.
struct ControlTokenTests {
    private static let alert = #"{"aps":{"alert":"Hello"}}"#

    private func act(
        _ scene: ControlScene, _ json: String, on phone: String = "booted"
    ) async throws -> ActionResult {
        try await scene.ask(.post, "/v1/devices/\(phone)/actions", json).decode()
    }

    private func id(_ number: Int) throws -> APNSID {
        try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f\(number)"))
    }

    @Test func `REG-14: reading the token of a Simulator that cannot register fails`() async throws
    {
        try await ControlScene.run { scene in
            let _: DeviceView = try await scene.ask(
                .post, "/v1/devices", #"{"name":"Old","kind":"old-simulator"}"#
            ).decode()
            for _ in 1...2 {
                let problem = try await scene.ask(.get, "/v1/devices/Old/token")
                    .problem(.noToken)
                #expect(problem.detail.contains("REG-14"), "\(problem.detail)")
            }
            let after: DeviceView = try await scene.get("/v1/devices/Old")
            #expect(after.apps.first?.tokens.isEmpty == true)
        }
    }

    @Test func `REG-12: reading the token while offline does not consume the app's callback`()
        async throws
    {
        try await ControlScene.run { scene in
            _ = try await act(scene, #"{"action":"offline"}"#)
            _ = try await act(scene, #"{"action":"restore-backup"}"#)
            _ = try await act(scene, #"{"action":"launch"}"#)
            let path = "/v1/devices/booted/token"
            let problem = try await scene.ask(.get, path).problem(.noToken)
            #expect(problem.detail.contains("offline"), "\(problem.detail)")
            #expect(problem.detail.contains("REG-12"))
            let back = try await act(scene, #"{"action":"online"}"#)
            #expect(back.device.apps.first?.tokens["app"] != nil)
            let trace: [CallbackView] = try await scene.get("/v1/devices/booted/trace")
            #expect(
                trace.contains {
                    $0.name == Callback.Kind.didRegister.apiName && $0.rule == "REG-1"
                })
            let view: TokenView = try await scene.get(path)
            #expect(view.family == .app)
        }
    }

    @Test func `the problem for an app without a token says to launch the app`() async throws {
        try await ControlScene.run { scene in
            _ = try await act(scene, #"{"action":"restore-backup"}"#)
            let path = "/v1/devices/booted/token"
            let problem = try await scene.ask(.get, path).problem(.noToken)
            #expect(problem.detail.contains("bellhop device launch"), "\(problem.detail)")
            _ = try await act(scene, #"{"action":"launch"}"#)
            let view: TokenView = try await scene.get(path)
            #expect(view.family == .app)
        }
    }

    @Test func `REG-9, REG-14: an app in the Simulator uses the sandbox, whatever its entitlement`()
        async throws
    {
        try await ControlScene.run { scene in
            let made: DeviceView = try await scene.ask(
                .post, "/v1/devices",
                #"{"name":"Sim","kind":"simulator","environment":"production"}"#
            ).decode()
            #expect(made.apps.first?.environment == .sandbox)
            let view: TokenView = try await scene.get("/v1/devices/Sim/token")
            #expect(view.environment == .sandbox)
            let outcome = try await scene.push(Self.alert, id: id(0), to: view)
            guard case .accepted = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
    }

    @Test(arguments: [
        (#"{"action":"restore-backup"}"#, "a backup was restored"),
        (#"{"action":"rotate-token"}"#, "APNs replaced the token"),
        (#"{"action":"uninstall","app":"dev.bellhop.demo"}"#, "the app was deleted"),
    ])
    func `REG-5, REG-8, REG-10: a push to an invalid token reports what invalidated the token`(
        action: String, cause: String
    ) async throws {
        try await ControlScene.run { scene in
            let token: TokenView = try await scene.get("/v1/devices/booted/token")
            _ = try await act(scene, action)
            let outcome = try await scene.push(Self.alert, id: id(1), to: token)
            guard case .rejected = outcome else {
                Issue.record("\(outcome)")
                return
            }
            let report: DeliveryReport = try await scene.get("/v1/deliveries/\(id(1).text)")
            #expect(report.reason == .unregistered)
            #expect(report.note.contains(cause), "\(report.note)")
        }
    }
}
