// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a file of an app cannot be used.
public struct AppFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name or path.
    public let file: String
    /// The position in the file: a key of a property list, or a line; `nil` if the error concerns
    /// the whole file.
    public let location: String?
    /// A description of the problem.
    public let problem: String
    /// A suggestion for the developer.
    public let remedy: String

    init(_ file: String, _ location: String? = nil, _ problem: String, _ remedy: String) {
        self.file = file
        self.location = location
        self.problem = problem
        self.remedy = remedy
    }

    /// The whole error in one line.
    public var description: String {
        let location = location.map { ", \($0)" } ?? ""
        return "\(file)\(location): \(problem); \(remedy)"
    }
}
