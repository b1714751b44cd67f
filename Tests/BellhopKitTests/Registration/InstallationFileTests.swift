// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Simulation
import Testing

@testable import BellhopKit

struct InstallationFileTests {
    let folder = SharedFolder(
        FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))

    private func current(_ phone: String?, seed: UInt64 = 1) throws -> (Installation, Bool) {
        var generator = SeededGenerator(seed: seed)
        let result = try InstallationFile(folder: folder).current(phone: phone, using: &generator)
        return (result.installation, result.isNew)
    }

    @Test func `the installation is created once, with a 256-bit secret and a random identifier`()
        throws
    {
        #expect(try InstallationFile(folder: folder).known() == nil)
        let (made, isNew) = try current("phone-1")
        #expect(isNew)
        #expect(Data(base64Encoded: made.secret)?.count == 32)
        let id = try #require(UUID(uuidString: made.id))
        #expect(id.uuid.6 >> 4 == 4 && id.uuid.8 >> 6 == 2)
        let (again, isNewAgain) = try current("phone-1", seed: 2)
        #expect(again == made && !isNewAgain)
        #expect(try InstallationFile(folder: folder).known() == made)
    }

    /// The phone on which the file was created, the current phone, and whether the installation
    /// stays.
    @Test(
        "REG-5: an installation is not transferred to another phone",
        arguments: [
            ("a", "a", true), ("a", "b", false), ("a", nil, true), (nil, "b", true),
            (nil, nil, true),
        ] as [(String?, String?, Bool)])
    func travel(_ made: String?, _ now: String?, _ stays: Bool) throws {
        let (first, _) = try current(made)
        let (second, isNew) = try current(now, seed: 2)
        #expect((first == second) == stays)
        #expect((first.id == second.id) == stays)
        #expect(isNew == !stays)
        // The decision is kept, now that the phone is known.
        #expect(try current(now, seed: 3).0 == second)
        #expect(try current("c", seed: 4).1 == (made != nil || now != nil))
    }

    @Test func `a damaged file is treated as missing`() throws {
        let (first, _) = try current("a")
        let url = folder.onThisPhone.url.appendingPathComponent("installation.json")
        try Data("{".utf8).write(to: url)
        let (second, isNew) = try current("a", seed: 2)
        #expect(isNew && first != second)
    }

    @Test func `concurrent calls return the same installation`() async throws {
        let all = try await withThrowingTaskGroup(of: Installation.self) { group in
            for seed in 1...20 {
                group.addTask { try current("a", seed: UInt64(seed)).0 }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(all.count == 1)
    }

    @Test func `no description of an installation contains its secret`() throws {
        let (made, _) = try current("a")
        for text in ["\(made)", String(reflecting: made)] { #expect(!text.contains(made.secret)) }
    }
}
