// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopGateway

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A type that opens the storage under test.
public protocol StoreHarness: Sendable {
    /// Opens the storage. The storage is empty at the first call. At later calls, it has the
    /// contents with which it was closed.
    func open(now: Date) async throws -> any GatewayStore
}

/// The requirements for every driver of the gateway's storage. The tests of a driver run each check
/// with a new harness.
///
/// ```swift
/// @Test(arguments: StoreConformance.checks)
/// func conforms(_ check: StoreConformance.Check) async throws { try await check.run(MyHarness()) }
/// ```
public enum StoreConformance {
    /// A check of one requirement.
    public struct Check: Sendable, CustomStringConvertible {
        /// The requirement, as a sentence.
        public let name: String
        /// Runs the check, and throws ``ConformanceFailure`` if the driver does not meet the
        /// requirement.
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
            + reports + reportRaces + inbox + receipts + lanes + retention + imports
            + queue
    }
}

/// The error when a driver does not meet a requirement.
public struct ConformanceFailure: Error, Hashable, CustomStringConvertible {
    public let description: String
}

/// Throws an error if two values differ.
func expect<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
    guard found == wanted else {
        throw ConformanceFailure(description: "\(what): found \(found), wanted \(wanted)")
    }
}

/// Returns a value, or throws an error if the value is `nil`.
func require<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw ConformanceFailure(description: "\(what): found nothing") }
    return value
}
