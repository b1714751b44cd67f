// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

/// The courier's server is unreachable, or slow while the token changes.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BackendFailures {
    private let parcel = #"{"aps":{"alert":"Parcel"},"parcel":"p1","message_id":"m1"}"#

    @Test
    func `backend down for three launches: token, user and receipts are sent, messages fetched`()
        async throws
    {
        let server = CourierServer()
        await server.memory.fail(with: BackendError(.unreachable, "the server cannot be reached"))
        let test = try await CourierPhone(server: server)
        try await server.keep("m2", parcel)
        for launch in 1...3 {
            if launch > 1 { try await test.launch() }
            if launch == 2 { try test.push.registration.signIn("alex") }
            try await test.putAway()
            try await test.push(
                #"{"aps":{"alert":"Parcel"},"parcel":"p1","message_id":"m1-\#(launch)"}"#)
            try await test.phone.unlock()
            try await test.phone.tap()
            await test.settle()
            #expect(try test.courier.router.take() == .parcel("p1"))
            try await test.phone.forceQuit(test.app)
            await test.phone.advance(by: .seconds(3_600))
        }
        #expect(await server.memory.registrations.isEmpty)
        #expect(server.handled == (1...3).map { "m1-\($0) response" })

        await server.memory.fail(with: nil)
        try await test.launch()
        try await test.putAway()
        try await test.phone.unlock()
        try await test.launch()
        let registration = try #require(await server.memory.registrations.values.first)
        #expect(registration.user == "alex")
        #expect(await server.tokens(.app).values.first == test.app.token)
        #expect(registration.encryptionKey != nil)
        // After a failed call, receipts are sent only after a delay.
        await test.phone.advance(by: .seconds(3_600))
        try await test.phone.goHome()
        try await test.launch()
        #expect(await server.receipts.filter { $0.hasSuffix("opened") }.count == 3)
        #expect(server.handled.last == "m2 fetched")
        #expect(server.store.count == 4, "each message once")
    }

    @Test
    func `REG-8: if the token changes during an upload, the server has the new one in the end`()
        async throws
    {
        let held = HeldBackend()
        let server = CourierServer(memory: held.inner, through: held)
        let test = try await CourierPhone(server: server, isLaunched: false)
        try await test.phone.launch(test.app)
        async let settled: Void = test.push.registration.settled()
        await held.arrivals(1)
        let old = try #require(test.app.token)
        try await test.phone.perform(.rotateToken(bundleID: Courier.bundleID))
        let new = try #require(test.app.token)
        await held.letThrough()
        await held.arrivals(2)
        await held.letThrough()
        try await settled
        #expect(old != new)
        #expect(await server.tokens(.app).values.map(\.hex) == [new.hex])
        try await test.phone.push(parcel, PushHeaders(token: new))
        #expect(test.phone.screen.banner?.body == "Parcel")
    }
}
