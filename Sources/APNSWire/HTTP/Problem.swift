// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of problems of one HTTP API: for each a word that does not change, for programs; its
/// HTTP status; and a title, for people.
public protocol ProblemVocabulary: RawRepresentable, Sendable where RawValue == String {
    var status: Int { get }
    var title: String { get }
}

/// Why a request to an HTTP API was not done: the body of every response with a status of 400 or
/// more.
///
/// `application/problem+json` (RFC 9457 section 3). ``type`` is a relative reference to which the
/// server itself responds. Never holds a key, a whole device token or the text of a message.
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
    /// Which kind it is, as a word that does not change.
    public var code: String
    /// Line of the error in the request's body, from 1.
    public var line: Int?
    /// Column of the error in the request's body, from 1, counted in Unicode scalars.
    public var column: Int?
    /// The member of the body or the query parameter that is wrong, for instance `data.count`.
    public var keyPath: String?

    /// Makes a problem of a kind.
    public init(
        of kind: some ProblemVocabulary, _ detail: String, at position: SourcePosition? = nil,
        keyPath: String? = nil
    ) {
        type = Self.typePrefix + kind.rawValue
        title = kind.title
        status = kind.status
        self.detail = detail
        code = kind.rawValue
        line = position?.line
        column = position?.column
        self.keyPath = keyPath
    }

    /// Whether it is of a kind.
    public func isOf(_ kind: some ProblemVocabulary) -> Bool { code == kind.rawValue }

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
