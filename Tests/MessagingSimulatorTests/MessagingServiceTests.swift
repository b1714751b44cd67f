// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import FCM
import Foundation
import Simulation
import Testing
import WebPush

@testable import MessagingSimulator

/// The simulated FCM and the simulated push service, against Bellhop's own senders. The end-to-end
/// tests use other senders.
@Suite(.timeLimit(.minutes(30)))
struct MessagingServiceTests {
    /// Both services with a project, an Android phone, an iPhone and a browser.
    private struct Scene {
        static let origin = "http://127.0.0.1:2199"
        static let account = try? NewServiceAccount(email: FCMProject.demoEmail, keyID: "k1")

        var service = MessagingService()
        var generator = SeededGenerator(seed: 19)
        let clock = VirtualClock()
        var forwarded: [FCMToAPNs] = []
        var apnsResponse = ForwardedResponse(status: 200, reason: nil)
        var android: FCMDevice
        var iphone: FCMDevice
        let browser: SimulatedBrowser

        init() throws {
            let account = try #require(Self.account).account
            service.register(FCMProject(id: "demo", number: "8", accounts: [account]))
            android = FCMDevice(
                name: "Android", platform: .android, app: "a", projectID: "demo",
                using: &generator)
            iphone = FCMDevice(
                name: "iPhone", platform: .ios, app: "i", projectID: "demo", using: &generator)
            iphone.apnsToken = try DeviceToken(hex: String(repeating: "ab", count: 32))
            browser = SimulatedBrowser(
                id: "sub", name: "Browser", keys: BrowserKeys(), applicationServerKey: nil)
            try service.register(android)
            try service.register(iphone)
            try service.register(browser)
        }

        mutating func post(
            _ path: String, _ body: [UInt8], headers: [String: String] = [:],
            to service: MessagingServiceName = .fcm
        ) -> MessagingResponse {
            var forwarded: [FCMToAPNs] = []
            let fixedResponse = apnsResponse
            let response = self.service.handle(
                MessagingRequest(
                    method: "POST", path: path, headers: headers, body: body,
                    origins: [Self.origin]),
                to: service, now: clock.now, using: &generator,
                apns: { request, _ in
                    forwarded.append(request)
                    return fixedResponse
                })
            self.forwarded += forwarded
            return response
        }

        /// Exchanges an assertion for an access token.
        mutating func accessToken() throws -> String {
            let file = try #require(Self.account).file(
                projectID: "demo", tokenAddress: Self.origin + "/token")
            let account = try ServiceAccount(
                json: JSONWriter.write(.object(file)), tokenAddress: Self.origin + "/token")
            let response = post(
                "/token", Array(try TokenAssertion(account, now: clock.now).form.utf8))
            return try #require(AccessToken(response: response.body, now: clock.now)).text
        }

        mutating func send(
            _ message: JSONObject, access: String, project: String = "demo", isDryRun: Bool = false
        ) -> FCMOutcome {
            let response = post(
                FCMMessage.path(projectID: project), FCMMessage(message).body(isDryRun: isDryRun),
                headers: ["authorization": "Bearer " + access])
            return FCMOutcome(
                status: response.status, retryAfter: response.headers["retry-after"],
                body: response.body, now: clock.now)
        }
    }

    private let alert: JSONValue = ["title": "Dinner", "body": "It is ready"]

    @Test func `a message with an access token of the service account reaches the Android phone`()
        throws
    {
        var scene = try Scene()
        let access = try scene.accessToken()
        let outcome = scene.send(
            ["token": .string(scene.android.token), "notification": alert], access: access)
        #expect(outcome.verdict == .accepted)
        #expect(outcome.name?.hasPrefix("projects/demo/messages/") == true)
        let entry = try #require(scene.service.log.entries.last)
        #expect(entry.device == "Android")
        #expect(entry.title == "Dinner")
        #expect(entry.messageID == outcome.name)
        let log = String(
            decoding: try JSONEncoder().encode(scene.service.log.entries), as: UTF8.self)
        #expect(!log.contains(scene.android.token))
        #expect(!log.contains(access))
    }

    @Test func `an assertion with another key, another audience or a wrong time is rejected`()
        throws
    {
        var scene = try Scene()
        let other = try NewServiceAccount(email: FCMProject.demoEmail, keyID: "k1")
        func form(_ account: NewServiceAccount, _ address: String, at date: Date) throws -> [UInt8]
        {
            let file = account.file(projectID: "demo", tokenAddress: address)
            let read = try ServiceAccount(
                json: JSONWriter.write(.object(file)), tokenAddress: address)
            return Array(try TokenAssertion(read, now: date).form.utf8)
        }
        let known = try #require(Scene.account)
        let now = scene.clock.now
        let own = Scene.origin + "/token"
        let google = ServiceAccount.googleTokenAddress
        for (body, status) in [
            (try form(known, own, at: now), 200), (try form(known, google, at: now), 200),
            (try form(other, own, at: now), 400),
            (try form(known, "http://evil.example/token", at: now), 400),
            (try form(known, own, at: now.addingTimeInterval(-7200)), 400),
            (try form(known, own, at: now.addingTimeInterval(600)), 400),
            (Array("grant_type=password".utf8), 400), ([], 400),
        ] {
            let response = scene.post("/token", body)
            #expect(response.status == status)
            #expect(
                String(decoding: response.body, as: UTF8.self).contains("error") == (status != 200))
        }
    }

    @Test func `an access token expires after 3599 seconds, and an invented one is refused`()
        throws
    {
        var scene = try Scene()
        let access = try scene.accessToken()
        scene.clock.advance(by: .seconds(3599))
        let outcome = scene.send(["token": .string(scene.android.token)], access: access)
        #expect(outcome.rejectsAccessToken)
        #expect(scene.send(["token": "x"], access: "made up").status == 401)
    }

    @Test func `each error has FCM's status and code`() throws {
        var scene = try Scene()
        let access = try scene.accessToken()
        var foreign = FCMDevice(
            name: "f", platform: .android, app: "a", projectID: "other", using: &scene.generator)
        foreign.token = "fAAAAAAAAAAAAAAAAAAAAA:APA91b" + String(repeating: "y", count: 130)
        try scene.service.register(foreign)
        let gone = FCMDevice(
            name: "g", platform: .android, app: "a", projectID: "demo", using: &scene.generator)
        try scene.service.register(gone)
        try scene.service.unregister(token: gone.token)
        for (token, code, status) in [
            ("nonsense", FCMErrorCode.invalidArgument, 400),
            (foreign.token, .senderIDMismatch, 403),
            (gone.token, .unregistered, 404),
            (String(foreign.token.dropLast()) + "z", .unregistered, 404),
        ] {
            let outcome = scene.send(["token": .string(token)], access: access)
            #expect(outcome.code == code)
            #expect(outcome.status == status)
        }
        let field = scene.send(
            ["token": .string(scene.android.token), "data": ["n": 1]], access: access)
        #expect(field.code == nil)
        #expect(field.verdict == .messageRejected)
        #expect(field.violations.count == 1)
        let project = scene.send(
            ["token": .string(scene.android.token)], access: access, project: "other")
        #expect(project.status == 403)
        #expect(project.verdict == .credentialRejected)
    }

    @Test func `unknown fields and wrong types are rejected first, each with its own line`()
        throws
    {
        var scene = try Scene()
        let access = try scene.accessToken()
        func error(_ body: JSONObject) throws -> JSONObject {
            let response = scene.post(
                "/v1/projects/demo/messages:send", JSONWriter.write(.object(body)),
                headers: ["authorization": "Bearer " + access])
            #expect(response.status == 400)
            let body = try JSONReader.read(response.body).value.objectValue
            return try #require(body?["error"]?.objectValue)
        }
        // The unknown recipient is not even looked up.
        let nested = try error([
            "message": [
                "token": "nonsense", "notification": ["title": "a", "clickAction": "b"],
                "data": ["a": "b", "n": 1],
            ]
        ])
        #expect(nested["status"] == "INVALID_ARGUMENT")
        let unknown =
            #"Invalid JSON payload received. Unknown name "clickAction" at "#
            + "'message.notification': Cannot find field."
        let number = "Invalid value at 'message.data[1].value' (TYPE_STRING), 1"
        #expect(nested["message"] == .string(unknown + "\n" + number))
        #expect(
            nested["details"] == [
                [
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": [
                        [
                            "field": "message.notification", "description": .string(unknown),
                        ],
                        ["field": "message.data[1].value", "description": .string(number)],
                    ],
                ]
            ])
        let legacy = try error(["to": "a", "data": ["a": "b"]])
        let first = #"Invalid JSON payload received. Unknown name "to": Cannot find field."#
        #expect(legacy["message"]?.stringValue?.hasPrefix(first + "\n") == true)
        let violation = legacy["details"]?.arrayValue?.first?.objectValue?["fieldViolations"]?
            .arrayValue?.first
        #expect(violation == ["description": .string(first)])
        let outcome = scene.send(
            ["token": .string(scene.android.token), "fcmOptions": ["analyticsLabel": "a"]],
            access: access)
        #expect(outcome.verdict == .accepted)
    }

    @Test func `a message to an iPhone is forwarded to APNs, unless the project has no APNs key`()
        throws
    {
        var scene = try Scene()
        let access = try scene.accessToken()
        let message: JSONObject = [
            "token": .string(scene.iphone.token), "notification": alert, "data": ["id": "7"],
        ]
        #expect(scene.send(message, access: access).verdict == .accepted)
        let sent = try #require(scene.forwarded.first)
        #expect(sent.payload["aps"]?.objectValue?["alert"] == alert)
        #expect(sent.payload["id"] == "7")
        #expect(scene.send(message, access: access, isDryRun: true).verdict == .accepted)
        #expect(scene.forwarded.count == 1)
        scene.apnsResponse = ForwardedResponse(status: 410, reason: .unregistered)
        #expect(scene.send(message, access: access).code == .unregistered)
        try scene.service.setAPNsKey(false, of: "demo")
        let outcome = scene.send(message, access: access)
        #expect(outcome.code == .thirdPartyAuthError)
        #expect(outcome.status == 401)
        #expect(scene.forwarded.count == 2)
    }

    @Test func `a fault affects the configured number of requests and is recorded for each`() throws
    {
        var scene = try Scene()
        let access = try scene.accessToken()
        var fault = MessagingFault(service: .fcm, fault: .error)
        fault.error = "QUOTA_EXCEEDED"
        fault.retryAfter = 30
        fault.count = 2
        #expect(fault.problem == nil)
        _ = scene.service.add(fault)
        let message: JSONObject = ["token": .string(scene.android.token)]
        for _ in 0..<2 {
            let outcome = scene.send(message, access: access)
            #expect(outcome.code == .quotaExceeded)
            #expect(outcome.retryAfter == .seconds(30))
        }
        #expect(scene.send(message, access: access).verdict == .accepted)
        #expect(scene.service.faults.isEmpty)
        #expect(scene.service.log.entries.filter { $0.fault != nil }.count == 2)
    }

    // MARK: - Web Push

    private func push(
        _ scene: inout Scene, _ content: String, key: VAPIDKey = VAPIDKey(), path: String? = nil,
        changes: [String: String?] = [:]
    ) throws -> (outcome: WebPushOutcome, entry: MessagingLogEntry) {
        let subscription = try scene.browser.subscription(origin: Scene.origin)
        let token = try VAPIDToken(
            key: key, origin: Scene.origin, subject: "mailto:ops@example.com",
            now: scene.clock.now)
        let request = try WebPushMessage(content: Array(content.utf8), timeToLiveSeconds: 60)
            .request(to: subscription, token: token)
        var headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        for (name, value) in changes { headers[name] = value }
        let response = scene.post(
            path ?? scene.browser.path, request.body, headers: headers, to: .webPush)
        return (
            WebPushOutcome(
                status: response.status, retryAfter: response.headers["retry-after"],
                body: response.body, now: scene.clock.now),
            try #require(scene.service.log.entries.last)
        )
    }

    @Test func `a Web Push message is decrypted, and a declarative one is shown`() throws {
        var scene = try Scene()
        let declared = DeclarativeNotification(
            title: "Dinner", navigate: "https://example.com", body: "It is ready")
        let text = JSONWriter.text(.object(declared.json))
        let (outcome, entry) = try push(&scene, text)
        #expect(outcome.status == 201)
        #expect(entry.title == "Dinner")
        #expect(entry.payload == .object(declared.json))
        #expect(entry.headers?["ttl"] == "60")
        #expect(try push(&scene, "plain").entry.text == "plain")
    }

    @Test(
        arguments: [
            (["ttl": nil], 400, "BadTtl"), (["ttl": "-1"], 400, "BadTtl"),
            (["urgency": "soon"], 400, "BadUrgency"), (["topic": "a b"], 400, "BadWebPushTopic"),
            (["content-encoding": "aesgcm"], 400, "BadWebPushRequest"),
            (["authorization": nil], 401, "BadAuthorizationHeader"),
            (["authorization": "vapid t=a.b.c, k=AA"], 403, "BadVapidPublicKey"),
        ] as [([String: String?], Int, String)])
    func `an invalid Web Push request is rejected with its status and reason`(
        changes: [String: String?], status: Int, reason: String
    ) throws {
        var scene = try Scene()
        let (outcome, _) = try push(&scene, "x", changes: changes)
        #expect(outcome.status == status)
        #expect(outcome.reason == reason)
    }

    @Test func `an unknown subscription returns 404, an ended one 410; another key is refused`()
        throws
    {
        var scene = try Scene()
        #expect(try push(&scene, "x", path: "/wpush/v1/none").outcome.status == 404)
        let bound = SimulatedBrowser(
            id: "bound", name: "b", keys: BrowserKeys(),
            applicationServerKey: VAPIDKey().publicKeyText)
        try scene.service.register(bound)
        let other = try push(&scene, "x", path: bound.path).outcome
        #expect(other.verdict == .wrongCredential)
        try scene.service.unsubscribe(id: "sub")
        let gone = try push(&scene, "x").outcome
        #expect(gone.status == 410)
        #expect(gone.verdict == .addressGone)
    }

    @Test func `a body that is too large returns 413, and one for another browser is detected`()
        throws
    {
        var scene = try Scene()
        let token = try VAPIDToken(
            key: VAPIDKey(), origin: Scene.origin, subject: "mailto:a@b.example",
            now: scene.clock.now)
        let headers = [
            "authorization": token.authorization, "ttl": "0", "content-encoding": "aes128gcm",
        ]
        let large = scene.post(
            scene.browser.path, [UInt8](repeating: 1, count: 4097), headers: headers, to: .webPush)
        #expect(large.status == 413)
        let other = try BrowserKeys().subscription(endpoint: Scene.origin).encrypt(Array("x".utf8))
        #expect(
            scene.post(scene.browser.path, other, headers: headers, to: .webPush).status == 201)
        #expect(scene.service.log.entries.last?.reason == "DecryptionFailed")
    }

    @Test func `devices, projects and browsers are restored from their saved form`() throws {
        let scene = try Scene()
        let data = try JSONEncoder().encode(scene.service.saved)
        var restored = MessagingService()
        restored.restore(try JSONDecoder().decode(MessagingService.Saved.self, from: data))
        #expect(restored.fcm.devices == scene.service.fcm.devices)
        #expect(restored.fcm.projects == scene.service.fcm.projects)
        let browser = try #require(restored.webPush.browsers.first)
        let body = try scene.browser.subscription(origin: Scene.origin).encrypt(Array("x".utf8))
        #expect(try browser.keys.open(body) == Array("x".utf8))
    }
}
