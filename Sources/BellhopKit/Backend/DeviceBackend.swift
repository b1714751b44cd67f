// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

/// The server that sends to this app, as the app sees it.
///
/// ``HTTPBackend`` connects to a Bellhop gateway. An app that uses another server implements the
/// first four calls for that server, and the calls for topics if the app uses ``PushTopics``. All
/// calls must be idempotent, because the kit repeats a call whose response was lost.
public protocol DeviceBackend: Sendable {
    /// Sends the server the current state of this installation.
    ///
    /// - Throws: any error; the kit tries again later.
    func register(_ registration: DeviceRegistration, as installation: Installation) async throws

    /// Deletes the installation and all its tokens.
    func unregister(_ installation: Installation) async throws

    /// Returns the messages sent to this installation after a cursor, oldest first.
    ///
    /// - Parameter cursor: the cursor of the previous page; `nil` for the first page.
    func messages(
        after cursor: String?, for installation: Installation
    ) async throws -> DeviceMessagePage

    /// Sends receipts, which report what happened to messages; a call has at most
    /// ``/GatewayAPI/GatewayLimits/receiptsPerBatchMax`` receipts.
    func send(_ receipts: [Receipt], from installation: Installation) async throws

    /// Returns the decisions about topics that the server has stored for this installation.
    ///
    /// By default, throws ``BackendError`` with status 501: the server has no topics.
    func topics(of installation: Installation) async throws -> [TopicState]

    /// Stores a decision about a topic; it replaces an earlier decision about the same topic.
    ///
    /// By default, throws ``BackendError`` with status 501: the server has no topics.
    func decide(
        _ decision: TopicDecision, topic: String, for installation: Installation
    ) async throws
}

extension DeviceBackend {
    public func topics(of installation: Installation) async throws -> [TopicState] {
        throw BackendError.noTopics
    }

    public func decide(
        _ decision: TopicDecision, topic: String, for installation: Installation
    ) async throws {
        throw BackendError.noTopics
    }
}

extension BackendError {
    fileprivate static let noTopics = BackendError(
        .refused(status: 501),
        "the app's backend has no topics. Implement topics(of:) and decide(_:topic:for:).",
        isRetryable: false)
}

/// The identity of the caller: this copy of the app on this phone.
public struct Installation: Hashable, Sendable, Codable {
    /// An identifier created at the first launch after installing; identifies neither the person
    /// nor the phone.
    public var id: String
    /// 256 random bits, by which the server recognizes later calls of the same installation. The
    /// value is secret.
    public var secret: String

    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }
}

extension Installation: CustomStringConvertible, CustomReflectable {
    public var description: String { "installation \(id)" }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
