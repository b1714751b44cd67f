// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Simulation

/// What a seed determines about a run: sizes, limits, and how often each fault occurs. About half
/// of the kinds of faults are absent in each run, because faults hide each other.
struct GatewayProfile {
    static let minute = Duration.seconds(60)

    var nodeCount = 1
    var installationCount = 0
    var campaignCount = 1
    var messageCount = 0
    var numbersPerUnit: Int64 = 100
    /// The difference between the numbers of two installations.
    var numberStep: Int64 = 1
    var settings = NodeSettings(node: NodeName("node", boot: 0))
    /// All faults end at this time.
    var faultEnd = Duration.seconds(0)

    // The campaigns.
    var hasCap = false
    var hasQuietHours = false
    var hasShortDeadline = false
    var hasLateStart = false
    var hasLocalTimes = false
    var hasControlGroup = false
    var hasCampaignRate = false
    var isSettingWrong = false
    var isPaused = false
    var isCancelled = false

    // The store; chances in thousandths.
    var storeLatency = Duration.milliseconds(5)
    var storeFailureChance: UInt64 = 0
    var storeUnknownChance: UInt64 = 0
    var storeLateCommitChance: UInt64 = 0
    var storeOutages = 0

    // The provider.
    var providerLatency = Duration.milliseconds(50)
    var deadTokenChance: UInt64 = 0
    var badTokenChance: UInt64 = 0
    var busyChance: UInt64 = 0
    var lostResponseChance: UInt64 = 0
    var notSentChance: UInt64 = 0
    var troubles: [ProviderTrouble] = []

    // Nodes and people.
    var crashCount = 0
    var sleepCount = 0
    var drainCount = 0
    var registrationCount = 0
    var deletionCount = 0
    var journeyCount = 0

    init(_ random: inout SeededGenerator) {
        nodeCount = [1, 1, 2, 3][random.below(4)]
        installationCount = 20 + random.below(random.chance(1, outOf: 5) ? 400 : 120)
        campaignCount = 1 + random.below(3)
        messageCount = random.chance(1, outOf: 2) ? random.below(30) : 0
        numbersPerUnit = Int64([20, 50, 100, 1000][random.below(4)])
        numberStep = random.chance(1, outOf: 2) ? 1 : 3
        faultEnd = .seconds(60 + Int64(random.below(240)))
        chooseSettings(&random)
        chooseCampaigns(&random)
        chooseStore(&random)
        chooseProvider(&random)
        chooseNodes(&random)
        if random.chance(1, outOf: 5) { removeFaults() }
        // Enough installations that the stop rule matters.
        if isSettingWrong {
            installationCount += 300
            settings.pageSize = 50
            settings.unitWindowMax = 200
            settings.inFlightMax = 200
            settings.unsettledMax = 400
            settings.limit.start = 400
            settings.laneRates = [:]
        }
    }

    private mutating func chooseSettings(_ random: inout SeededGenerator) {
        settings.pageSize = [5, 20, 50][random.below(3)]
        settings.unitWindowMax = settings.pageSize * (2 + random.below(4))
        settings.unitsMax = 1 + random.below(4)
        settings.inFlightMax = [20, 60, 200][random.below(3)]
        settings.unsettledMax = settings.inFlightMax * (1 + random.below(3))
        settings.groupSize = 10 + random.below(100)
        settings.rowsPerClaimMax = 5 + random.below(50)
        settings.turnSize = 1 + random.below(16)
        settings.pollInterval = .seconds(2)
        settings.statusInterval = .milliseconds(800)
        settings.limit.start = random.chance(1, outOf: 3) ? 400 : 50
        settings.limit.max = 500
        settings.limit.min = 5
        settings.stopRule.responseCount = 100
        settings.stopRule.badThousandthsMax = 50
        if random.chance(1, outOf: 4) { settings.laneRates[.bulk] = 20 + random.below(100) }
        if random.chance(1, outOf: 8) { settings.appRate = 50 + random.below(100) }
    }

    private mutating func chooseCampaigns(_ random: inout SeededGenerator) {
        hasCap = random.chance(1, outOf: 3)
        hasQuietHours = random.chance(1, outOf: 4)
        hasShortDeadline = random.chance(1, outOf: 6)
        hasLateStart = random.chance(1, outOf: 4)
        hasLocalTimes = random.chance(1, outOf: 4)
        isSettingWrong = random.chance(1, outOf: 12)
        isPaused = random.chance(1, outOf: 5)
        isCancelled = random.chance(1, outOf: 8)
        hasControlGroup = random.chance(1, outOf: 5)
        hasCampaignRate = random.chance(1, outOf: 5)
    }

    private mutating func chooseStore(_ random: inout SeededGenerator) {
        storeLatency = .milliseconds([1, 5, 40][random.below(3)])
        if random.chance(1, outOf: 3) { storeFailureChance = UInt64(random.below(100)) }
        if random.chance(1, outOf: 3) { storeUnknownChance = UInt64(random.below(150)) }
        if random.chance(1, outOf: 5) { storeLateCommitChance = UInt64(random.below(100)) }
        if random.chance(1, outOf: 4) { storeOutages = 1 + random.below(3) }
    }

    private mutating func chooseProvider(_ random: inout SeededGenerator) {
        providerLatency = .milliseconds([5, 50, 300, 4000][random.below(4)])
        if random.chance(1, outOf: 2) { deadTokenChance = UInt64(random.below(300)) }
        if random.chance(1, outOf: 6) { badTokenChance = UInt64(random.below(30)) }
        if random.chance(1, outOf: 4) { busyChance = UInt64(random.below(200)) }
        if random.chance(1, outOf: 4) { lostResponseChance = UInt64(random.below(60)) }
        if random.chance(1, outOf: 4) { notSentChance = UInt64(random.below(60)) }
        if random.chance(1, outOf: 3) {
            for _ in 0...random.below(2) { troubles.append(ProviderTrouble(faultEnd, &random)) }
        }
    }

    private mutating func chooseNodes(_ random: inout SeededGenerator) {
        if random.chance(1, outOf: 3) { crashCount = 1 + random.below(4) }
        if random.chance(1, outOf: 4) { sleepCount = 1 + random.below(3) }
        if random.chance(1, outOf: 4) { drainCount = 1 + random.below(2) }
        if random.chance(1, outOf: 2) { registrationCount = random.below(30) }
        if random.chance(1, outOf: 4) { deletionCount = random.below(10) }
        if hasLocalTimes { journeyCount = 10 + random.below(150) }
    }

    private mutating func removeFaults() {
        storeFailureChance = 0
        storeUnknownChance = 0
        storeLateCommitChance = 0
        storeOutages = 0
        troubles = []
        crashCount = 0
        sleepCount = 0
        drainCount = 0
        messageCount += 20
    }

    /// Whether nothing disturbs a node, its store and its provider.
    var isCalm: Bool {
        storeFailureChance == 0 && storeUnknownChance == 0 && storeLateCommitChance == 0
            && storeOutages == 0 && troubles.isEmpty && crashCount == 0 && sleepCount == 0
            && drainCount == 0
    }
}

/// A period in which the provider does not work.
struct ProviderTrouble {
    enum Kind: CaseIterable {
        /// The provider accepts connections and does not respond.
        case silent
        /// The provider cannot be reached.
        case unreachable
        /// The provider responds with 503.
        case overloaded
        /// The provider refuses the credential.
        case credentialRefused
        /// The provider responds with 429 for every device.
        case busy
    }

    let kind: Kind
    let start: Duration
    let end: Duration

    init(_ kind: Kind, start: Duration, end: Duration) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    init(_ faultEnd: Duration, _ random: inout SeededGenerator) {
        kind = Kind.allCases[random.below(Kind.allCases.count)]
        start = .milliseconds(random.below(Int(faultEnd.wholeMilliseconds) / 2))
        end = min(faultEnd, start + .seconds(5 + Int64(random.below(300))))
    }
}

extension SeededGenerator {
    /// A number from 0 up to, but not including, a limit.
    mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

    mutating func thousandths(_ chance: UInt64) -> Bool {
        chance > 0 && self.chance(chance, outOf: 1000)
    }

    /// A random duration from zero to the given one.
    mutating func upTo(_ span: Duration) -> Duration {
        .microseconds(below(Int(span.wholeMilliseconds) * 1000 + 1))
    }
}
