// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A request with its sender's own name for it.
public struct IdentifiedPush<ID: Sendable>: Sendable {
    /// Whatever tells the sender which request an outcome belongs to: a number, a row's key.
    public var id: ID
    public var request: PushRequest

    @inlinable
    public init(id: ID, request: PushRequest) {
        self.id = id
        self.request = request
    }
}

/// What became of one request of a bulk send.
public struct PushResult<ID: Sendable>: Sendable {
    public let id: ID
    /// The outcome; an error when the request could not be made, so that nothing was sent.
    public let result: Result<PushOutcome, PushRequestError>

    @inlinable
    public init(id: ID, result: Result<PushOutcome, PushRequestError>) {
        self.id = id
        self.result = result
    }
}
