// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Simulation

/// The behaviour of network, server and callers for one seed. Each kind of trouble is switched off
/// for about half of the seeds, so that it also occurs alone and in every combination.
struct SimProfile {
    // The client.
    var settings = PushPool<Int>.Settings()

    // The callers.
    var requestCount: Int
    /// The time in which all requests are submitted, in nanoseconds; 0 if all are submitted at
    /// once.
    var submitSpan: Int64
    var bodyByteCountMax: Int
    var callChance: UInt64
    var cancelChance: UInt64
    /// Whether the client is dropped instead of being shut down.
    var isAbandoned: Bool
    /// When the client is shut down or dropped.
    var end: Int64

    // The network.
    /// The maximum number of pieces in which a write arrives.
    var pieceCountMax: Int
    var delayMax: Int64
    var connectFailureChance: UInt64
    var cutChance: UInt64
    var silenceChance: UInt64
    var stallChance: UInt64

    // The server.
    var trouble: Trouble
    var responseDelayMax: Int64
    /// The time between two disturbances on a connection.
    var troubleInterval: Int64
    var rejectionChance: UInt64
    var refusalChance: UInt64
    var resetChance: UInt64
    var muteChance: UInt64
    var earlyResponseChance: UInt64
    var expiryChance: UInt64
    var shutdownChance: UInt64
    var rotationChance: UInt64
    /// Whether windows are opened late and in small steps.
    var opensWindowsSlowly: Bool
    /// Whether the connection's window is opened only when it is nearly used up.
    var withholdsWindow: Bool
    var hasLongResponses: Bool
    var decorates: Bool

    /// What a server does besides responding.
    struct Trouble: OptionSet {
        let rawValue: Int
        static let streamLimits = Trouble(rawValue: 1)
        static let windows = Trouble(rawValue: 2)
        static let tableSizes = Trouble(rawValue: 4)
        static let goAways = Trouble(rawValue: 8)
        static let resets = Trouble(rawValue: 16)
        static let pings = Trouble(rawValue: 32)
        static let oddFrames = Trouble(rawValue: 64)
        static let headerListSizes = Trouble(rawValue: 128)
        static let cuts = Trouble(rawValue: 256)
    }

    static let millisecond: Int64 = 1_000_000
    static let second: Int64 = 1_000_000_000

    init(_ random: inout SeededGenerator) {
        requestCount = random.pick([5, 20, 40, 80])
        submitSpan = random.pick([0, 0, Self.second / 10, 5 * Self.second, 40 * Self.second])
        bodyByteCountMax = random.pick([16, 300, 4096])
        callChance = random.sometimes(300)
        cancelChance = random.sometimes(200)
        isAbandoned = random.chance(1, outOf: 12)
        end = submitSpan + random.pick([0, Self.second, 20 * Self.second, 60 * Self.second])
        pieceCountMax = random.pick([1, 1, 3, 20])
        delayMax = random.pick([0, Self.millisecond, 30 * Self.millisecond, Self.second / 2])
        connectFailureChance = random.sometimes(150)
        cutChance = random.sometimes(50)
        silenceChance = random.sometimes(20)
        stallChance = random.sometimes(100)
        trouble = Trouble(rawValue: Int(random.next() & random.next() & 511))
        if random.chance(1, outOf: 4) { trouble = Trouble(rawValue: Int(random.next() & 511)) }
        responseDelayMax = random.pick([0, Self.millisecond, Self.second / 10, 4 * Self.second])
        troubleInterval = random.pick([Self.millisecond, Self.second / 10, Self.second])
        rejectionChance = random.sometimes(300)
        refusalChance = random.sometimes(200)
        resetChance = random.sometimes(100)
        muteChance = random.sometimes(60)
        earlyResponseChance = random.sometimes(100)
        expiryChance = random.sometimes(100)
        shutdownChance = random.sometimes(40)
        rotationChance = random.sometimes(200)
        opensWindowsSlowly = random.chance(1, outOf: 4)
        withholdsWindow = random.chance(1, outOf: 4)
        hasLongResponses = random.chance(1, outOf: 3)
        decorates = random.chance(1, outOf: 2)
        // Through a tiny window a long body takes forever.
        if opensWindowsSlowly || trouble.contains(.windows) {
            bodyByteCountMax = min(bodyByteCountMax, 300)
        }
        makeSettings(&random)
    }

    private mutating func makeSettings(_ random: inout SeededGenerator) {
        settings.connectionCountMax = random.pick([1, 1, 2, 3])
        settings.streamCountMax = random.pick([1, 2, 5, 20, 1000])
        settings.waitingCountMax = random.pick([3] + [Int](repeating: 10_000, count: 7))
        settings.usesTokens = random.chance(4, outOf: 5)
        settings.authority = "api.push.apple.com"
        settings.address = "api.push.apple.com:443"
        settings.requestDeadline = random.pick([.seconds(15), .seconds(15), .seconds(1)])
        settings.connectTimeout = random.pick([.seconds(10), .seconds(10), .milliseconds(100)])
        settings.idlePingInterval = random.pick([.seconds(3600), .seconds(1)])
        settings.pingTimeout = random.pick([.seconds(10), .seconds(1)])
        if random.chance(1, outOf: 8) {
            settings.firstStreamID = 0x7FFF_FFFF - 2 * UInt32(random.below(12))
        }
    }
}

extension SeededGenerator {
    /// A number from 0 up to, not including, a limit.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    mutating func below(_ limit: Int64) -> Int64 { Int64(next() % UInt64(max(1, limit))) }

    mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

    /// A chance in thousandths: 0 in half of the cases, otherwise up to a maximum.
    mutating func sometimes(_ max: UInt64) -> UInt64 {
        chance(1, outOf: 2) ? 0 : 1 + next() % max
    }

    /// Whether something happens that has this chance in thousandths.
    mutating func thousandths(_ chance: UInt64) -> Bool {
        chance > 0 && self.chance(chance, outOf: 1000)
    }
}
