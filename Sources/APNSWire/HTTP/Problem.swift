// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of problems that one HTTP API reports. Each kind has a stable code for programs, an
/// HTTP status, and a title for people.
public protocol ProblemVocabulary: RawRepresentable, Sendable where RawValue == String {
    var status: Int { get }
    var title: String { get }
}

/// The reason why a request to an HTTP API failed. This is the body of every response with a status
/// of 400 or more.
///
/// The media type is `application/problem+json` (RFC 9457 section 3). ``type`` is the relative URL
/// of a description of the problem on the same server. A problem never contains a key, a complete
/// device token or the text of a message.
public struct Problem: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The media type of a problem.
    public static let contentType = "application/problem+json"
    /// The part of ``type`` before ``code``.
    public static let typePrefix = "/problems/"

    /// The kind of the problem as a relative reference: `/problems/unknown_key`.
    public var type: String
    /// The title of the kind, for people.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// A description of the error in this request and of what to try next, in one line.
    public var detail: String
    /// A reference to this occurrence of the problem; usually `nil`.
    public var instance: String?
    /// The kind of the problem as a stable code.
    public var code: String
    /// The line of the error in the request's body, counted from 1.
    public var line: Int?
    /// The column of the error in the request's body, counted from 1 in Unicode scalars.
    public var column: Int?
    /// The path of the wrong member of the body, or the name of the wrong query parameter, for
    /// instance `data.count`.
    public var keyPath: String?

    /// Makes a problem of the given kind.
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

    /// Returns whether the problem is of the given kind.
    public func isOf(_ kind: some ProblemVocabulary) -> Bool { code == kind.rawValue }

    /// The problem as one line of text for a terminal.
    public var description: String {
        guard let line, let column else { return detail }
        return "line \(line), column \(column): \(detail)"
    }

    enum CodingKeys: String, CodingKey {
        case type, title, status, detail, instance, code, line, column
        case keyPath = "key_path"
    }
}
