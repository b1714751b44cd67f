// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel

/// Time zones, and the users who travel between them.
///
/// The clocks of these zones differ by minutes and not by hours, so that a campaign at a local time
/// ends soon: an offset of 60 minutes from UTC, as a device reports it, counts as one minute in a
/// schedule.
extension GatewayWorld {
    private static let offsets = Array(stride(from: -180, through: 180, by: 60))

    /// The zone of a device; `nil` for one offset, whose devices have not reported a zone.
    static func zone(ofUTCOffset offset: Int) -> String? {
        offset == 180 ? nil : "zone \(offset)"
    }

    /// The schedule of a campaign whose first zone is due at a time.
    static func schedule(_ first: DatabaseTime) -> LocalSchedule {
        LocalSchedule(
            wall: WallTime(seconds: first.milliseconds / 1000 + 181),
            zones: offsets.compactMap(zone), fallback: "zone -120", now: first.milliseconds,
            late: .sendNow
        ) { zone, _ in zone.split(separator: " ").last.flatMap { Int64($0) } ?? 0 }
    }

    func dueTime(
        of recipient: Recipient, in stored: MemoryStore.StoredCampaign
    ) -> DatabaseTime {
        guard let schedule = stored.schedule else { return stored.notBefore }
        let due = schedule.dueAt(Self.zone(ofUTCOffset: recipient.utcOffset))
        return due.map(DatabaseTime.init(milliseconds:)) ?? stored.notBefore
    }

    /// Whether the notification has become a delivery of its own. In that case, its time had
    /// already come in the device's previous zone.
    func isRow(_ attempt: Attempt) -> Bool {
        store.rows.values.contains {
            $0.campaign == attempt.campaign && $0.installation == attempt.recipient.installation
        }
    }

    /// A user goes to another time zone, and the app registers there.
    mutating func travel() {
        let numbers = store.installations.keys.sorted()
        guard !numbers.isEmpty else { return }
        let number = numbers[random.below(numbers.count)]
        let offset = Self.offsets[random.below(Self.offsets.count)]
        guard let token = store.installations[number]?.token else { return }
        // The app registers its token again, so the token is alive.
        truth.deadTokens[token] = nil
        truth.lastDead[number] = nil
        truth.deadSince[number] = nil
        let time = databaseTime + .milliseconds(1)
        store.change(number) {
            $0.utcOffset = offset
            $0.zone = Self.zone(ofUTCOffset: offset)
            $0.registeredAt = time
            $0.isDead = false
            $0.isSuspect = false
        }
        truth.tally.journeys += 1
        trace.add(now, "installation \(number) travels to \(offset)", [number])
    }

    /// A campaign with its own rate limit keeps to the limit on all nodes together.
    mutating func checkCampaignRate(_ campaign: Campaign, _ attempt: Attempt, _ name: String) {
        guard let rate = campaign.perMinuteMax, attempt.number == 1, profile.isCalm else { return }
        let window = now.components.seconds / 10
        var sends = truth.sendsOfCampaign[campaign.number] ?? (window, 0)
        if sends.window != window { sends = (window, 0) }
        sends.count += 1
        truth.sendsOfCampaign[campaign.number] = sends
        // Each node may begin with a tenth of a second's notifications.
        if sends.count > rate / 6 * 11 / 10 + 2 + 3 * nodes.count {
            truth.addProblem("N8: \(name) is one of \(sends.count) in ten seconds")
        }
    }
}
