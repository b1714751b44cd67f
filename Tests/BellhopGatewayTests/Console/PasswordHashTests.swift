// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct PasswordHashTests {
    private static let cheap = PasswordHash.Costs(roundsLog: 10, blockSize: 1, parallelism: 1)

    @Test func `a password matches only its own hash, also after the hash was stored as text`()
        throws
    {
        var generator = SystemRandomNumberGenerator()
        let hash = try PasswordHash(of: "correct horse", costs: Self.cheap, using: &generator)
        let stored = try #require(PasswordHash(hash.text))
        #expect(stored == hash)
        #expect(stored.matches("correct horse"))
        for other in ["Correct horse", "correct horse ", "", "correct\u{200B} horse"] {
            #expect(!stored.matches(other), "\(other)")
        }
        let again = try PasswordHash(of: "correct horse", costs: Self.cheap, using: &generator)
        #expect(again.text != hash.text, "each hash has its own salt")
        #expect(!hash.text.contains("horse"))
    }

    @Test(arguments: [
        "", "scrypt", "scrypt:15:8:3:00", "scrypt:31:8:3:00:00", "scrypt:15:0:3:00:00",
        "scrypt:15:8:3:zz:00", "scrypt:15:8:3:00:", "bcrypt:15:8:3:00:00",
    ])
    func `a text in no known format is not accepted as a password hash`(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    @Test func `the costs of scrypt are those of OWASP's Password Storage Cheat Sheet`() {
        #expect(PasswordHash.costs == .init(roundsLog: 15, blockSize: 8, parallelism: 3))
    }

    @Test func `a checker refuses further checks when too many wait`() async {
        // One check takes far longer than adding all of them to the queue.
        let checker = PasswordChecker(
            decoy: .decoy(.init(roundsLog: 12, blockSize: 8, parallelism: 1)))
        let results = await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<200 { group.addTask { await checker.matches("x", nil) } }
            return await group.reduce(into: [Bool?]()) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 != true })
        #expect(results.contains(false) && results.contains(nil))
        #expect(await checker.matches("x", nil) == false, "later ones are checked again")
    }
}
