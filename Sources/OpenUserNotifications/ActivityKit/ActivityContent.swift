// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a Live Activity shows, and for how long it is fresh. Apple: since iOS 16.2.
public struct ActivityContent<State>: CustomStringConvertible
where State: Decodable, State: Encodable, State: Hashable {
    /// What it shows.
    public let state: State
    /// From when on it is stale; nil for never.
    public let staleDate: Date?
    /// How important it is among the app's own; 0 by default.
    public let relevanceScore: Double

    /// Content.
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }

    public var description: String {
        "ActivityContent(state: \(state), staleDate: \(staleDate?.description ?? "nil"), "
            + "relevanceScore: \(relevanceScore))"
    }
}

extension ActivityContent: Sendable where State: Sendable {}
