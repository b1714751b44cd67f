// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopGateway

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Opens the storage under test.
public protocol StoreHarness: Sendable {
    /// Opens the storage; the first time it is empty, after closing it holds what it held.
    func open(now: Date) async throws -> any GatewayStore
}

/// What every driver of the gateway's storage must do; a driver's tests run each check on a new
/// harness.
///
/// ```swift
/// @Test(arguments: StoreConformance.checks)
/// func conforms(_ check: StoreConformance.Check) async throws { try await check.run(MyHarness()) }
/// ```
public enum StoreConformance {
    /// One thing that a driver must do.
    public struct Check: Sendable, CustomStringConvertible {
        /// What it must do, as a sentence.
        public let name: String
        /// Throws ``ConformanceFailure`` when the driver does something else.
        public let run: @Sendable (any StoreHarness) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (StoreScene) async throws -> Void) {
            self.name = name
            self.run = { harness in
                let scene = try await StoreScene(harness)
                try await run(scene)
                try await scene.store.close()
            }
        }

        public var description: String { name }
    }

    /// All checks.
    public static var checks: [Check] {
        registry + registration + readdressing + acceptance + claiming + recording + keys
            + reports + reportRaces + inbox + receipts + lanes
    }
}

/// How a driver differs from what it must do.
public struct ConformanceFailure: Error, Hashable, CustomStringConvertible {
    public let description: String
}

/// Throws when two values differ.
func expect<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
    guard found == wanted else {
        throw ConformanceFailure(description: "\(what): found \(found), wanted \(wanted)")
    }
}

/// Throws when there is no value.
func require<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw ConformanceFailure(description: "\(what): found nothing") }
    return value
}
