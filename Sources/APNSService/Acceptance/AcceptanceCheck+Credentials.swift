// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks of the sender's credentials. Source: "Establishing a token-based connection to APNs".
extension AcceptanceCheck {
    /// `MissingProviderToken`, `InvalidProviderToken`, `ExpiredProviderToken`: the provider token
    /// must be present and valid.
    static let providerToken = AcceptanceCheck("provider token", .credentials) { request, _ in
        guard case .failure(let failure) = request.sender else { return nil }
        return Refusal(failure.reason, because: failure.explanation)
    }

    /// `ExpiredProviderToken`: every token that follows an expired token on the same connection is
    /// rejected, if ``ServiceOptions/wedgesAfterExpiredProviderToken`` or
    /// ``ServiceOptions/silence`` requires it.
    static let expiredConnection = AcceptanceCheck("expired connection", .credentials) {
        request, service in
        let options = service.options
        let isOption =
            options.wedgesAfterExpiredProviderToken || options.silence == .afterExpiredProviderToken
        guard request.connection.isWedged || request.connection.sawExpiredToken && isOption
        else { return nil }
        return Refusal(
            .expiredProviderToken,
            because: "this connection was used with an expired provider token; open a new "
                + "connection")
    }

    /// `BadEnvironmentKeyIdInToken`: the key is valid only in the other environment.
    static let keyEnvironment = AcceptanceCheck("key environment", .connection) { request, _ in
        guard let key = request.token?.key, let only = key.environment,
            only != request.environment
        else { return nil }
        return Refusal(
            .badEnvironmentKeyIDInToken,
            because:
                "key \(key.keyID) is valid for \(only.rawValue) only, but the request was sent to "
                + "\(request.environment.rawValue)"
        )
    }

    /// Rejects a second team on the same connection with ``ServiceOptions/secondTeamReason``.
    static let team = AcceptanceCheck("team", .connection) { request, service in
        guard let key = request.token?.key, let bound = request.connection.binding,
            bound.teamID != key.teamID
        else { return nil }
        return Refusal(
            service.options.secondTeamReason,
            because:
                "this connection belongs to team \(bound.teamID), but the provider token belongs "
                + "to team \(key.teamID)"
        )
    }

    /// `UnrelatedKeyIdInToken`: a topic-specific key and an unrelated key may not be used on the
    /// same connection.
    ///
    /// Apple documents that a topic-specific key may not follow a team key, that a team key may not
    /// follow a topic-specific key, and that only a related key may follow a topic-specific key.
    /// Where Apple says nothing, Bellhop assumes that keys for the same topics are related, and
    /// that a team key may follow another team key.
    static let relatedKey = AcceptanceCheck("related key", .connection) { request, _ in
        guard let key = request.token?.key, let bound = request.connection.binding,
            bound.keyID != key.keyID, bound.bundleIDs != key.bundleIDs
        else { return nil }
        return Refusal(
            .unrelatedKeyIDInToken,
            because:
                "the first request of this connection used key \(bound.keyID), to which key "
                + "\(key.keyID) is not related"
        )
    }

    /// `TooManyProviderTokenUpdates`: the provider token of a connection may not change again
    /// within 20 minutes.
    ///
    /// Apple documents that the token may change at most once every 20 minutes on each connection.
    /// Bellhop chose to accept a token issued 20 minutes after the current token even if the
    /// connection has used the current token for less than 20 minutes, because connections that
    /// open at different times share a token.
    static let tokenUpdates = AcceptanceCheck("provider token updates", .connection) { request, _ in
        guard let token = request.token, let current = request.connection.token,
            current.text != token.text,
            request.tokenNow.timeIntervalSince(current.issuedAt) <= CheckedProviderToken.ageMax
        else { return nil }
        let sinceChange = request.now.timeIntervalSince(current.since)
        let betweenIssues = abs(token.issuedAt.timeIntervalSince(current.issuedAt))
        guard sinceChange < tokenUpdateIntervalMin, betweenIssues < tokenUpdateIntervalMin else {
            return nil
        }
        return Refusal(
            .tooManyProviderTokenUpdates,
            because:
                "the provider token was changed again \(Int(saturating: sinceChange)) s after the "
                + "last change; use each provider token for at least 20 minutes")
    }

    /// The minimum time between two changes of the provider token on a connection, in seconds.
    static let tokenUpdateIntervalMin: TimeInterval = 20 * 60
}
