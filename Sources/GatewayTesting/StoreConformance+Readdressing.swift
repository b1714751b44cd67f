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
    static let readdressing = [
        Check("a rotated token takes over queued deliveries, under new identifiers") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            let rotated = try await scene.register("i1", token: 2, at: 1)
            try expect(rotated.tokens.map(\.token), [try StoreScene.token(2)], "tokens")
            try expect(try await scene.tokenState(1), .replaced, "old token")
            try expect(
                try await scene.outcomes("m1"),
                [
                    try StoreScene.token(1): "cancelled token_replaced",
                    try StoreScene.token(2): "queued",
                ], "deliveries")
            let claimed = try await scene.claimOne(at: 2)
            try expect(
                claimed.request.deviceToken, try StoreScene.token(2), "token that is sent to")
            try expect(
                claimed.id,
                DeliveryID.make(
                    messageID: "m1", token: try StoreScene.token(2), environment: .sandbox),
                "identifier")
        },
        Check("a token that is replaced during an attempt passes its retry to the new token") {
            scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .installation("i1"))
            let claimed = try await scene.claimOne()
            try await scene.register("i1", token: 2, at: 2)
            try await scene.register("i1", token: 3, at: 3)
            try await scene.record(
                claimed, .retry(at: StoreScene.at(5), reason: "no_answer", status: nil), at: 4)
            try expect(
                try await scene.outcomes("m1"),
                [
                    try StoreScene.token(1): "cancelled token_replaced",
                    try StoreScene.token(2): "cancelled token_replaced",
                    try StoreScene.token(3): "queued",
                ], "deliveries")
            try expect(
                try await scene.claimOne(at: 6).request.deviceToken, try StoreScene.token(3),
                "token")
        },
        Check("a replaced token that is registered again takes its queue back") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            try await scene.register("i1", token: 2, at: 1)
            try await scene.register("i1", token: 1, at: 2)
            try expect(
                try await scene.outcomes("m1"),
                [
                    try StoreScene.token(1): "queued",
                    try StoreScene.token(2): "cancelled token_replaced",
                ], "deliveries")
            let claimed = try await scene.claimOne(at: 3)
            try expect(claimed.request.deviceToken, try StoreScene.token(1), "token")
        },
        Check("a token that is replaced during an attempt keeps the final outcome") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .installation("i1"))
            let claimed = try await scene.claimOne()
            try await scene.register("i1", token: 2, at: 2)
            try await scene.record(
                claimed, .finish(.accepted, reason: nil, status: 200), token: .proven)
            try expect(
                try await scene.outcomes("m1"), [try StoreScene.token(1): "accepted"], "delivery")
            try expect(try await scene.tokenState(1), .replaced, "old token")
        },
        Check("a token that moves to another user is removed from the old installation") { scene in
            try await scene.register("i1", token: 1, user: "alex")
            try await scene.post("m1", to: .user("alex"))
            try await scene.post("m2", to: .installation("i1"))
            try await scene.post("m3", to: .token(try StoreScene.token(1), .sandbox))
            try await scene.register("i2", token: 1, user: "bo", at: 1)
            try expect(
                try await scene.store.installation(id: "i1")?.tokens.count, 0,
                "tokens of the old one")
            try expect(try await scene.tokenCount(1), 1, "entries of the token")
            let token = try StoreScene.token(1)
            try expect(
                try await scene.outcomes("m1"), [token: "cancelled token_moved"], "for the user")
            try expect(
                try await scene.outcomes("m2"), [token: "cancelled token_moved"],
                "for the installation")
            try expect(try await scene.outcomes("m3"), [token: "queued"], "for the token itself")
            try expect(
                try await scene.accept(scene.message("m4", to: .user("alex"))),
                .noTargets(families: []),
                "a message to the old user")
        },
        Check("a token that comes back in another installation of its user keeps the user's queue")
        { scene in
            try await scene.register("i1", token: 1, user: "alex")
            try await scene.post("m1", to: .user("alex"))
            try await scene.register("i2", token: 1, user: "alex", at: 1)
            try expect(
                try await scene.outcomes("m1"), [try StoreScene.token(1): "queued"], "delivery")
        },
        Check("when an installation's user changes, the old user's queue is dropped") { scene in
            try await scene.register("i1", token: 1, user: "alex")
            try await scene.post("m1", to: .user("alex"))
            try await scene.post("m2", to: .installation("i1"))
            let sending = try await scene.claim(limit: 1)
            try await scene.register("i1", token: 1, user: nil, at: 2)
            for claimed in sending {
                try await scene.record(
                    claimed, .retry(at: StoreScene.at(5), reason: "no_answer", status: nil), at: 3)
            }
            let token = try StoreScene.token(1)
            try expect(
                try await scene.outcomes("m1"), [token: "cancelled token_moved"], "for the user")
            let state = try await scene.deliveries("m2").map(\.state)
            try expect(state, [.queued], "for the installation")
        },
    ]
}
