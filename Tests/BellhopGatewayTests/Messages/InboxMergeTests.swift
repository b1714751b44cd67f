// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopGateway

/// Merging messages and campaigns into pages of an inbox, without a database.
struct InboxMergeTests {
    private static let start = InboxPosition(createdAt: Date(timeIntervalSince1970: 1), number: 0)

    /// What was sent to an installation, and what the installation has read.
    private struct World {
        /// The maximum number of campaigns that a page examines.
        let examinedMax: Int
        var position = InboxMergeTests.start
        var messages: [InboxMerge.Message] = []
        var campaigns: [InboxMerge.CampaignEntry] = []
        var read: [InboxMerge.Entry] = []

        private var time: Int64 { Int64(messages.count + campaigns.count) }

        init(examinedMax: Int) { self.examinedMax = examinedMax }

        mutating func addMessage() {
            messages.append(.init(number: messages.count + 1, time: time))
        }

        mutating func addCampaign(_ standing: InboxMerge.Standing = .undecided) {
            campaigns.append(
                .init(number: Int64(campaigns.count + 1), time: time, standing: standing))
        }

        mutating func decide(_ index: Int, _ standing: InboxMerge.Standing) {
            let campaign = campaigns[index]
            guard campaign.standing == .undecided else { return }
            campaigns[index] = .init(
                number: campaign.number, time: campaign.time, standing: standing)
        }

        /// Reads a page, as the storage does.
        @discardableResult
        mutating func readPage(limit: Int) -> Bool {
            let before = position
            let new = campaigns.filter { $0.number > before.campaign }
            let again = campaigns.filter { before.undecided.contains($0.number) }
            let waiting = messages.filter { $0.number > before.number }.prefix(limit + 1)
            let merge = InboxMerge(
                from: before, messages: Array(waiting), lastNumber: messages.count,
                campaigns: again + new.prefix(examinedMax),
                hasMoreCampaigns: new.count > examinedMax, limit: limit)
            #expect(merge.entries.count <= limit)
            #expect(merge.position.undecided.count <= GatewayLimits.inboxUndecidedMax)
            #expect(merge.position.undecided == merge.position.undecided.sorted())
            #expect(merge.position.undecided.allSatisfy { $0 <= merge.position.campaign })
            if merge.hasMore { #expect(merge.position != before, "the reader would not end") }
            read += merge.entries.map { entry in
                guard case .message(let index) = entry else { return entry }
                return .message(waiting[waiting.startIndex + index].number)
            }
            position = InboxCursor(InboxCursor(merge.position).text)?.position ?? before
            #expect(position == merge.position)
            return merge.hasMore
        }

        /// Checks that everything that the inbox shows was read exactly once.
        func check() {
            let shown = campaigns.filter { $0.standing == .shown }.map(\.number)
            let wanted =
                messages.map { InboxMerge.Entry.message($0.number) } + shown.map { .campaign($0) }
            #expect(Set(read) == Set(wanted))
            #expect(read.count == wanted.count)
            let numbers = read.compactMap { entry in
                guard case .message(let number) = entry else { return nil as Int? }
                return number
            }
            #expect(numbers == numbers.sorted())
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `whatever the order of outcomes, everything is read once`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var world = World(examinedMax: Int.random(in: 1...20, using: &random))
        for _ in 0..<300 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: world.addMessage()
            case 1...3: world.addCampaign()
            case 4...7:
                guard let index = world.campaigns.indices.randomElement(using: &random) else {
                    continue
                }
                world.decide(index, Bool.random(using: &random) ? .shown : .hidden)
            default: world.readPage(limit: Int.random(in: 1...6, using: &random))
            }
        }
        for index in world.campaigns.indices { world.decide(index, .shown) }
        while world.readPage(limit: Int.random(in: 1...6, using: &random)) {}
        world.check()
        let hasMore = world.readPage(limit: 1)
        #expect(!hasMore)
        world.check()
    }

    @Test func `messages and campaigns are in the order of their times`() {
        var world = World(examinedMax: 10)
        for _ in 1...2 {
            world.addMessage()
            world.addCampaign(.shown)
            world.addCampaign(.hidden)
        }
        let hasMore = world.readPage(limit: 10)
        #expect(!hasMore)
        #expect(world.read == [.message(1), .campaign(1), .message(2), .campaign(3)])
    }

    @Test func `undecided campaigns beyond the limit delay later campaigns, and none is lost`() {
        let count = GatewayLimits.inboxUndecidedMax + 5
        var world = World(examinedMax: 20)
        for _ in 1...count { world.addCampaign() }
        world.addCampaign(.shown)
        while world.readPage(limit: 10) {}
        #expect(world.read.isEmpty)
        #expect(world.position.undecided.count == GatewayLimits.inboxUndecidedMax)
        for index in 0..<5 { world.decide(index, .hidden) }
        while world.readPage(limit: 10) {}
        #expect(world.read == [.campaign(Int64(count + 1))])
        for index in 5..<count { world.decide(index, .shown) }
        while world.readPage(limit: 10) {}
        world.check()
    }

    @Test(arguments: [
        InboxPosition(createdAt: Date(timeIntervalSince1970: 1_767_225_600), number: 0),
        .init(createdAt: Date(timeIntervalSince1970: 0), number: 35, campaign: 1),
        .init(
            createdAt: Date(timeIntervalSince1970: 1_767_225_601), number: 7,
            campaign: 1_000_000, undecided: [1, 36, 999_999, 1_000_000]),
    ])
    func `a cursor keeps the whole position`(_ position: InboxPosition) {
        #expect(InboxCursor(InboxCursor(position).text)?.position == position)
    }

    @Test func `a cursor from a version without campaigns starts before the first campaign`() {
        let cursor = InboxCursor("k2xz7a-1c")
        #expect(cursor?.position.number == 48)
        #expect(cursor?.position.campaign == 0)
    }

    @Test(arguments: [
        "", "x", "1-", "1-2-", "1-2-3-", "1-2-3-1.", "1-2-3-3", "1-2-3-z", "1-2--1", "1-+2",
        "1-2-3-1-1", "1-2-3-1." + Array(repeating: "1", count: 50).joined(separator: "."),
    ])
    func `a text that is not a cursor is not accepted as one`(_ text: String) {
        #expect(InboxCursor(text) == nil)
    }
}
