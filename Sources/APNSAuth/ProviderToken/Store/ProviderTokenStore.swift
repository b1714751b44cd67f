// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Shared storage for the provider token of a key, so that all processes that send with the key use
/// the same token. The storage can be, for example, a file, a database or a cache.
///
/// APNs requires that a key use one token for at least 20 minutes ("Establishing a token-based
/// connection to APNs"). With a store, the first process signs a token and the other processes use
/// it. A stored token is verified with the key before it is used.
///
/// A step that takes longer than ``ProviderTokenSource/storeTimeout`` is cancelled, and a store
/// must react to the cancellation. If a store fails or is too slow, the process signs its own token
/// and continues.
///
/// Anyone who can read the stored text can send to every app of the team until the token is an hour
/// old. Store the text where only the senders can read it, and do not log it.
public protocol ProviderTokenStore: Sendable {
    /// Returns the token that is stored under a name; `nil` when no token is stored.
    ///
    /// - Parameter name: the team identifier and the key identifier, for instance
    ///   `TEAM123456.ABC123DEFG`. The name contains only letters, digits and the full stop.
    func load(_ name: String) async throws -> SharedProviderToken?

    /// Stores a token if the stored token is still the token that the caller read last. The
    /// comparison and the change are one atomic step.
    ///
    /// - Parameter seen: the last result of ``load(_:)`` or of this function; `nil` for no token.
    /// - Returns: The token that is stored afterwards: the new token, or the token of another
    ///   process that was faster.
    func replace(
        _ seen: SharedProviderToken?, with new: SharedProviderToken, name: String
    ) async throws -> SharedProviderToken?
}

/// A provider token in the form in which a ``ProviderTokenStore`` stores it. It is secret, because
/// APNs accepts it for an hour.
public struct SharedProviderToken: Hashable, Sendable, Codable {
    /// The text of the token, which is a JWT.
    public let text: String
    /// Whether the token was signed within 20 minutes of the previous token, because APNs had
    /// reported the previous token as expired. After such an early change, a second early change is
    /// not allowed.
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

/// The reason why a ``ProviderTokenStore`` could not be used. Sending continues with a token that
/// this process signed.
public enum ProviderTokenStoreFailure: Error, Sendable, CustomStringConvertible {
    /// The store took longer than ``ProviderTokenSource/storeTimeout``.
    case timedOut
    /// Other processes kept storing tokens that this process cannot use, because the clocks or the
    /// keys of the processes differ.
    case contended
    /// The store threw an error. Its text may contain more than should be logged.
    case failed(any Error)

    /// A description in one line, without secrets.
    public var description: String {
        switch self {
        case .timedOut:
            "the shared store of provider tokens did not respond in time; check that it is running"
        case .contended:
            "other processes store provider tokens that this process cannot use; check that all "
                + "processes have the same key and the correct time"
        case .failed(let error as FileProviderTokenStoreError): error.description
        case .failed(let error):
            "the shared store of provider tokens failed (\(type(of: error))); check that it is "
                + "running"
        }
    }
}
