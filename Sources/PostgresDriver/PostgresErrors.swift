// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import CLibPQ
import SQLCore

extension SQLError {
    /// Creates an error from a statement's SQLSTATE (PostgreSQL's documentation, appendix A). The
    /// server's text may quote values, so only the code is part of the message.
    init(state: String, _ name: String) {
        let (kind, text): (Kind, String) =
            switch state {
            case "40001", "40P01", "55P03":
                (.conflict, "a transaction in \(name) conflicted with another one; try again")
            case "25P03":
                (.conflict, "a transaction in \(name) was idle for too long; try again")
            case "53100", "53000":
                (.diskFull, "the disk of \(name) is full; free space and try again")
            case "25006", "42501":
                (
                    .unwritable,
                    "\(name) cannot be written; use the primary server, and a user with write "
                        + "permission"
                )
            case "57014":
                (.unavailable, "a statement took too long in \(name); check the server's load")
            case "XX001", "XX002":
                (.corrupt, "\(name) is damaged; restore a backup")
            case _ where Self.connectionClasses.contains(String(state.prefix(2))):
                (
                    .unavailable,
                    "\(name) closed the connection (SQLSTATE \(state)); check that the server is "
                        + "running"
                )
            case "53300":
                (.unavailable, "\(name) accepts no more connections; raise max_connections")
            default:
                (
                    .failed,
                    "\(name) rejected a statement with SQLSTATE \(state); see the server's log"
                )
            }
        self.init(kind, text, code: state)
    }

    /// The SQLSTATE classes of connection errors (08) and of interventions such as a shutdown (57).
    private static let connectionClasses: Set<String> = ["08", "57"]

    /// Returns the error for a connection that could not be opened or was lost.
    static func lost(_ connection: OpaquePointer?, _ name: String) -> SQLError {
        let text = PostgresResult.text(PQerrorMessage(connection)) ?? ""
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            line.drop { $0.isWhitespace }
        }
        let cause = lines.isEmpty ? "the connection was lost" : lines.joined(separator: ", ")
        return SQLError(
            .unavailable,
            "\(name) cannot be reached: \(cause); start the server, or correct the address")
    }
}
#endif
