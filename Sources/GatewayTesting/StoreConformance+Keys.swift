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
    static let keys = [
        Check("an app keeps its first keys when it is renamed") { scene in
            let app = try await scene.putApp("com.example.two", keys: "1")
            try expect(app.keys?.clientKey, "client com.example.two 1", "client key")
            try expect(app.keys?.identitySecret, "identity com.example.two 1", "secret")
            let again = try await scene.putApp("com.example.two", name: "Two", keys: "2")
            try expect(again.keys, app.keys, "keys after renaming")
            try expect(
                try await scene.store.app(bundleID: "com.example.two"), again, "app that is shown")
        },
        Check("proof of a user's identity is required until the setting is changed") { scene in
            for (given, wanted) in [
                (nil, .required), (.off, .off), (nil, .off), (.required, .required),
            ] as [(UserProofRule?, UserProofRule)] {
                let app = try await scene.putApp(StoreScene.app, userProof: given)
                try expect(app.userProof, wanted, "rule after \(given.map(\.rawValue) ?? "nil")")
            }
        },
        Check("a client key is valid until two newer keys have been created") { scene in
            let first = "client \(StoreScene.app) 1"
            for (key, good, bad) in [
                ("a", ["a", first], ["b"]), ("b", ["b", "a"], [first, ""]),
            ] {
                let app = try await scene.store.rotateClientKey(
                    bundleID: StoreScene.app, to: key)
                try expect(app?.keys?.clientKey, key, "client key")
                for text in good {
                    try expect(
                        try await scene.store.app(clientKey: text)?.bundleID, StoreScene.app,
                        "app of \(text)")
                }
                for text in bad {
                    try expect(
                        try await scene.store.app(clientKey: text), nil, "app of \(text)")
                }
            }
            try expect(
                try await scene.store.rotateClientKey(bundleID: "com.example.none", to: "c"), nil,
                "rotating without app")
        },
        Check("when an identity secret is replaced, the previous secret is kept") { scene in
            let app = try await scene.store.rotateIdentitySecret(
                bundleID: StoreScene.app, to: "new")
            try expect(app?.keys?.identitySecret, "new", "secret")
            try expect(
                app?.keys?.identitySecretBefore, "identity \(StoreScene.app) 1",
                "secret before")
            try expect(
                try await scene.store.rotateIdentitySecret(
                    bundleID: "com.example.none", to: "c"), nil, "rotating without app")
        },
    ]
}
