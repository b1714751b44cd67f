// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The state of a campaign's own limit of notifications per minute.
struct CampaignRate: Sendable {
    var limit: RateLimit
    /// The uptime until which the limit is used up by deliveries that were given back to the store.
    var promisedUntil = Duration.zero
    let interval: Duration

    init(perMinute: Int) {
        limit = RateLimit(perMinute: perMinute)
        interval = .nanoseconds(60_000_000_000 / Int64(max(1, perMinute)))
    }
}

/// Applies the campaigns' own limits. The store lets only one node at a time send the units of a
/// campaign with such a limit, so the nodes do not have to share the limit.
extension NodeCore {
    /// Returns the number of notifications of a campaign's units that its own limit allows.
    mutating func rateRoom(of campaign: Campaign) -> Int {
        guard let rate = rate(of: campaign) else { return .max }
        let available = rate.limit.available(at: now)
        if available == 0 { wake(at: rate.limit.nextDue) }
        return available
    }

    /// Returns the time after which a delivery of a campaign is tried again because of the
    /// campaign's own limit; `nil` if it may be sent now.
    ///
    /// Deliveries that were held back together, for instance during quiet hours, get places one
    /// after another, so that each of them goes back to the store only once.
    mutating func delay(of campaign: Campaign) -> Duration? {
        guard let rate = rate(of: campaign), rate.limit.available(at: now) == 0 else { return nil }
        let place = max(rate.promisedUntil, rate.limit.nextDue, now) + rate.interval
        campaignRates[campaign.number]?.promisedUntil = place
        return place - now
    }

    private mutating func rate(of campaign: Campaign) -> CampaignRate? {
        guard let perMinute = campaign.perMinuteMax, !Bug.is(.campaignRateIgnored) else {
            return nil
        }
        if let rate = campaignRates[campaign.number] { return rate }
        let rate = CampaignRate(perMinute: perMinute)
        campaignRates[campaign.number] = rate
        return rate
    }
}
