// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How accepted notifications are delivered: immediately, from the store, or not at all.
struct DeliveryTests {
    static func id(_ number: Int) -> APNSID {
        let digits = String(number)
        let text = String(repeating: "0", count: 12 - digits.count) + digits
        return APNSID("00000000-0000-4000-8000-\(text)") ?? APNSID(UUID())
    }

    /// Sends a numbered notification and returns what is delivered immediately.
    private func send(
        _ number: Int, _ bench: inout Bench, expiration: String? = nil,
        to token: DeviceToken? = nil,
        topic: String = Bench.bundleID, priority: String = "10", type: String = "alert"
    ) -> [DevicePush] {
        let request = bench.request { request in
            request.path = "/3/device/" + (token ?? bench.sandboxToken).hex
            request.set("apns-id", Self.id(number).text)
            request.set("apns-expiration", expiration)
            request.set("apns-topic", topic)
            request.set("apns-priority", priority)
            request.set("apns-push-type", type)
        }
        let response = bench.send(request)
        #expect(response.status == 200)
        return response.deliveries
    }

    private func status(_ number: Int, _ bench: Bench) -> DeliveryStatus? {
        bench.service.log.entries(.init(apnsID: Self.id(number))).last?.delivery
    }

    @Test func `a connected device gets the notification at once with all its headers`() throws {
        var bench = try Bench()
        let request = bench.request { $0.set("apns-collapse-id", "dinner") }
        let response = bench.send(request)
        let push = try #require(response.deliveries.first)
        #expect(push.deviceToken == bench.sandboxToken)
        #expect(push.topic.text == Bench.bundleID)
        #expect(push.pushType == .alert)
        #expect(push.priority == .immediate)
        #expect(push.expiration?.epochSeconds == 1_767_225_600 + 3600)
        #expect(push.collapseID?.text == "dinner")
        #expect(push.id.text == "4084a6e4-9ea8-4d2a-8a49-9a344a152da7")
        #expect(push.body == request.body)
        #expect(push.acceptedAt == bench.now)
        #expect(!push.wasStored)
        #expect(bench.lastEntry?.delivery == .delivered)
    }

    @Test
    func `an offline device gets the newest notification of each app when it is online again`()
        throws
    {
        var bench = try Bench()
        let other = try bench.registerToken(bundleID: Bench.otherBundleID)
        _ = try bench.setOnline(false)
        for number in 1...3 { #expect(send(number, &bench).isEmpty) }
        #expect(send(4, &bench, to: other, topic: Bench.otherBundleID).isEmpty)
        #expect(status(1, bench) == .replacedInStore)
        #expect(status(2, bench) == .replacedInStore)
        #expect(status(3, bench) == .storedDeviceOffline)
        bench.now += 60
        let delivered = try bench.setOnline(true).deliveries
        #expect(delivered.map(\.id) == [Self.id(3), Self.id(4)])
        #expect(delivered.allSatisfy { $0.wasStored })
        #expect(status(3, bench) == .deliveredFromStorage)
        #expect(
            bench.service.log.entries(.init(apnsID: Self.id(3))).last?.deliveryTime == bench.now)
        #expect(try bench.setOnline(true).isEmpty)
    }

    @Test func `different collapse identifiers share the one stored notification of an app`() throws
    {
        var bench = try Bench()
        _ = try bench.setOnline(false)
        _ = bench.send(bench.request { $0.set("apns-collapse-id", "a") })
        _ = bench.send(bench.request { $0.set("apns-collapse-id", "b") })
        #expect(try bench.setOnline(true).deliveries.map { $0.collapseID?.text } == ["b"])
    }

    @Test func `both environments and all token families of an app share one stored notification`()
        throws
    {
        var bench = try Bench()
        let voip = try bench.registerToken(.voip)
        _ = try bench.setOnline(false)
        _ = send(1, &bench)
        _ = send(2, &bench, to: voip, topic: Bench.bundleID + ".voip", type: "voip")
        #expect(status(1, bench) == .replacedInStore)
        #expect(try bench.setOnline(true).deliveries.map(\.deviceToken) == [voip])
    }

    @Test func `expiration 0 is one attempt: delivered now or never`() throws {
        var bench = try Bench()
        #expect(send(1, &bench, expiration: "0").count == 1)
        _ = try bench.setOnline(false)
        #expect(send(2, &bench).isEmpty)
        #expect(send(3, &bench, expiration: "0").isEmpty)
        #expect(status(3, bench) == .discardedExpired)
        #expect(try bench.setOnline(true).deliveries.map(\.id) == [Self.id(2)])
    }

    @Test(
        arguments: [
            (offset: 600.0, wait: 599.0, arrives: true), (600, 600, false), (600, 601, false),
            // A later expiration is limited to 30 days; a missing expiration means 30 days.
            (90 * 86400, 30 * 86400 - 1, true), (90 * 86400, 30 * 86400, false),
            (nil, 30 * 86400 - 1, true), (nil, 30 * 86400, false),
        ] as [(offset: Double?, wait: Double, arrives: Bool)])
    func `a notification is stored until its expiration, and for 30 days at most`(
        offset: Double?, wait: Double, arrives: Bool
    ) throws {
        var bench = try Bench()
        _ = try bench.setOnline(false)
        let expiration = offset.map { String(Bench.start.addingTimeInterval($0).wholeEpochSeconds) }
        _ = send(1, &bench, expiration: expiration)
        #expect(status(1, bench) == .storedDeviceOffline)
        bench.now += wait
        let delivered = try bench.setOnline(true).deliveries
        #expect(delivered.count == (arrives ? 1 : 0))
        #expect(status(1, bench) == (arrives ? .deliveredFromStorage : .discardedExpired))
    }

    @Test func `a notification with an expiration in the past is not stored for an offline device`()
        throws
    {
        var bench = try Bench()
        #expect(send(1, &bench, expiration: "300").count == 1)
        _ = try bench.setOnline(false)
        _ = send(2, &bench, expiration: "300")
        #expect(status(2, bench) == .discardedExpired)
        #expect(try bench.setOnline(true).isEmpty)
    }

    @Test func `the log shows an expired notification before the device is online again`() throws {
        var bench = try Bench()
        _ = try bench.setOnline(false)
        _ = send(1, &bench, expiration: String(Bench.start.wholeEpochSeconds + 10))
        bench.now += 11
        bench.service.discardExpired(now: bench.now)
        #expect(status(1, bench) == .discardedExpired)
        #expect(try bench.setOnline(true).isEmpty)
    }

    @Test func `a device that saves power gets priority 10 now and the rest when it stops saving`()
        throws
    {
        var bench = try Bench()
        _ = try bench.service.setSavingPower(true, deviceID: Bench.deviceID, now: bench.now)
        #expect(send(1, &bench, priority: "5").isEmpty)
        #expect(status(1, bench) == .storedSavingPower)
        #expect(send(2, &bench, priority: "10").count == 1)
        let released = try bench.service.setSavingPower(
            false, deviceID: Bench.deviceID, now: bench.now)
        #expect(released.deliveries.map(\.id) == [Self.id(1)])
    }

    @Test
    func `while an app's notifications are off, alerts are discarded and silent pushes are not`()
        throws
    {
        var bench = try Bench()
        try bench.service.setNotificationsEnabled(
            false, bundleID: Bench.bundleID, deviceID: Bench.deviceID)
        #expect(send(1, &bench).isEmpty)
        #expect(status(1, bench) == .discardedDisabled)
        #expect(send(2, &bench, priority: "5", type: "background").count == 1)
        try bench.service.setNotificationsEnabled(
            true, bundleID: Bench.bundleID, deviceID: Bench.deviceID)
        #expect(send(3, &bench).count == 1)
    }

    @Test func `switching an app's notifications off discards a stored notification`() throws {
        var bench = try Bench()
        _ = try bench.setOnline(false)
        _ = send(1, &bench)
        try bench.service.setNotificationsEnabled(
            false, bundleID: Bench.bundleID, deviceID: Bench.deviceID)
        #expect(try bench.setOnline(true).isEmpty)
        let entry = try #require(bench.lastEntry)
        #expect(entry.delivery == .discardedDisabled)
        #expect(entry.explanation.contains("from storage"))
    }

    @Test(arguments: ["hello", "[1]", "{\"aps\":", "\u{0}"])
    func `a body that is not a JSON object is accepted and not delivered`(_ body: String) throws {
        var bench = try Bench()
        let response = bench.send(bench.request { $0.body = Array(body.utf8) })
        #expect(response.status == 200)
        #expect(response.deliveries.isEmpty)
        #expect(bench.lastEntry?.delivery == .discardedUndeliverable)
    }
}
