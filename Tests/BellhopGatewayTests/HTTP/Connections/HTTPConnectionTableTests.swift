// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BellhopGateway

struct HTTPConnectionTableTests {
    private let one = ClientAddress("192.0.2.1")
    private let other = ClientAddress("192.0.2.2")

    private func table(_ most: Int, perAddress: Int) -> HTTPConnectionTable {
        var limits = HTTPLimits()
        limits.connectionsMax = most
        limits.connectionsPerAddressMax = perAddress
        return HTTPConnectionTable(limits: limits)
    }

    @Test func `the connection of the same address that waited longest makes room`() {
        var table = table(10, perAddress: 3)
        #expect(table.open(1, from: other) == .admitted)
        for id in 2...4 { #expect(table.open(UInt64(id), from: one) == .admitted) }
        // The waiting time of connection 2 begins again.
        table.works(2)
        table.waits(2)
        #expect(table.open(5, from: one) == .admittedInPlace(of: 3, .connectionsPerAddress))
        #expect(table.open(6, from: other) == .admitted)
        #expect(table.count == 5)
    }

    @Test func `a thousand connections of one client leave room for another client`() {
        var table = table(100, perAddress: 100)
        #expect(table.open(0, from: other) == .admitted)
        for id in 1...1000 { _ = table.open(UInt64(id), from: one) }
        #expect(table.count == 100)
        table.works(0)
        #expect(table.open(2000, from: other) == .admittedInPlace(of: 902, .connections))
    }

    @Test func `a connection on which the server works is never closed for another`() {
        var table = table(2, perAddress: 2)
        for id in [UInt64(1), 2] {
            _ = table.open(id, from: one)
            table.works(id)
        }
        #expect(table.open(3, from: one) == .refused(.connectionsPerAddress))
        #expect(table.open(4, from: other) == .refused(.connections))
        table.close(1)
        #expect(table.open(5, from: other) == .admitted)
    }

    @Test func `the connections that waited longest make room, and closing one twice counts once`()
    {
        var table = table(10, perAddress: 10)
        for id in 1...4 { _ = table.open(UInt64(id), from: one) }
        table.works(1)
        #expect(table.makeRoom(for: 2) == [2, 3])
        table.close(2)
        #expect(table.count == 2)
        #expect(table.makeRoom(for: 8) == [4])
    }
}
