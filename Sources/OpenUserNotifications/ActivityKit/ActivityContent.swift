// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The content of a Live Activity and its stale date. Available since iOS 16.2.
public struct ActivityContent<State>: CustomStringConvertible
where State: Decodable, State: Encodable, State: Hashable {
    /// The content state.
    public let state: State
    /// The date from which the content is out of date; `nil` if the content never becomes out of
    /// date.
    public let staleDate: Date?
    /// The importance of this Live Activity among the app's Live Activities; 0 by default.
    public let relevanceScore: Double

    /// Creates content.
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
