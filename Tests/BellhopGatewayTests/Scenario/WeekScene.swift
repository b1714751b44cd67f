// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// An app with its users, its server and its team during some days of virtual time. All calls use
/// the HTTP API; the gateway's worker and a node for campaigns run.
final class WeekScene {
    /// A copy of the app on somebody's phone.
    struct Phone: Hashable {
        let name: String
        let zone: String

        var secret: String { "secret-\(name)-" + String(repeating: "s3cret-Zz", count: 5) }
        var path: String { "/v1/device/installations/phone-\(name)" }

        func token(_ kind: String = "app") throws -> DeviceToken {
            try DeviceToken(bytes: Array("\(kind) token of \(name)".utf8.prefix(100)))
        }
    }

    /// A notification that a phone received.
    struct Arrival: Hashable {
        let phone: String
        let campaign: Campaign.Number
        /// The time in UTC, to the minute.
        let at: String
    }

    static let app = CampaignScene.app
    static let activityTypes = "OrderAttributes"

    let scene: CampaignScene
    private let clientKey: String
    private var driver: CampaignDriver
    /// The names of phones by the numbers of their installations, including those of deleted
    /// installations.
    private var names: [Int64: String] = [:]

    private init(_ scene: CampaignScene, clientKey: String) throws {
        self.scene = scene
        self.clientKey = clientKey
        driver = CampaignDriver(try scene.gateway.requireCampaigns().store, scene.clock) {
            $0.pollInterval = WeekScene.pollInterval
        }
    }

    /// The time within which a new campaign is noticed.
    static let pollInterval = Duration.seconds(1800)

    /// Moves the clock to a date, and runs a body while the worker sends messages.
    static func run(
        _ base: CampaignInboxScene.Base, at start: String,
        _ body: @escaping @Sendable (WeekScene) async throws -> Void
    ) async throws {
        try await CampaignScene.run(base) { scene in
            let start = try #require(GatewayJSON.date(start))
            scene.clock.advance(
                by: Duration(saturatingSeconds: start.timeIntervalSince(scene.clock.now)))
            let app = try await scene.ask(
                .put, "/v1/apps/\(app)", #"{"name":"Shop","user_proof":"off"}"#
            )
            .decode(AppResource.self)
            let week = try WeekScene(scene, clientKey: try #require(app.clientKey))
            let worker = Task { try await scene.gateway.worker.run() }
            defer { worker.cancel() }
            try await body(week)
            worker.cancel()
            _ = await worker.result
        }
    }

    // MARK: Phones

    /// Calls the gateway as a phone does.
    @discardableResult
    func call(
        _ phone: Phone, _ method: HTTPRequest.Method, _ path: String = "", _ body: String? = nil
    ) async throws -> CampaignScene.Response {
        try await scene.ask(
            method, phone.path + path, body, key: clientKey, secret: phone.secret)
    }

    /// Reports a phone's state, as the app does at each launch.
    func launch(
        _ phone: Phone, user: String?, more tokens: [TokenRegistration] = [],
        ended: [TokenName] = []
    ) async throws {
        let registration = DeviceRegistration(
            app: Self.app, environment: .production, user: user, locale: "en",
            timeZone: phone.zone, platform: .iOS, systemVersion: "26.0", appVersion: "3.1",
            permission: PermissionSnapshot(authorization: .authorized, alert: true),
            tokens: [TokenRegistration(TokenName(.app), try phone.token())] + tokens, ended: ended)
        let body = String(decoding: try GatewayJSON.encode(registration), as: UTF8.self)
        let response = try await call(phone, .put, "", body)
        #expect(response.status == 200, "\(response.text)")
        let store = try #require(scene.gateway.store as? SQLStore)
        names = try await store.read { db in
            var names: [Int64: String] = [:]
            for row in try await db.rows("SELECT no, id FROM installation") {
                names[try row.value("no")] = String((try row.value("id") as String).dropFirst(6))
            }
            return names
        }.merging(names) { new, _ in new }
    }

    /// Launches the app for the first time, signs up, and accepts or declines the news.
    func signUp(_ phone: Phone, wantsNews: Bool = true) async throws {
        try await launch(phone, user: nil)
        try await launch(phone, user: phone.name)
        try await decide(phone, news: wantsNews)
    }

    func decide(_ phone: Phone, news: Bool) async throws {
        let response = try await call(phone, .put, "/topics/news", #"{"subscribed":\#(news)}"#)
        #expect(response.status == 200, "\(response.text)")
    }

    /// Everything that a phone's inbox contains, as texts.
    func inbox(_ phone: Phone) async throws -> [String] {
        let page = try await call(phone, .get, "/messages?limit=100").decode(
            DeviceMessagePage.self)
        return page.messages.map { "\($0.payload)" }
    }

    // MARK: The server

    /// Sends a message to a user, and waits until APNs has accepted it.
    @discardableResult
    func send(
        to user: String, _ body: String, query: String = ""
    ) async throws -> MessageResource {
        let posted = try await scene.ask(
            .post, "/v1/users/\(user)/messages?app=\(Self.app)\(query)", body
        ).decode(MessageResource.self)
        while !Task.isCancelled {
            let now = try await scene.ask(.get, "/v1/messages/\(posted.id)")
                .decode(MessageResource.self)
            if now.states["accepted"] == now.deliveryCount { return now }
            await Task.yield()
        }
        throw CancellationError()
    }

    /// The requests to APNs that the worker has sent for a token.
    func requests(for token: DeviceToken) -> [RecordingSender.Sent] {
        scene.sender.sent.filter { $0.request.deviceToken == token }
    }

    // MARK: Time

    /// Moves the clock to a date in steps of at most an hour. Each step plans repeated campaigns
    /// and sends what is due.
    func pass(until text: String) async throws {
        let end = try #require(GatewayJSON.date(text))
        while scene.clock.now < end {
            try await scene.gateway.planCampaigns()
            let left = end.timeIntervalSince(scene.clock.now)
            try await pass(Duration(saturatingSeconds: min(3600, left)))
        }
    }

    func pass(_ span: Duration) async throws { try await driver.run(for: span) }

    /// What campaigns have sent, in the order of times and names.
    var arrivals: [Arrival] {
        driver.sent.map { sent in
            Arrival(
                phone: names[sent.installation] ?? "nobody", campaign: sent.campaign,
                at: String(
                    GatewayJSON.text(of: Date(storedMilliseconds: sent.at)).prefix(16)))
        }.sorted { ($0.at, $0.phone) < ($1.at, $1.phone) }
    }
}
