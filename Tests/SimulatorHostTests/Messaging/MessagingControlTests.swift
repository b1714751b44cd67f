// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import FCM
import Foundation
import HTTPTypes
import MessagingSimulator
import Simulation
import SimulatorHost
import Testing
import WebPush

/// The control API of the simulated FCM and of the simulated push service of Web Push.
@Suite(.timeLimit(.minutes(30)))
struct MessagingControlTests {
    private func send(
        _ path: String, _ body: String, to service: MessagingServiceName = .fcm,
        headers: [String: String] = [:], _ scene: ControlScene
    ) -> MessagingResponse {
        scene.messaging.handle(
            MessagingRequest(
                method: "POST", path: path, headers: headers, body: Array(body.utf8),
                origins: scene.messaging.origins(of: service)),
            to: service)
    }

    /// Returns an access token of the demo project.
    private func access(_ account: NewServiceAccount, _ scene: ControlScene) throws -> String {
        let address = (scene.messaging.origin(of: .fcm) ?? "") + "/token"
        let file = account.file(projectID: FCMProject.demoID, tokenAddress: address)
        let read = try ServiceAccount(
            json: JSONWriter.write(.object(file)), tokenAddress: address)
        let assertion = try TokenAssertion(read, now: TimeSource.system.now)
        let response = send("/token", assertion.form, scene)
        return try #require(
            AccessToken(response: response.body, now: TimeSource.system.now)
        ).text
    }

    @Test
    func `a token is returned in full once, listed in shortened form, and can be unregistered`()
        async throws
    {
        try await ControlScene.run { scene in
            let created = try await scene.ask(
                .post, "/v1/fcm/tokens", #"{"name":"Pixel","topics":["news"]}"#)
            #expect(created.status == 201)
            let view: FCMTokenView = try created.decode()
            #expect(DeviceAddressKind(view.token) == .fcmToken)
            #expect(DeviceAddressKind(try #require(view.fid)) == .installationID)
            let list = try await scene.ask(.get, "/v1/fcm/tokens")
            #expect(!String(decoding: list.body, as: UTF8.self).contains(view.token))
            let path = "/v1/fcm/tokens/" + view.token.replacing(":", with: "%3A")
            #expect(try await scene.ask(.delete, path).status == 204)
            let after: [FCMTokenView] = try await scene.get("/v1/fcm/tokens")
            #expect(after.map(\.isUnregistered) == [true])
            _ = try await scene.ask(.delete, "/v1/fcm/tokens/none").problem(.notFound)
            _ = try await scene.ask(.post, "/v1/fcm/tokens", #"{"platform":"tv"}"#)
                .problem(.badRequest)
        }
    }

    @Test func `a fault of FCM is listed with those of APNs, and removed by its number`()
        async throws
    {
        try await ControlScene.run { scene in
            let apns = try await scene.ask(
                .post, "/v1/faults",
                #"{"fault":"status","status":503,"reason":"ServiceUnavailable"}"#)
            #expect(apns.status == 201)
            let fcm = try await scene.ask(
                .post, "/v1/faults",
                #"{"service":"fcm","fault":"error","error":"UNAVAILABLE","count":2}"#)
            let view: FaultView = try fcm.decode()
            #expect(view.remaining == 2)
            let both: [FaultView] = try await scene.get("/v1/faults")
            #expect(both.count == 2)
            #expect(try await scene.ask(.delete, "/v1/faults/\(view.id)").status == 204)
            let left: [FaultView] = try await scene.get("/v1/faults")
            #expect(left.count == 1)
            for body in [
                #"{"service":"fcm","fault":"error","error":"NO_SUCH"}"#,
                #"{"service":"web_push","fault":"token","error":"x"}"#,
                #"{"service":"fcm","fault":"status","status":99}"#,
                #"{"service":"fax","fault":"status","status":500}"#,
                #"{"service":"fcm","fault":"status","status":500,"nonsense":1}"#,
            ] {
                _ = try await scene.ask(.post, "/v1/faults", body).problem(.badRequest)
            }
        }
    }

    @Test func `requests are found by service, status and reason`() async throws {
        try await ControlScene.run { scene in
            scene.messaging.listens(.webPush, on: 2200)
            #expect(send("/fcm/send", "{}", scene).status == 404)
            #expect(send("/wpush/v1/none", "", to: .webPush, scene).status == 404)
            let page: MessagingPage = try await scene.get("/v1/requests?service=fcm")
            #expect(page.requests.map(\.reason) == ["NOT_FOUND"])
            let push: MessagingPage = try await scene.get(
                "/v1/requests?service=web_push&status=404&reason=BadPath&wait=1")
            #expect(push.requests.count == 1)
            _ = try await scene.ask(.get, "/v1/requests?service=fax").problem(.badRequest)
            _ = try await scene.ask(.get, "/v1/requests?service=fcm&token=ab")
                .problem(.badRequest)
            #expect(try await scene.ask(.post, "/v1/reset").status == 204)
            let empty: MessagingPage = try await scene.get("/v1/requests?service=fcm")
            #expect(empty.requests.isEmpty)
        }
    }

    @Test func `a subscription needs a port, has its endpoint there, and can be ended`()
        async throws
    {
        try await ControlScene.run { scene in
            _ = try await scene.ask(.post, "/v1/web-push/subscriptions").problem(.notFound)
            scene.messaging.listens(.webPush, on: 2200)
            let created = try await scene.ask(.post, "/v1/web-push/subscriptions")
            let view: SubscriptionView = try created.decode()
            let subscription = try PushSubscription(
                json: try #require(view.subscription?.objectValue))
            #expect(subscription.origin == "http://127.0.0.1:2200")
            let path = "/v1/web-push/subscriptions/\(view.id)"
            #expect(try await scene.ask(.delete, path).status == 204)
            let list: [SubscriptionView] = try await scene.get("/v1/web-push/subscriptions")
            #expect(list.map(\.isGone) == [true])
            #expect(list.map(\.subscription) == [nil])
            _ = try await scene.ask(
                .post, "/v1/web-push/subscriptions", #"{"application_server_key":"AAAA"}"#
            ).problem(.badRequest)
        }
    }

    @Test func `a message of FCM to the iPhone's app arrives on the simulated iPhone`()
        async throws
    {
        try await ControlScene.run { scene in
            scene.messaging.listens(.fcm, on: 2199)
            let account = try NewServiceAccount(email: FCMProject.demoEmail, keyID: "k")
            scene.messaging.addDefaults(account: account.account)
            let created = try await scene.ask(.post, "/v1/fcm/tokens", #"{"platform":"ios"}"#)
            let iphone: FCMTokenView = try created.decode()
            let access = try access(account, scene)
            let message =
                #"{"message":{"token":"\#(iphone.token)","notification":{"title":"Dinner"}}}"#
            let path = "/v1/projects/bellhop-demo/messages:send"
            let headers = ["authorization": "Bearer " + access]
            #expect(send(path, message, headers: headers, scene).status == 200)
            let requests: RequestPage = try await scene.get("/v1/requests?wait=10")
            let payload = try #require(requests.requests.first?.payload?.objectValue)
            #expect(payload["aps"]?.objectValue?["alert"] == ["title": "Dinner"])
            #expect(payload["gcm.message_id"] != nil)
            #expect(requests.requests.first?.status == 200)
            #expect(scene.messaging.arrivals(10).map(\.platform) == ["ios"])

            let changed = try await scene.ask(
                .patch, "/v1/fcm/project", #"{"has_apns_key":false}"#)
            #expect(changed.status == 200)
            #expect(send(path, message, headers: headers, scene).status == 401)
            #expect(
                try await scene.ask(.post, "/v1/reset", #"{"what":"devices"}"#).status == 204)
            let project: FCMProjectView = try await scene.get("/v1/fcm/project")
            #expect(project.hasAPNsKey)
            let left: [FCMTokenView] = try await scene.get("/v1/fcm/tokens")
            #expect(left.map(\.name) == [MessagingHost.defaultPhone])
        }
    }

    @Test func `the default token survives a restart`() async throws {
        let account = try NewServiceAccount(email: FCMProject.demoEmail, keyID: "k").account
        let (token, saved) = try await Self.defaults(account, restoring: nil)
        let (again, _) = try await Self.defaults(account, restoring: saved)
        #expect(token == again)
        let (other, _) = try await Self.defaults(account, restoring: nil)
        #expect(token != other)
    }

    private static func defaults(
        _ account: FCMProject.Account, restoring saved: Data?
    ) async throws -> (token: String, saved: Data) {
        let result = StateBox()
        try await ControlScene.run { scene in
            if let saved { #expect(scene.messaging.restore(saved)) }
            scene.messaging.addDefaults(account: account)
            result.set(
                try #require(scene.messaging.defaultToken), try scene.messaging.save())
        }
        return try #require(result.value)
    }
}
