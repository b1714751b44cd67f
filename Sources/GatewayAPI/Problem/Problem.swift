// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Why a request was not done: the body of every answer with a status of 400 or more.
///
/// `application/problem+json` (RFC 9457 section 3). ``type`` is a relative reference which the
/// gateway itself answers. Never holds a key, a whole device token or the text of a message.
public struct Problem: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The media type of a problem.
    public static let contentType = "application/problem+json"
    /// What stands before ``code`` in ``type``.
    public static let typePrefix = "/problems/"

    /// Which kind it is, as a reference: `/problems/unknown_key`.
    public var type: String
    /// The kind in words.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What is wrong here and the next thing to try, in one line.
    public var detail: String
    /// Which occurrence it is; rarely present.
    public var instance: String?
    /// Which kind it is, as a word that does not change: ``ProblemKind``'s raw value.
    public var code: String
    /// Line of the fault in the request's body, from 1.
    public var line: Int?
    /// Column of the fault in the request's body, from 1, counted in Unicode scalars.
    public var column: Int?
    /// The member of the body or the query parameter at fault, for instance `data.count`.
    public var keyPath: String?

    /// Makes a problem of a kind.
    public init(
        _ kind: ProblemKind, _ detail: String, at position: SourcePosition? = nil,
        keyPath: String? = nil
    ) {
        type = Self.typePrefix + kind.rawValue
        title = kind.row.title
        status = kind.row.status
        self.detail = detail
        code = kind.rawValue
        line = position?.line
        column = position?.column
        self.keyPath = keyPath
    }

    /// Tells why a body is not JSON.
    public init(_ error: JSONSyntaxError) {
        self.init(.badJSON, "\(error.problem); \(error.remedy)", at: error.position)
    }

    /// The kind; `nil` for one of a newer gateway.
    public var kind: ProblemKind? { ProblemKind(rawValue: code) }

    /// One line for a terminal.
    public var description: String {
        guard let line, let column else { return detail }
        return "line \(line), column \(column): \(detail)"
    }

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, instance, code, line, column
        case keyPath = "key_path"
    }
}
