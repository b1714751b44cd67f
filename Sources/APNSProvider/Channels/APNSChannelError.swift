// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Why a question or order about channels has no result.
///
/// The description says what happened and what to try, in one line without secrets.
public struct APNSChannelError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Cause: Hashable, Sendable {
        /// APNs refused it; the rejection's reason has a row with meaning and remedy.
        case rejected(ChannelRejection)
        /// No response of APNs came.
        case noAnswer(UnknownOutcome)
        /// APNs answered that it was done, but not what it has to say with it; the text says what
        /// is wrong with the answer.
        case unusableAnswer(String)
        /// The text has not the shape of a bundle identifier; nothing was sent.
        case badBundleID(String)
        /// ``APNSChannelClient/shutdown()`` was called before; nothing was sent.
        case closed
    }

    /// What was asked for.
    public var operation: ChannelRequest.Operation
    public var cause: Cause

    public init(_ operation: ChannelRequest.Operation, _ cause: Cause) {
        self.operation = operation
        self.cause = cause
    }

    /// Whether asking for the same again can do no harm.
    ///
    /// Reading never does, and a channel that is deleted twice is gone once: the second time APNs
    /// answers `ChannelNotRegistered`. But when the answer to a
    /// ``ChannelRequest/Operation/create(_:)`` was lost, there may be a channel that nobody knows
    /// of; list the channels before creating another.
    public var isSafeToRepeat: Bool {
        guard case .create = operation else { return true }
        return switch cause {
        case .noAnswer(let unknown): !unknown.mayHaveBeenProcessed
        case .unusableAnswer: false
        // A gateway in between says so when it is the one that has no answer.
        case .rejected(let rejection): rejection.hasReason || rejection.status < 500
        case .badBundleID, .closed: true
        }
    }

    public var description: String {
        let advice =
            isSafeToRepeat
            ? "" : "; a channel may have been created: list the channels before creating another"
        return switch cause {
        case .rejected(let rejection): "APNs refused to \(words): \(rejection)\(advice)"
        case .noAnswer(let unknown): "no answer when asked to \(words): \(unknown.cause)\(advice)"
        case .unusableAnswer(let fault): "asked to \(words): \(fault)\(advice)"
        case .badBundleID(let text):
            "\"\(text.prefix(255))\" is not a bundle identifier; name the app, for instance "
                + "com.example.app"
        case .closed: "the client was shut down; make a new one to \(words)"
        }
    }

    private var words: String {
        switch operation {
        case .create: "create a channel"
        case .read(let channel): "read channel \(channel)"
        case .list: "list the channels"
        case .delete(let channel): "delete channel \(channel)"
        }
    }
}
