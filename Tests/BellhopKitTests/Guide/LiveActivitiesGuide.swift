// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

// The blocks between the markers appear verbatim in docs/guide/live-activities.md.

// guide: activity-attributes
struct CourierAttributes: ActivityAttributes, Equatable, Sendable {
    struct ContentState: Codable, Hashable, Sendable {
        enum Step: String, Codable, Sendable { case packed, near, here }

        var step: Step
        /// Seconds since 1970: a `Date` would be read as seconds since 2001.
        var eta: Double?
    }

    let order: String
}
// guide: end

// guide: activity-app
final class CourierDelegate: PushAppDelegate {
    override func makeConfiguration() -> PushConfiguration {
        var configuration = PushConfiguration(backend: InMemoryBackend())
        configuration.liveActivities = { $0.track(CourierAttributes.self) }
        return configuration
    }
}
// guide: end

// guide: activity-start
extension ActivityTracker {
    func showOrder(_ order: String, eta: Date) throws {
        try start(
            CourierAttributes(order: order),
            state: .init(step: .packed, eta: eta.timeIntervalSince1970),
            staleDate: eta.addingTimeInterval(30 * 60))
    }

    func orderArrived(_ order: String) async {
        for activity in live(CourierAttributes.self, where: { $0.order == order }) {
            await end(activity, state: .init(step: .here, eta: nil))
        }
    }
}
// guide: end

// guide: activity-golden
struct ContentStateTests {
    /// The server's tests have the same texts.
    @Test func `T250: app and server agree about the content state`() {
        let packed = CourierAttributes.ContentState(step: .packed, eta: 1_767_226_500)
        let sent = #"{"step":"packed","eta":1767226500}"#
        #expect(ContentStateGolden.findings(in: sent, for: packed).isEmpty)

        let here = CourierAttributes.ContentState(step: .here, eta: nil)
        #expect(ContentStateGolden.findings(in: #"{"step":"here"}"#, for: here).isEmpty)
    }
}
// guide: end

@MainActor
struct CourierTests {
    @Test func `an order is shown, and its Live Activity ends when the order has arrived`()
        async throws
    {
        let phone = try await TestPhone()
        var courier = TestApp("com.example.courier") { CourierDelegate() }
        courier.addActivity(CourierAttributes.self)
        let app = try await phone.install(courier)
        try await phone.launch(app)
        let activities = try #require(app.delegate(as: CourierDelegate.self)).push.activities
        let eta = phone.clock.now.addingTimeInterval(900)
        try await app.run { try activities.showOrder("7", eta: eta) }
        #expect(phone.screen.activities.count == 1)
        await app.run { await activities.orderArrived("8") }
        #expect(phone.screen.activities.first?.state == .active)
        await app.run { await activities.orderArrived("7") }
        #expect(phone.screen.activities.first?.state == .ended)
    }
}
