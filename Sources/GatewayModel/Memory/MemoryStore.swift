// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The gateway's store in memory, as a value, for simulations and tests of the engine. It fulfils
/// the contract of ``CampaignStore``, performs one call at a time, and loses its contents when the
/// process ends.
package struct MemoryStore: Sendable {
    /// An installation with its endpoint; both have the same number.
    package struct Installation: Hashable, Sendable {
        package let number: Int64
        package let app: Int64
        package var environment: APNSEnvironment
        package var token: DeviceToken
        package var consents = true
        package var utcOffset = 0
        /// The name of the time zone; `nil` if it is unknown.
        package var zone: String?
        package var isSuspect = false
        package var isDead = false
        package var registeredAt: DatabaseTime

        package init(
            number: Int64, app: Int64, environment: APNSEnvironment, token: DeviceToken,
            registeredAt: DatabaseTime
        ) {
            self.number = number
            self.app = app
            self.environment = environment
            self.token = token
            self.registeredAt = registeredAt
        }

        var recipient: Recipient {
            Recipient(
                installation: number, endpoint: number, environment: environment, token: token,
                consents: consents, isSuspect: isSuspect, isDead: isDead, utcOffset: utcOffset)
        }
    }

    package struct StoredCampaign: Sendable {
        package let campaign: Campaign
        /// The times at which the campaign is sent: one time, or the times of the schedule.
        package let dueTimes: [DatabaseTime]
        /// The schedule of a campaign at a local time.
        package let schedule: LocalSchedule?
        /// The channel to which the campaign sends one broadcast; `nil` for an audience.
        package var broadcast: BroadcastTarget?
        /// When the units were created.
        package var plannedAt = DatabaseTime(milliseconds: 0)
        package var state = CampaignState.scheduled
        package var isPlanned = false
        package var stopReason: StopReason?
        package var totals = OutcomeSums()
        package var trial = TrialCounts()

        package var notBefore: DatabaseTime { dueTimes.min() ?? DatabaseTime(milliseconds: 0) }

        /// Returns whether a unit contains an installation.
        func contains(_ installation: Installation, in unit: CampaignUnit) -> Bool {
            guard let schedule else { return true }
            return schedule.isInUnit(
                dueAt: unit.notBefore.milliseconds, zone: installation.zone,
                registeredAt: installation.registeredAt.milliseconds,
                plannedAt: plannedAt.milliseconds)
        }

        var status: CampaignStatus {
            CampaignStatus(campaign: campaign.number, state: state, trial: trial)
        }
    }

    package struct StoredUnit: Sendable {
        package let unit: CampaignUnit
        package var isFinished = false
        package var owner: NodeName?
        package var leaseUntil = DatabaseTime(milliseconds: 0)
        package var fence: Int64 = 0
        package var mark: Int64
        package var sums = OutcomeSums()
    }

    package struct StoredPart: Sendable {
        package let unit: CampaignUnit.ID
        /// The fence of the unit's owner, or the number of the transaction that ended deliveries.
        package let writer: Int64
        package let number: Int
        package let part: OutcomePart
    }

    package struct StoredRow: Sendable {
        let number: Int64
        package let campaign: Campaign.Number
        package let installation: Int64
        let variant: UInt8
        /// The outcome under which the installation is counted until the delivery ends; `nil` for a
        /// single message.
        let countedAs: OutcomeCode?
        var attempts: Int
        var dueAt: DatabaseTime
        var owner: NodeName?
        var leaseUntil = DatabaseTime(milliseconds: 0)
        var fence: Int64 = 0
    }

    /// One device and day for which places below a cap are counted.
    package struct CapKey: Hashable, Sendable {
        package let name: String
        package let installation: Int64
        package let day: Int64
    }

    private let numbersPerUnit: Int64
    /// The installations by number.
    package internal(set) var installations: [Int64: Installation] = [:]
    var numbers: [Int64] = []
    package internal(set) var campaigns: [Campaign.Number: StoredCampaign] = [:]
    package internal(set) var units: [StoredUnit] = []
    package internal(set) var parts: [StoredPart] = []
    package internal(set) var rows: [Int64: StoredRow] = [:]
    package internal(set) var capUses: [CapKey: Set<Campaign.Number>] = [:]
    var lastRow: Int64 = 0
    var lastTransaction: Int64 = 0

    package init(numbersPerUnit: Int64 = UnitPlan.numbersPerUnit) {
        self.numbersPerUnit = numbersPerUnit
    }

    // MARK: Calls by other parts of the gateway

    /// Adds an installation; its number must be larger than all earlier numbers.
    package mutating func add(_ installation: Installation) {
        installations[installation.number] = installation
        numbers.append(installation.number)
    }

    package mutating func change(
        _ number: Int64, _ change: (inout Installation) -> Void
    ) {
        guard var installation = installations[number] else { return }
        change(&installation)
        installations[number] = installation
    }

    package mutating func remove(_ number: Int64) { installations[number] = nil }

    /// Schedules a campaign.
    ///
    /// - Parameters:
    ///   - schedule: the schedule of a campaign at a local time, whose times are used instead of
    ///     `dueTimes`.
    ///   - broadcast: the channel to which the campaign is sent instead of to installations.
    package mutating func add(
        _ campaign: Campaign, dueTimes: [DatabaseTime], schedule: LocalSchedule? = nil,
        broadcast: BroadcastTarget? = nil
    ) {
        campaigns[campaign.number] = StoredCampaign(
            campaign: campaign, dueTimes: schedule?.dueTimes ?? dueTimes, schedule: schedule,
            broadcast: broadcast)
    }

    /// Accepts a single message to one installation. The store represents the message as a campaign
    /// without units.
    package mutating func accept(
        _ message: Campaign, to installation: Int64, at time: DatabaseTime
    ) {
        var stored = StoredCampaign(campaign: message, dueTimes: [time], schedule: nil)
        stored.state = .sending
        stored.isPlanned = true
        stored.trial.judged()
        campaigns[message.number] = stored
        addRow(
            StoredRow(
                number: 0, campaign: message.number, installation: installation, variant: 0,
                countedAs: nil, attempts: 0, dueAt: time))
    }

    /// Applies a person's decision; returns `false` if it is not possible in the campaign's state.
    package mutating func apply(_ event: CampaignState.Event, to number: Campaign.Number) -> Bool {
        guard var stored = campaigns[number],
            let state = stored.state.after(event, isPlanned: stored.isPlanned)
        else { return false }
        // A person resumes a stopped campaign after checking the setting, so the stop rule no
        // longer applies to it.
        if stored.state == .stopped, event == .resume { stored.trial.judged() }
        stored.state = state
        campaigns[number] = stored
        return true
    }

    // MARK: Calls by the engine

    /// Carries out a request at a given time of the database's clock.
    package mutating func perform(
        _ request: StoreRequest, at time: DatabaseTime
    ) -> StoreResponse {
        lastTransaction += 1
        switch request {
        case .start(let node):
            start(node)
            return .started(.init(time: time))
        case .claim(let claim): return .claimed(self.claim(claim, at: time))
        case .plan(let campaign):
            plan(campaign, at: time)
            return .done(.init(time: time))
        case .page(let page): return .page(self.page(page, at: time))
        case .reserve(let cap): return .reserved(reserve(cap, at: time))
        case .record(let group): return .recorded(record(group, at: time))
        case .renew(let renewal): return .renewed(renew(renewal, at: time))
        case .release(let leases):
            release(leases)
            return .done(.init(time: time))
        case .judge(let campaign, let stop):
            judge(campaign, stop: stop)
            return .done(.init(time: time))
        }
    }

    private mutating func start(_ node: NodeName) {
        func isEarlier(_ owner: NodeName?) -> Bool {
            owner?.text == node.text && owner?.boot != node.boot
        }
        for index in units.indices where isEarlier(units[index].owner) { units[index].owner = nil }
        for (number, row) in rows where isEarlier(row.owner) { rows[number]?.owner = nil }
    }

    private mutating func plan(_ number: Campaign.Number, at time: DatabaseTime) {
        guard var stored = campaigns[number], !stored.isPlanned,
            let state = stored.state.after(.planned, isPlanned: false)
        else { return }
        let own = numbers.filter { installations[$0]?.app == stored.campaign.app }
        stored.isPlanned = true
        stored.plannedAt = time
        stored.state = state
        if stored.broadcast != nil {
            let unit = UnitPlan.broadcast(of: number, dueTimes: stored.dueTimes)
            units.append(StoredUnit(unit: unit, mark: unit.first - 1))
        } else if let first = own.first, let last = own.last {
            units += UnitPlan.units(
                of: number, numbers: first...last, dueTimes: stored.dueTimes,
                numbersPerUnit: numbersPerUnit
            ).map { StoredUnit(unit: $0, mark: $0.first - 1) }
        }
        campaigns[number] = stored
        finishIfDone(number)
    }

    private func page(_ request: PageRequest, at time: DatabaseTime) -> StoreResponse.Page {
        guard let stored = units.first(where: { $0.unit.id == request.lease.unit }),
            let campaign = campaigns[request.lease.unit.campaign]
        else { return .init(time: time, recipients: [], isLast: true) }
        if let broadcast = campaign.broadcast {
            return .init(time: time, recipients: [broadcast.recipient], isLast: true)
        }
        var found: [Recipient] = []
        var index = numbers.firstIndex { $0 > request.after } ?? numbers.endIndex
        while index < numbers.endIndex, numbers[index] <= stored.unit.last {
            if let installation = installations[numbers[index]],
                installation.app == campaign.campaign.app,
                campaign.contains(installation, in: stored.unit)
            {
                if found.count == request.limit {
                    return .init(time: time, recipients: found, isLast: false)
                }
                found.append(installation.recipient)
            }
            index += 1
        }
        return .init(time: time, recipients: found, isLast: true)
    }

    private mutating func reserve(
        _ request: CapRequest, at time: DatabaseTime
    ) -> StoreResponse.Reserved {
        var granted: [Int64] = []
        for place in request.places {
            let key = CapKey(
                name: request.cap.name, installation: place.installation, day: place.day)
            var uses = capUses[key] ?? []
            let reach = place.day - request.cap.reach...place.day + request.cap.reach
            let others = reach.reduce(into: Set<Campaign.Number>()) { found, day in
                found.formUnion(
                    capUses[
                        CapKey(
                            name: request.cap.name, installation: place.installation, day: day)]
                        ?? [])
            }
            let isRoom = others.count < request.cap.perDayMax || Bug.is(.capRace)
            guard isRoom || others.contains(request.campaign) else { continue }
            uses.insert(request.campaign)
            capUses[key] = uses
            granted.append(place.installation)
        }
        return .init(time: time, installations: granted)
    }

    private mutating func renew(
        _ request: LeaseRenewal, at time: DatabaseTime
    ) -> StoreResponse.Renewed {
        var refused: [UnitLease] = []
        for lease in request.leases {
            guard let index = units.firstIndex(where: { $0.unit.id == lease.unit }),
                units[index].fence == lease.fence, units[index].owner == request.node
            else {
                refused.append(lease)
                continue
            }
            if let span = request.lease { units[index].leaseUntil = time + span }
        }
        return .init(
            time: time, refused: refused, statuses: statuses(request.campaigns))
    }

    private mutating func release(_ leases: [UnitLease]) {
        for lease in leases {
            guard let index = units.firstIndex(where: { $0.unit.id == lease.unit }),
                units[index].fence == lease.fence
            else { continue }
            units[index].owner = nil
        }
    }

    private mutating func judge(_ number: Campaign.Number, stop: StopReason?) {
        guard var stored = campaigns[number], !stored.trial.isJudged else { return }
        stored.trial.judged()
        if let stop, let state = stored.state.after(.stop, isPlanned: true) {
            stored.state = state
            stored.stopReason = stop
        }
        campaigns[number] = stored
    }

    func statuses(_ numbers: [Campaign.Number]) -> [CampaignStatus] {
        Set(numbers).sorted().compactMap { campaigns[$0]?.status }
    }

    mutating func addRow(_ row: StoredRow) {
        lastRow += 1
        rows[lastRow] = StoredRow(
            number: lastRow, campaign: row.campaign, installation: row.installation,
            variant: row.variant, countedAs: row.countedAs,
            attempts: row.attempts, dueAt: row.dueAt)
    }

    /// Ends a campaign if all its units and deliveries have ended.
    mutating func finishIfDone(_ number: Campaign.Number) {
        guard let stored = campaigns[number], stored.isPlanned,
            let state = stored.state.after(.finish, isPlanned: true),
            !units.contains(where: { $0.unit.id.campaign == number && !$0.isFinished }),
            !rows.values.contains(where: { $0.campaign == number })
        else { return }
        campaigns[number]?.state = state
    }
}
