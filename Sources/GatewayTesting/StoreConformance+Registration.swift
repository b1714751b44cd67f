// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoreConformance {
    static let registry = [
        Check("an app is created once, and can be renamed") { scene in
            let renamed = try await scene.putApp(StoreScene.app, name: "Renamed", at: 1)
            try expect(renamed.name, "Renamed", "name")
            try expect(try await scene.store.apps().map(\.name), ["Renamed"], "apps")
            try expect(try await scene.store.app(bundleID: "com.example.none"), nil, "unknown app")
        },
        Check("a credential replaces the previous one, and needs an existing app") { scene in
            for key in ["AAAAAAAAAA", "BBBBBBBBBB"] {
                let credential = AppCredential(
                    bundleID: StoreScene.app, keyID: key, teamID: "TTTTTTTTTT", p8: "secret \(key)",
                    fingerprint: key)
                let app = try await scene.store.putCredential(credential, now: StoreScene.at(5))
                try expect(app?.credential?.keyID, key, "key shown")
                try expect(app?.credential?.updatedAt, StoreScene.at(5), "time of change")
                try expect(
                    try await scene.store.credential(bundleID: StoreScene.app), credential,
                    "credential")
            }
            let homeless = AppCredential(
                bundleID: "com.example.none", keyID: "C", teamID: "T", p8: "", fingerprint: "")
            try expect(
                try await scene.store.putCredential(homeless, now: StoreScene.start), nil,
                "without app")
        },
        Check("API keys are found by identifier and listed by age") { scene in
            for (index, id) in ["zzzzzzzz", "aaaaaaaa"].enumerated() {
                try await scene.store.insertKey(
                    StoredAPIKey(
                        id: id, name: id, hash: [1, 2, UInt8(index)],
                        createdAt: StoreScene.at(Double(index))))
            }
            try expect(try await scene.store.key(id: "aaaaaaaa")?.hash, [1, 2, 1], "hash")
            try expect(try await scene.store.key(id: "bbbbbbbb"), nil, "unknown key")
            try expect(try await scene.store.keys().map(\.id), ["zzzzzzzz", "aaaaaaaa"], "keys")
        },
        Check("an API key keeps its scopes, its apps and its last use") { scene in
            var key = StoredAPIKey(
                id: "aaaaaaaa", name: "n", hash: [1], createdAt: StoreScene.start,
                scopes: [.messagesWrite, .appsRead], apps: AppLimit(["b", "a"]))
            try await scene.store.insertKey(key)
            try expect(try await scene.store.key(id: key.id), key, "key")
            try await scene.store.noteUse(ofKey: key.id, now: StoreScene.at(5))
            key.lastUsedAt = StoreScene.at(5)
            try expect(try await scene.store.keys(), [key], "key after its use")
        },
        Check("a revoked API key keeps its time, is listed last, and is later deleted") { scene in
            for (index, id) in ["aaaaaaaa", "bbbbbbbb"].enumerated() {
                try await scene.store.insertKey(
                    StoredAPIKey(
                        id: id, name: id, hash: [1], createdAt: StoreScene.at(Double(index))))
            }
            for seconds in [10.0, 20] {
                let key = try await scene.store.revokeKey(
                    id: "aaaaaaaa", now: StoreScene.at(seconds))
                try expect(key?.revokedAt, StoreScene.at(10), "moment")
            }
            try expect(
                try await scene.store.revokeKey(id: "cccccccc", now: StoreScene.at(20)), nil,
                "unknown key")
            try expect(try await scene.store.keys().map(\.id), ["bbbbbbbb", "aaaaaaaa"], "keys")
            let later = 11 + GatewayLimits.revokedKeySecondsMax
            _ = try await scene.store.revokeKey(id: "bbbbbbbb", now: StoreScene.at(later))
            try expect(try await scene.store.keys().map(\.id), ["bbbbbbbb"], "keys that are left")
        },
        Check("calls after closing throw GatewayStoreError") { scene in
            let other = try await scene.reopened(at: 0)
            do {
                _ = try await scene.store.apps()
                throw ConformanceFailure(description: "the storage responded after it was closed")
            } catch is GatewayStoreError {}
            try await other.store.close()
        },
    ]

    static let registration = [
        Check("registering again with the same values changes only the times") { scene in
            let first = try await scene.register("i1", token: 1, at: 0)
            var second = try await scene.register("i1", token: 1, at: 60)
            try expect(second.registeredAt, StoreScene.at(60), "time of registration")
            try expect(second.tokens.map(\.registeredAt), [StoreScene.at(60)], "time of the token")
            second.registeredAt = first.registeredAt
            second.tokens[0].registeredAt = first.tokens[0].registeredAt
            try expect(second, first, "everything else")
            try expect(
                try await scene.store.installations(InstallationFilter()).count, 1, "installations")
        },
        Check("after simultaneous registrations, each token has one installation") { scene in
            // One installation with many tokens, one token in many installations, and others, all
            // registered simultaneously.
            let found = try await withThrowingTaskGroup(of: StoredInstallation.self) { group in
                for number in UInt8(1)...20 {
                    group.addTask { try await scene.register("same", token: number) }
                    group.addTask { try await scene.register("i\(number)", token: 100) }
                    group.addTask { try await scene.register("o\(number)", token: 100 + number) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expect(found.count, 60, "registered")
            for installation in found {
                try expect(installation.user, "alex", "user of \(installation.id)")
            }
            let same = try await scene.store.installation(id: "same")
            try expect(same?.tokens.count, 1, "tokens of the same installation")
            var owners = 0
            for number in 1...20 {
                owners += try await scene.store.installation(id: "i\(number)")?.tokens.count ?? 0
                let other = try await scene.store.installation(id: "o\(number)")
                try expect(
                    other?.tokens.map(\.token), [try StoreScene.token(UInt8(100 + number))],
                    "token of o\(number)")
            }
            try expect(owners, 1, "installations with the same token")
        },
        Check("after simultaneous reports, a token or secret has one installation") { scene in
            let app = TokenName(.app)
            try await scene.device("old", [app: 99])
            try await scene.post("m1", to: .installation("old"))
            let found = try await withThrowingTaskGroup(of: (String, RegistrationOutcome).self) {
                group in
                for number in UInt8(1)...20 {
                    group.addTask {
                        let id = "d\(number)"
                        return (id, try await scene.report(id, [app: number], user: "u\(number)"))
                    }
                    group.addTask {
                        let id = "m\(number)"
                        return (id, try await scene.report(id, [app: 99, TokenName(.voip): 200]))
                    }
                    group.addTask {
                        ("same", try await scene.report("same", [app: 150], secret: number))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expect(found.count, 60, "outcomes")
            var owners = 0
            var secrets = 0
            for (id, outcome) in found {
                switch outcome {
                case .registered(let installation):
                    try expect(installation.id, id, "identifier")
                    if id == "same" { secrets += 1 }
                default:
                    try expect(id, "same", "refused: \(outcome)")
                    try expect(outcome, .otherSecret, "another secret")
                }
                owners +=
                    try await scene.store.installation(id: id)?.tokens.count { token in
                        token.token == (try? StoreScene.token(99))
                    } ?? 0
            }
            try expect(secrets, 1, "secrets that were accepted")
            try expect(owners, 1, "installations with the same token")
            // The token belongs to another installation now, so the message has no recipient.
            try expect(try await scene.claim().count, 0, "deliveries")
        },
        Check("an installation needs an existing app, which cannot be changed") { scene in
            try await scene.putApp("com.example.two")
            try await scene.register("i1", token: 1)
            var registration = Registration(
                installationID: "i1", bundleID: "com.example.two", token: try StoreScene.token(2),
                environment: .sandbox)
            try expect(
                try await scene.store.register(registration, now: StoreScene.start),
                .otherApp(bundleID: StoreScene.app), "an identifier of another app")
            registration.bundleID = "com.example.none"
            try expect(
                try await scene.store.register(registration, now: StoreScene.start), .appNotFound,
                "no app")
            try expect(try await scene.tokenCount(2), 0, "tokens left by refused calls")
        },
        Check("tokens of several families belong to one installation") { scene in
            try await scene.register("i1", token: 1)
            try await scene.register("i1", token: 2, family: .voip)
            let both = try await scene.register("i1", token: 3, family: .voip)
            try expect(
                both.tokens.map(\.token), [try StoreScene.token(1), try StoreScene.token(3)],
                "tokens")
        },
        Check("Live Activity tokens exist side by side") { scene in
            try await scene.register("i1", token: 1, family: .liveActivity)
            let both = try await scene.register("i1", token: 2, family: .liveActivity)
            try expect(both.tokens.count, 2, "tokens")
        },
        Check("installations are listed page by page and by filter") { scene in
            for number in 1...5 {
                try await scene.register(
                    "i\(number)", token: UInt8(number), user: number == 3 ? "bo" : "alex")
            }
            var seen: [String] = []
            var filter = InstallationFilter(user: "alex", bundleID: StoreScene.app, limit: 3)
            while true {
                let page = try await scene.store.installations(filter)
                seen += page.map(\.id)
                guard page.count == 3 else { break }
                filter.after = page.last?.id
            }
            try expect(seen, ["i1", "i2", "i4", "i5"], "installations of one user")
            let none = InstallationFilter(bundleID: "com.example.none")
            try expect(try await scene.store.installations(none).count, 0, "of another app")
        },
        Check("a deleted installation is gone and its queue is cancelled") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            try expect(
                try await scene.store.deleteInstallation(id: "i1", now: StoreScene.at(1)), true,
                "deleting")
            try expect(
                try await scene.store.deleteInstallation(id: "i1", now: StoreScene.at(1)), false,
                "again")
            try expect(try await scene.store.installation(id: "i1"), nil, "installation")
            try expect(
                try await scene.outcomes("m1"),
                [try StoreScene.token(1): "cancelled installation_deleted"], "delivery")
            try expect(try await scene.claim().count, 0, "deliveries due")
            try await scene.register("i2", token: 1)
            try expect(try await scene.tokenState(1), .active, "token after registering it again")
        },
    ]
}

extension StoreScene {
    func tokenCount(_ token: UInt8) async throws -> Int {
        try await store.tokens(matching: Self.token(token)).count
    }
}
