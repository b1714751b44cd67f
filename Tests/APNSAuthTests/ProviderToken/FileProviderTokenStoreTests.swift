// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import Simulation
import Testing

struct FileProviderTokenStoreTests {
    private static let name = "TEAM123456.ABC123DEFG"
    private let clock = VirtualClock()
    private let key: ProviderKey

    init() throws { key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456") }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "bellhop-tokens-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func token(_ second: Double) throws -> SharedProviderToken {
        SharedProviderToken(
            text: try ProviderToken(signedBy: key, issuedAt: clock.now + second).text,
            isEarlyChange: false)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a stored token is readable by its owner only, and compared before it is replaced`()
        async throws
    {
        try await withFolder { folder in
            let store = FileProviderTokenStore(folder: folder)
            #expect(try await store.load(Self.name) == nil)
            let first = try token(1)
            let second = try token(2)
            #expect(try await store.replace(nil, with: first, name: Self.name) == first)
            #expect(try await store.replace(nil, with: second, name: Self.name) == first)
            #expect(try await store.load(Self.name) == first)
            #expect(try await store.replace(first, with: second, name: Self.name) == second)
            #expect(try await FileProviderTokenStore(folder: folder).load(Self.name) == second)
            #expect(try mode(folder) == 0o700)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
                #expect(try mode(folder + "/" + file) == 0o600)
            }
        }
    }

    @Test func `exactly one of fifty simultaneous replacements of a token succeeds`() async throws {
        try await withFolder { folder in
            let offers = try (0..<50).map { try token(Double($0)) }
            let kept = try await withThrowingTaskGroup(of: SharedProviderToken?.self) { group in
                for offer in offers {
                    group.addTask {
                        try await FileProviderTokenStore(folder: folder)
                            .replace(nil, with: offer, name: Self.name)
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(kept.count == 1)
        }
    }

    @Test func `sources with a store in one folder use one token`() async throws {
        try await withFolder { folder in
            let time = clock.timeSource
            let tokens = try await withThrowingTaskGroup(of: ProviderToken.self) { group in
                for _ in 0..<10 {
                    // Locks wait on the machine's clock, which the test does not have to advance.
                    let source = ProviderTokenSource(
                        key: key, store: FileProviderTokenStore(folder: folder)
                    ) { Issue.record("\($0)") }
                    group.addTask { try await source.refreshed(time) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
        }
    }

    @Test
    func `a file that others can read, a damaged file and a link are rejected with a message`()
        async throws
    {
        try await withFolder { folder in
            let store = FileProviderTokenStore(folder: folder)
            _ = try await store.replace(nil, with: try token(1), name: Self.name)
            let path = folder + "/" + Self.name + ".json"
            func failure() async -> String? {
                do {
                    _ = try await store.load(Self.name)
                    return nil
                } catch { return "\(error)" }
            }
            #expect(await failure() == nil)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(await failure()?.contains("can read or write it") == true)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            try Data("{\"token\":\"eyJsecret".utf8).write(to: URL(filePath: path))
            #expect(await failure()?.contains("damaged") == true)
            #expect(await failure()?.contains("eyJ") == false)
            try FileManager.default.moveItem(atPath: path, toPath: folder + "/elsewhere")
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: folder + "/elsewhere")
            #expect(await failure()?.contains(path) == true)
        }
    }

    @Test func `a folder that cannot be created is reported, and the source still has a token`()
        async throws
    {
        let reports = Reports()
        let source = ProviderTokenSource(
            key: key, store: FileProviderTokenStore(folder: "/dev/null/tokens")
        ) { failure in reports.add("\(failure)") }
        let token = try await source.refreshed(clock.timeSource)
        #expect(try source.ready(clock.timeSource) == token)
        let report = try #require(reports.all.first)
        #expect(report.contains("/dev/null/tokens"))
    }

    @Test(arguments: ["", "../up", "a/b", ".hidden", "lower"])
    func `an invalid key name is rejected`(name: String) async throws {
        try await withFolder { folder in
            await #expect(throws: FileProviderTokenStoreError.self) {
                try await FileProviderTokenStore(folder: folder).load(name)
            }
        }
    }
}
