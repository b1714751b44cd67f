// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Where processes that send with one key keep their provider token, so that all use the same one:
/// a file, a database, a cache.
///
/// APNs wants one token for a key for at least 20 minutes ("Establishing a token-based connection
/// to APNs"). With a store, whoever is first signs, and the others take that token. What is read
/// is verified with the key before it is used.
///
/// A step that takes longer than ``ProviderTokenSource/storeTimeout`` is cancelled; a store has to
/// heed that. A store that fails or is late stops nobody: the process signs for itself.
///
/// The stored text lets its holder send to every app of the team until it is an hour old. Keep it
/// where only the senders can read it, and out of logs.
public protocol ProviderTokenStore: Sendable {
    /// The token that is stored under a name, `nil` when there is none.
    ///
    /// - Parameter name: team and key identifier, for instance `TEAM123456.ABC123DEFG`; only
    ///   letters, digits and the full stop.
    func load(_ name: String) async throws -> SharedProviderToken?

    /// Stores a token, if what is stored is still what was seen; as one step that nobody can come
    /// between.
    ///
    /// - Parameter seen: what ``load(_:)`` or this call answered last; `nil` for nothing.
    /// - Returns: what is stored afterwards: the new token, or that of whoever was first.
    func replace(
        _ seen: SharedProviderToken?, with new: SharedProviderToken, name: String
    ) async throws -> SharedProviderToken?
}

/// A provider token as it stands in a ``ProviderTokenStore``. Secret for an hour.
public struct SharedProviderToken: Hashable, Sendable, Codable {
    /// The JWT.
    public let text: String
    /// Whether it was signed sooner after the one before than is usual, because APNs had called
    /// that one expired; the next has to wait then.
    public let isEarlyChange: Bool

    public init(text: String, isEarlyChange: Bool) {
        self.text = text
        self.isEarlyChange = isEarlyChange
    }

    private enum CodingKeys: String, CodingKey {
        case text = "token"
        case isEarlyChange = "is_early_change"
    }
}

extension SharedProviderToken:
    CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    public var description: String { "shared provider token \(ShortHash.hex(text.utf8))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["isEarlyChange": isEarlyChange]) }
}

/// Why a ``ProviderTokenStore`` could not be used. Sending went on with a token of this process's
/// own.
public enum ProviderTokenStoreFailure: Error, Sendable, CustomStringConvertible {
    /// It took longer than ``ProviderTokenSource/storeTimeout``.
    case timedOut
    /// Other processes kept storing tokens that are no use here; their clocks or keys differ.
    case contended
    /// It threw. The error is the store's own and may say more than belongs in a log.
    case failed(any Error)

    /// One line without secrets.
    public var description: String {
        switch self {
        case .timedOut:
            "the shared store of provider tokens did not answer in time; check that it is up"
        case .contended:
            "other processes store provider tokens that are of no use here; check that all have "
                + "the same key and the right time"
        case .failed(let error as FileProviderTokenStoreError): error.description
        case .failed(let error):
            "the shared store of provider tokens failed (\(type(of: error))); check that it is up"
        }
    }
}
