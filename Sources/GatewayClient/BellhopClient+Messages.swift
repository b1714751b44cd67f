// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The recipient of a message.
public enum ClientRecipient: Hashable, Sendable {
    /// All installations of a user.
    case user(String)
    case installation(String)
    /// A token. If it is not registered, the message's options must name the app and the
    /// environment.
    case token(DeviceToken)

    fileprivate var path: String {
        switch self {
        case .user(let user): "/v1/users/\(BellhopClient.segment(user))/messages"
        case .installation(let id): "/v1/installations/\(BellhopClient.segment(id))/messages"
        case .token(let token): "/v1/tokens/\(token.hex)/messages"
        }
    }
}

/// Messages: to one user, installation or token.
extension BellhopClient {
    /// Sends a text.
    public func send(
        _ text: String, to recipient: ClientRecipient, options: MessageOptions = MessageOptions(),
        idempotencyKey: String? = nil
    ) async throws -> MessageResource {
        try await send(
            Payload(aps: APS(alert: .text(text))), to: recipient, options: options,
            idempotencyKey: idempotencyKey)
    }

    /// Sends a payload. The message is stored durably when this returns, and is sent afterwards.
    ///
    /// - Parameter idempotencyKey: a key that identifies the message, in case your server sends it
    ///   twice: within 48 hours, the gateway sends only one message for a key. By default, a new
    ///   key, which this call uses for its own retries.
    public func send(
        _ payload: Payload, to recipient: ClientRecipient,
        options: MessageOptions = MessageOptions(), idempotencyKey: String? = nil
    ) async throws -> MessageResource {
        let response = try await call(
            "POST", recipient.path + Self.query(options.fields(now: now)), payload.encoded,
            idempotencyKey: idempotencyKey ?? Self.makeKey())
        return try read(response)
    }

    /// Returns a message with its first deliveries; `nil` if there is none.
    public func message(_ id: String) async throws -> MessageResource? {
        try await find("/v1/messages/" + Self.segment(id))
    }

    /// Returns a delivery by its identifier, which is its `apns-id`; `nil` if there is none.
    public func delivery(_ id: String) async throws -> DeliveryResource? {
        try await find("/v1/deliveries/" + Self.segment(id))
    }
}

extension MessageOptions {
    /// The query parameters for these options.
    fileprivate func fields(now: Date) -> [(name: String, value: String?)] {
        let seconds: Int? =
            switch expiry {
            case nil: nil
            case .after(let seconds): seconds
            case .at(let date): max(0, Int(saturating: date.timeIntervalSince(now)))
            }
        return [
            ("push_type", pushType?.rawValue), ("priority", priority.map { "\($0.rawValue)" }),
            ("collapse_id", collapseID?.text), ("expires_in", seconds.map { "\($0)" }),
            ("topic", topic?.text), ("app", app), ("environment", environment?.rawValue),
            ("activity", activity), ("attributes_type", attributesType), ("lane", lane?.rawValue),
        ]
    }
}
