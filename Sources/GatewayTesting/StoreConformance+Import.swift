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
    static let imports = [
        Check("registrations in one transaction have the effect of separate ones") { scene in
            try await scene.putApp("com.example.two")
            try await scene.register("old", token: 1)
            try await scene.register("moved", token: 2, user: "bo")
            try await scene.post("m1", to: .user("alex"))
            try await scene.post("m2", to: .user("bo"))
            let outcomes = try await scene.importing(
                [
                    ("new", 10, "alex", StoreScene.app), ("old", 1, "alex", StoreScene.app),
                    ("rotated", 11, nil, StoreScene.app), ("rotated", 12, nil, StoreScene.app),
                    ("taker", 2, "alex", StoreScene.app),
                    ("nowhere", 13, nil, "com.example.none"),
                    ("old", 14, nil, "com.example.two"),
                ], at: 5)
            try expect(
                outcomes,
                [
                    .registered, .registered, .registered, .registered, .registered, .appNotFound,
                    .otherApp(bundleID: StoreScene.app),
                ], "outcomes")
            for (id, tokens) in [
                ("new", [10]), ("old", [1]), ("rotated", [12]), ("taker", [2]), ("moved", []),
            ] as [(String, [UInt8])] {
                let stored = try require(
                    try await scene.store.installation(id: id), "installation \(id)")
                try expect(
                    stored.tokens.map(\.token), try tokens.map { try StoreScene.token($0) },
                    "tokens of \(id)")
            }
            try expect(
                try await scene.store.installation(id: "old")?.registeredAt, StoreScene.at(5),
                "time of one that was known")
            try expect(
                try await scene.outcomes("m2"),
                [try StoreScene.token(2): "cancelled token_moved"], "for the user before")
            try expect(
                try await scene.outcomes("m1"), [try StoreScene.token(1): "queued"],
                "for a user whose token stayed")
            try expect(try await scene.tokenCount(13), 0, "tokens left by a refused line")
        },
        Check("repeating the same registrations changes only their times") { scene in
            let lines = (1...30).map {
                (id: "i\($0)", token: UInt8($0), user: Optional("alex"), app: StoreScene.app)
            }
            try expect(
                Set(try await scene.importing(lines, at: 1)), [.registered], "the first time")
            let first = try await scene.store.installations(InstallationFilter())
            try expect(first.count, 30, "installations")
            try expect(
                Set(try await scene.importing(lines, at: 9)), [.registered], "the second time")
            let second = try await scene.store.installations(InstallationFilter())
            for (before, after) in zip(first, second) {
                var after = after
                try expect(after.registeredAt, StoreScene.at(9), "time of \(after.id)")
                try expect(after.tokens.map(\.registeredAt), [StoreScene.at(9)], "of its token")
                after.registeredAt = before.registeredAt
                after.tokens[0].registeredAt = before.tokens.first?.registeredAt
                try expect(after, before, "everything else")
            }
        },
    ]
}

extension StoreScene {
    fileprivate func importing(
        _ lines: [(id: String, token: UInt8, user: String?, app: String)], at seconds: Double
    ) async throws -> [ImportOutcome] {
        try await store.register(
            try lines.map { line in
                Registration(
                    installationID: line.id, bundleID: line.app,
                    token: try Self.token(line.token), environment: .sandbox, user: line.user)
            }, now: Self.at(seconds))
    }
}
