// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why the server cannot start.
public enum SimulatorServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Listening on an address failed. `problem` describes the cause.
    case cannotListen(host: String, port: Int, problem: String)
    /// The file for the record of requests cannot be opened. `problem` is the system's description
    /// of the cause.
    case cannotRecord(path: String, problem: String)
    /// The certificate or its key cannot be used.
    case badIdentity(String)

    public var description: String {
        switch self {
        case .cannotListen(let host, let port, let problem):
            "cannot listen on \(host) port \(port): \(problem)"
        case .cannotRecord(let path, let problem):
            "cannot record requests in \(path): \(problem); choose a file in a writable "
                + "folder"
        case .badIdentity(let problem):
            "the server's certificate cannot be used: \(problem); delete the certificate, and the "
                + "simulator creates a new one"
        }
    }
}
