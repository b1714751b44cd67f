// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Who gets a connection first when a database has too few of them.
public enum SQLUrgency: Hashable, Sendable {
    /// Requests to the API, which wait for a limited time and leave some connections free.
    case usual
    /// The sending of accepted notifications, for which a connection is reserved.
    case sending

    /// The urgency of the transactions of this task and of its child tasks.
    @TaskLocal public static var current = SQLUrgency.usual

    /// Runs a closure whose transactions have this urgency.
    public func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await Self.$current.withValue(self) { try await body() }
    }
}
