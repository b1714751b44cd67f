// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The reason why a call of the gateway failed.
public enum ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The gateway refused the request. The problem's `code` is stable, and its `detail` says what
    /// to do.
    case refused(Problem)
    /// There was no response, even after the request was repeated.
    ///
    /// - Parameter mayHaveBeenProcessed: whether the gateway may have processed the request. If it
    ///   has an idempotency key, it can be sent again with the same key.
    case noResponse(cause: String, mayHaveBeenProcessed: Bool)
    /// The server that responded is not a Bellhop gateway, or has another version.
    case notUnderstood(status: Int)

    public var description: String {
        switch self {
        case .refused(let problem): problem.description
        case .noResponse(let cause, let mayHaveBeenProcessed):
            "the gateway does not respond (\(cause)); "
                + (mayHaveBeenProcessed
                    ? "the request may have been processed; send it again with the same "
                        + "idempotency key"
                    : "check the gateway's URL, and check that the gateway is running")
        case .notUnderstood(let status):
            "the response with status \(status) cannot be read; check that the URL is that of a "
                + "Bellhop gateway of the same version"
        }
    }

    /// The gateway's problem; `nil` for other errors.
    public var problem: Problem? {
        if case .refused(let problem) = self { problem } else { nil }
    }
}
