// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The reason why a channel management request failed.
///
/// The description states what happened and what to try, in one line that contains no secrets.
public struct APNSChannelError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Cause: Hashable, Sendable {
        /// APNs rejected the request. The `row` of the rejection's reason contains the meaning and
        /// the remedy.
        case rejected(ChannelRejection)
        /// No response from APNs was received.
        case noResponse(UnknownOutcome)
        /// APNs reported success, but its response lacks the required content. The text states the
        /// problem.
        case invalidResponse(String)
        /// The text does not have the form of a bundle identifier; nothing was sent.
        case badBundleID(String)
        /// ``APNSChannelClient/shutdown()`` has been called; nothing was sent.
        case closed
    }

    /// The requested operation.
    public var operation: ChannelRequest.Operation
    public var cause: Cause

    public init(_ operation: ChannelRequest.Operation, _ cause: Cause) {
        self.operation = operation
        self.cause = cause
    }

    /// Whether the same request can be repeated without harm.
    ///
    /// Reading is always harmless, and so is deleting twice: the second time APNs responds with
    /// `ChannelNotRegistered`. If the response to a
    /// ``/APNSWire/ChannelRequest/Operation/create(_:)`` was lost, however, a channel whose
    /// identifier is unknown may exist; list the channels before creating another one.
    public var isSafeToRepeat: Bool {
        guard case .create = operation else { return true }
        return switch cause {
        case .noResponse(let unknown): !unknown.mayHaveBeenProcessed
        case .invalidResponse: false
        // A status of 500 or higher without a reason may come from an intermediary that received no
        // response from APNs.
        case .rejected(let rejection): rejection.hasReason || rejection.status < 500
        case .badBundleID, .closed: true
        }
    }

    public var description: String {
        let advice =
            isSafeToRepeat
            ? "" : "; a channel may have been created: list the channels before creating another"
        return switch cause {
        case .rejected(let rejection):
            "APNs rejected the request to \(task): \(rejection)\(advice)"
        case .noResponse(let unknown):
            "no response to the request to \(task): \(unknown.cause)\(advice)"
        case .invalidResponse(let problem):
            "invalid response to the request to \(task): \(problem)\(advice)"
        case .badBundleID(let text):
            "\"\(text.prefix(255))\" is not a bundle identifier; use the app's, for instance "
                + "com.example.app"
        case .closed: "the client was shut down; create a new one to \(task)"
        }
    }

    private var task: String {
        switch operation {
        case .create: "create a channel"
        case .read(let channel): "read channel \(channel)"
        case .list: "list the channels"
        case .delete(let channel): "delete channel \(channel)"
        }
    }
}
