// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A request with the sender's own identifier for it.
public struct IdentifiedPush<ID: Sendable>: Sendable {
    /// The identifier by which the sender matches an outcome to its request, such as a number or
    /// the key of a database row.
    public var id: ID
    public var request: PushRequest

    @inlinable
    public init(id: ID, request: PushRequest) {
        self.id = id
        self.request = request
    }
}

/// The result of one request of a bulk send.
public struct PushResult<ID: Sendable>: Sendable {
    public let id: ID
    /// The outcome; an error when the request is invalid, in which case nothing was sent.
    public let result: Result<PushOutcome, PushRequestError>

    @inlinable
    public init(id: ID, result: Result<PushOutcome, PushRequestError>) {
        self.id = id
        self.result = result
    }
}
