// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension Problem {
    /// Creates a problem of one of the gateway's kinds.
    public init(
        _ kind: ProblemKind, _ detail: String, at position: SourcePosition? = nil,
        keyPath: String? = nil
    ) {
        self.init(of: kind, detail, at: position, keyPath: keyPath)
    }

    /// Creates a problem that describes why a body is not JSON.
    public init(_ error: JSONSyntaxError) {
        self.init(.badJSON, "\(error.problem); \(error.remedy)", at: error.position)
    }

    /// The kind of the problem; `nil` if this version does not know the code, for instance because
    /// the gateway is newer.
    public var kind: ProblemKind? { ProblemKind(rawValue: code) }
}
