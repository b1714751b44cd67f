// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Simulation
import Testing

/// Hostile clients of a running `bellhop apns`. Each attack ends or is limited, other clients are
/// served meanwhile, and the memory of the process stays flat; `HTTP2CoreTests` tests the limits
/// themselves.
@Suite(.timeLimit(.minutes(30)))
struct HostilePeerTests {
    private typealias F = HostileFrames
    private static let isLong = HostileScene.isLong

    /// Sends as many frames as make the server disconnect, and then floods further connections
    /// until they end.
    ///
    /// - Parameters:
    ///   - enough: the number of frames at which the server ends the connection.
    ///   - flood: the number of frames of each further connection.
    private func expectEnhanceYourCalm(
        _ scene: HostileScene, enough: Int, flood: Int, connections: Int,
        reads: Bool = true, _ frame: @escaping @Sendable (Int) -> [UInt8]
    ) async throws {
        let peer = try await scene.peer()
        await peer.send(F.start() + (0..<enough).flatMap { frame($0) })
        await peer.waitForEnd()
        #expect(peer.goAwayCode == .enhanceYourCalm)
        try await scene.onConnections(connections) { peer, _ in
            await peer.send(F.start())
            if !reads { try? await peer.setReading(false) }
            var index = 0
            while index < flood {
                let part = (index..<min(index + 500, flood)).flatMap { frame($0) }
                guard await peer.send(part) else { break }
                index += 500
            }
            if !reads { try? await peer.setReading(true) }
            await peer.waitForEnd()
        }
    }

    @Test func `H1: clients that reset each request immediately are disconnected`() async throws {
        try await HostileScene.run("H1 rapid reset") { scene in
            try await expectEnhanceYourCalm(
                scene, enough: 101, flood: 200, connections: Self.isLong ? 500 : 10
            ) { index in
                let stream = StreamID(2 * index + 1)
                return F.head(stream) + F.reset(stream)
            }
        }
    }

    @Test func `H2: clients that make the server reset streams are disconnected`() async throws {
        try await HostileScene.run("H2 made to reset") { scene in
            try await expectEnhanceYourCalm(
                scene, enough: 101, flood: 200, connections: Self.isLong ? 50 : 10
            ) { index in
                let stream = StreamID(2 * index + 1)
                // An increment of 0 is a stream error.
                return F.head(stream) + F.windowUpdate(stream, by: 0)
            }
        }
    }

    @Test func `H3: clients that send a header block without an end are disconnected`() async throws
    {
        try await HostileScene.run("H3 CONTINUATION flood") { scene in
            let piece = [UInt8](repeating: 0, count: 1_024)
            try await expectEnhanceYourCalm(
                scene, enough: 18, flood: Self.isLong ? 20_000 : 500,
                connections: Self.isLong ? 50 : 5
            ) { index in
                index == 0
                    ? F.frame(.headers, [], stream: 1, F.simpleBlock)
                    : F.frame(.continuation, [], stream: 1, index < 20 ? [] : piece)
            }
        }
    }

    @Test(arguments: ["SETTINGS", "PING"])
    func `H4: control frames of clients that do not read are limited`(type: String) async throws {
        try await HostileScene.run("H4 \(type) flood") { scene in
            let frame = type == "PING" ? F.ping : F.settings
            // The SETTINGS frame at the start is counted, too.
            try await expectEnhanceYourCalm(
                scene, enough: 1_001, flood: Self.isLong ? 1_000_000 : 5_000,
                connections: Self.isLong ? 20 : 5, reads: false
            ) { _ in frame }
        }
    }

    @Test func `H5: a header block that decodes to megabytes ends its connection`() async throws {
        try await HostileScene.run("H5 header bomb") { scene in
            let bomb = F.frame(.headers, [.endHeaders, .endStream], stream: 1, F.headerBomb)
            try await scene.onConnections(Self.isLong ? 1_000 : 10) { peer, _ in
                await peer.send(F.start() + bomb)
                await peer.waitForEnd()
                #expect(peer.goAwayCode == .enhanceYourCalm)
            }
        }
    }

    @Test func `H6: empty DATA frames are limited`() async throws {
        try await HostileScene.run("H6 empty DATA") { scene in
            try await expectEnhanceYourCalm(
                scene, enough: 1_002, flood: Self.isLong ? 1_000_000 : 5_000,
                connections: Self.isLong ? 20 : 5
            ) { index in index == 0 ? F.head(1) : F.frame(.data, stream: 1) }
        }
    }

    @Test func `H7: random frames affect only their own connection`() async throws {
        try await HostileScene.run("H7 random frames") { scene in
            try await scene.onConnections(Self.isLong ? 5_000 : 40) { peer, index in
                await peer.send(F.start() + Self.randomFrames(seed: UInt64(index)))
                // Whatever the frames mean, the connection ends on request.
                await peer.send(F.frame(.data, stream: 0, [0]))
                await peer.waitForEnd()
            }
        }
    }

    /// Frames of any type, flags and stream, with payloads of the right length or not.
    private static func randomFrames(seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...60, using: &generator) {
            let type = FrameType.allCases.randomElement(using: &generator) ?? .data
            let length = [0, 4, 5, 6, 8, Int.random(in: 0...300, using: &generator)]
                .randomElement(using: &generator)
            let payload = (0..<(length ?? 0)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let isBlock = type == .headers && generator.chance(3, outOf: 4)
            bytes += F.frame(
                type, FrameFlags(rawValue: UInt8.random(in: 0...255, using: &generator) & 0x2D),
                stream: StreamID.random(in: 0...9, using: &generator),
                isBlock ? F.simpleBlock : payload)
        }
        return bytes
    }
}
