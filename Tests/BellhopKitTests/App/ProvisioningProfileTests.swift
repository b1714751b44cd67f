// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

@testable import BellhopKit

struct ProvisioningProfileTests {
    @Test(
        "REG-9: a profile determines the environment of tokens",
        arguments: [
            (.development, .sandbox), (.adHoc, .production), (.mac, .sandbox), (.without, nil),
        ] as [(SampleProfile, APNSEnvironment?)])
    func environment(_ sample: SampleProfile, _ environment: APNSEnvironment?) throws {
        let profile = try #require(ProvisioningProfile(sample.data))
        #expect(profile.environment == environment)
    }

    @Test func `the entitlements of a profile are read with their types`() throws {
        let list = try #require(ProvisioningProfile(SampleProfile.development.data)).entitlements
        #expect(list["application-identifier"] as? String == "A1B2C3D4E5.com.example.shop")
        #expect(list["get-task-allow"] as? Bool == true)
        #expect(
            list["com.apple.security.application-groups"] as? [String]
                == ["group.com.example.shop"])
    }

    @Test(
        "a file that is not a profile is ignored",
        arguments: [
            "", "<?xml", "</plist><?xml", "<?xml version=\"1.0\"?><plist></plist>",
            "<?xml version=\"1.0\"?><plist><array/></plist>",
            "<?xml version=\"1.0\"?><plist><dict><key>Entitlements</key><true/></dict></plist>",
            "<?xml version=\"1.0\"?><plist><dict><key>Entitlements</key></plist>",
            "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><plist>&b;</plist>",
        ])
    func noProfile(_ text: String) {
        #expect(ProvisioningProfile(Data(text.utf8)) == nil)
    }

    @Test func `deeply nested arrays are refused and do not overflow the stack`() {
        let depth = 100_000
        let text =
            "<?xml version=\"1.0\"?><plist>" + String(repeating: "<array>", count: depth)
            + String(repeating: "</array>", count: depth) + "</plist>"
        #expect(ProvisioningProfile(Data(text.utf8)) == nil)
    }

    @Test("damaged profiles do not trap", arguments: SampleProfile.allCases)
    func damaged(_ sample: SampleProfile) {
        let data = sample.data
        for count in stride(from: 0, to: data.count, by: 7) {
            _ = ProvisioningProfile(data.prefix(count))
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 1...300 {
            var damaged = data
            for _ in 1...3 {
                let index = Int.random(in: 0..<data.count, using: &generator)
                damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            _ = ProvisioningProfile(damaged)
            // The indices of a slice need not start at 0.
            _ = ProvisioningProfile(damaged.dropFirst(3))
        }
    }

    @Test func `a file that is larger than the limit is refused`() {
        let large = SampleProfile.development.data + Data(count: ProvisioningProfile.byteCountMax)
        #expect(ProvisioningProfile(large) == nil)
    }
}
