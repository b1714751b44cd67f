// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An error in work for which no caller waits. Nothing is lost unless the description of the case
/// says so; see ``PushConfiguration/onError``.
public enum PushError: Error, Sendable, CustomStringConvertible {
    /// The app's code for a message threw. The message is considered unhandled: when it arrives
    /// again or is fetched, it is handled again.
    case messageFailed(id: String?, any Error)
    /// The app's code for a tap or an action threw. This code is not called again.
    case responseHandlerFailed(PushResponse.Choice, id: String?, any Error)
    /// The app's code was still running at its time limit and was cancelled.
    case tookTooLong(id: String?)
    /// The person chose an action that has no handler and does not open the app.
    case noHandler(PushActionID)
    /// Missed messages could not be fetched. The next fetch begins at the same position.
    case fetchFailed(any Error)
    /// The kit's files could not be read or written.
    case files(any Error)
    /// There is no key for sealed messages. Such messages are shown with their neutral text.
    case noEncryptionKey(EncryptionError)
    /// The app's server refused a decision about a topic, for instance because the topic is not
    /// declared. The decision is dropped.
    case topicRefused(String, any Error)
    /// The system rejected the request for background refresh.
    case refreshRefused(any Error)

    public var description: String {
        switch self {
        case .messageFailed(_, let error):
            "the handler of a message failed (\(Self.name(error))). It is called again when the "
                + "message is received again."
        case .responseHandlerFailed(let choice, _, let error):
            "the handler of \(choice.name) failed (\(Self.name(error))) and is not called again. "
                + "If it sends data, make it store the data and send it later."
        case .tookTooLong:
            "a handler took too long and was cancelled. Do less work in the handler, or do the "
                + "work after the handler returns."
        case .noHandler(let id):
            "action \"\(id.rawValue)\" has no handler. Register one in the configuration."
        case .fetchFailed(let error):
            "messages could not be fetched (\(Self.name(error))). The next fetch tries again."
        case .files(let error):
            "files in the shared folder cannot be read or written (\(Self.name(error))). After a "
                + "restart this is expected until the phone has been unlocked once."
        case .noEncryptionKey(let error):
            "there is no key for sealed messages: \(error)"
        case .topicRefused(let topic, let error):
            "the server refused the decision about the topic \"\(topic)\" (\(Self.reason(error))). "
                + "Declare the topic on the server, or correct its name in the app."
        case .refreshRefused(let error):
            "the system refused the background refresh (\(Self.name(error))). Check the background "
                + "modes and BGTaskSchedulerPermittedIdentifiers in Info.plist."
        }
    }

    /// Returns the server's code for a refusal, or the name of the error's type.
    private static func reason(_ error: any Error) -> String {
        (error as? BackendError)?.problem ?? name(error)
    }

    /// Returns only the name of the error's type, because the error's text may contain parts of a
    /// message.
    private static func name(_ error: any Error) -> String { "\(type(of: error))" }
}
