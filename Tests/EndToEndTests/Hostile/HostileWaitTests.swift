// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

/// Hostile clients that wait: windows that stay closed, requests that arrive byte by byte, idle
/// connections. The tests move the simulator's clock past the limits instead of waiting.
@Suite(.timeLimit(.minutes(30)))
struct HostileWaitTests {
    private typealias F = HostileFrames
    private static let isLong = HostileScene.isLong

    @Test func `H8: requests whose responses a closed window blocks are reset`()
        async throws
    {
        let count = Self.isLong ? 900 : 100
        try await HostileScene.run("H8 closed windows") { scene in
            let peers = try await Self.stuckPeers(
                scene, connections: Self.isLong ? 10 : 2, requests: count)
            try await scene.advance(seconds: 31)
            for peer in peers {
                #expect(
                    await peer.wait { $0.count { $0.type == .rstStream } == count },
                    "\(peer.frames.count) frames")
                await peer.close()
            }
        }
    }

    /// Returns clients with a valid provider token whose responses wait for a flow-control window.
    private static func stuckPeers(
        _ scene: HostileScene, connections: Int, requests: Int
    ) async throws -> [RawPeer] {
        var peers: [RawPeer] = []
        let block = F.block(path: HostileScene.pushPath, try scene.pushHeaders())
        for _ in 0..<connections {
            let peer = try await scene.peer()
            await peer.send(
                F.start(window: 0) + F.frame(.headers, .endHeaders, stream: 1, block)
                    + F.frame(.data, .endStream, stream: 1, [0x7B, 0x7D]))
            // More streams are allowed once the provider token was accepted.
            let isAccepted = await peer.wait { frames in
                frames.contains { $0.type == .headers }
            }
            #expect(isAccepted)
            let streams = F.streams(requests + 1).dropFirst()
            await peer.send(
                F.frame(.settings, .ack) + streams.flatMap { F.head($0, end: true) })
            // The headers of the responses need no window, but their bodies do.
            let isStuck = await peer.wait { frames in
                frames.count { $0.type == .headers } == requests + 1
            }
            #expect(isStuck && !peer.frames.contains { $0.type == .data })
            peers.append(peer)
        }
        return peers
    }

    /// What a slow client sends first, and what it then sends repeatedly.
    private static let slow: [(overTLS: Bool, first: [UInt8], more: [UInt8])] = [
        // TLS that never starts, TLS without HTTP/2, half a preface.
        (false, [], []), (true, [], []), (true, Array(F.start().prefix(10)), []),
        // Half of a frame, and then single bytes of the rest.
        (true, F.start() + [0, 1, 0, 0], [0]),
        // A header block in small pieces.
        (
            true, F.start() + F.frame(.headers, [], stream: 1, F.simpleBlock),
            F.frame(.continuation, [], stream: 1, [])
        ),
    ]

    @Test func `H9: clients that send byte by byte are disconnected`() async throws {
        let count = Self.isLong ? 800 : 50
        try await HostileScene.run("H9 slow clients") { scene in
            var peers: [RawPeer] = []
            for index in 0..<count {
                let kind = Self.slow[index % Self.slow.count]
                let peer = try await scene.peer(
                    from: HostileScene.strangerAddress, overTLS: kind.overTLS)
                if !kind.first.isEmpty { await peer.send(kind.first) }
                peers.append(peer)
            }
            try await scene.expectNewClientIsServed()
            while peers.contains(where: \.isOpen) {
                try await scene.advance(seconds: 4)
                for (index, peer) in peers.enumerated() where peer.isOpen {
                    let more = Self.slow[index % Self.slow.count].more
                    if !more.isEmpty { await peer.send(more) }
                }
            }
        }
    }

    @Test func `H9: a request whose body arrives byte by byte is ended`() async throws {
        let count = Self.isLong ? 800 : 20
        try await HostileScene.run("H9 slow bodies") { scene in
            var peers: [RawPeer] = []
            for _ in 0..<count {
                let peer = try await scene.peer(from: HostileScene.strangerAddress)
                await peer.send(F.start() + F.head(1) + F.frame(.data, stream: 1, [0x7B]))
                peers.append(peer)
            }
            for peer in peers {
                while !peer.frames.contains(where: { $0.type == .rstStream }), peer.isOpen {
                    try await scene.advance(seconds: 8)
                    await peer.send(F.frame(.data, stream: 1, [0x20]))
                }
                #expect(peer.frames.contains { $0.type == .rstStream })
                await peer.close()
            }
        }
    }

    @Test func `idle connections of one address leave room for others, and end`() async throws {
        let (total, each, count) = Self.isLong ? (1_000, 900, 1_000) : (60, 50, 70)
        let limits = "{connections: \(total), connections_per_address: \(each)}"
        try await HostileScene.run("idle connections", connections: limits) { scene in
            let before = try scene.memory()
            var open: [RawPeer] = []
            for _ in 0..<count {
                let peer = try await scene.peer(from: HostileScene.strangerAddress)
                await peer.send(F.start())
                if await peer.wait({ $0.contains { $0.type == .settings } }) { open.append(peer) }
            }
            if HostileScene.strangerAddress != nil {
                #expect(open.count == each)
                try await scene.expectNewClientIsServed()
            }
            if Self.isLong {
                let growth = try scene.memory() - before
                print("\(open.count) idle connections: \(growth >> 10) KiB together")
            }
            try await scene.advance(seconds: 301)
            for peer in open {
                await peer.waitForEnd()
                #expect(peer.goAwayCode == .noError)
            }
        }
    }
}
