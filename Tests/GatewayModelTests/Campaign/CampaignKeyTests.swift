// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation
import Testing

struct CampaignKeyTests {
    @Test func `the step and the endpoint can be recovered from an apns-id`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let key = CampaignKey(using: &generator)
            let step = UInt16(truncatingIfNeeded: generator.next())
            let endpoint = Int64(generator.next() % UInt64(CampaignKey.endpointCountMax))
            let id = key.apnsID(step: step, endpoint: endpoint)
            let place = try #require(key.place(of: id))
            #expect(place.step == step)
            #expect(place.endpoint == endpoint)
            #expect(CampaignKey.tag(of: id) == key.tag)
            // Version 8 and the variant of RFC 9562.
            let text = Array(id.text)
            #expect(text[14] == "8")
            #expect("89ab".contains(text[19]))
        }
    }

    @Test func `no two endpoints of a campaign have the same identifier`() {
        var generator = SeededGenerator(seed: 2)
        let key = CampaignKey(using: &generator)
        var seen: Set<APNSID> = []
        for endpoint in 0..<20_000 as Range<Int64> {
            #expect(seen.insert(key.apnsID(step: 0, endpoint: endpoint)).inserted)
        }
    }

    @Test func `an apns-id that is not of the campaign yields no step or endpoint`() {
        var generator = SeededGenerator(seed: 3)
        let key = CampaignKey(using: &generator)
        let other = CampaignKey(using: &generator)
        #expect(key.place(of: other.apnsID(step: 0, endpoint: 7)) == nil)
        #expect(key.place(of: APNSID.random(using: &generator)) == nil)
    }

    @Test func `variants are divided in the proportion of their shares`() {
        var generator = SeededGenerator(seed: 4)
        let campaign = Campaign(
            number: 1, app: 1, credential: 1, key: CampaignKey(using: &generator),
            deadline: DatabaseTime(milliseconds: 0), variantShares: [1, 3])
        let second = (0..<10_000 as Range<Int64>).count { campaign.variant(for: $0) == 1 }
        #expect(7300...7700 ~= second)
        #expect(campaign.variant(for: 17) == campaign.variant(for: 17))
    }
}
