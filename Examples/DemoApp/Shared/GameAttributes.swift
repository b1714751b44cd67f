// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsShim

/// A match of the local club, as a Live Activity that a push starts.
public struct GameAttributes: ActivityAttributes, Sendable {
    /// The values that change during the match. Pushes contain them as `content-state`.
    public struct ContentState: Codable, Hashable, Sendable {
        public var home: Int
        public var away: Int
        public var period: String
        public var clock: String

        public init(home: Int, away: Int, period: String, clock: String) {
            self.home = home
            self.away = away
            self.period = period
            self.clock = clock
        }
    }

    public let homeTeam: String
    public let awayTeam: String
    public let gameId: String

    public init(homeTeam: String, awayTeam: String, gameId: String) {
        self.homeTeam = homeTeam
        self.awayTeam = awayTeam
        self.gameId = gameId
    }
}
