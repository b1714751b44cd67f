// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The place from which the value of a setting was taken.
enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    case standard
    case file(String, line: Int)
    case environment(String)
    case flag(String)

    /// The precedence: a value with a higher number replaces one with a lower number.
    var rank: Int {
        switch self {
        case .standard: 0
        case .file: 1
        case .environment: 2
        case .flag: 3
        }
    }

    /// The kind of the origin in one word, for JSON.
    var kind: String { ["default", "file", "environment", "flag"][rank] }

    var description: String {
        switch self {
        case .standard: "default"
        case .file(let path, let line): "\(path.printable):\(line)"
        case .environment(let variable): "environment \(variable)"
        case .flag(let flag): "flag \(flag)"
        }
    }
}

/// A setting that was given on the command line.
struct GivenFlag: Sendable {
    let setting: Setting
    /// The option as it was written, for instance `--no-simulator`.
    let flag: String
    let texts: [String]

    init(_ setting: Setting, _ texts: [String], flag: String? = nil) {
        self.setting = setting
        self.texts = texts
        self.flag = flag ?? setting.flag
    }
}

/// A setting that cannot be used.
struct SettingError: Error, Hashable, CustomStringConvertible {
    /// Whether the error is on the command line. Such an error has a separate exit status.
    let isUsage: Bool
    let description: String

    init(_ problem: SettingProblem, from origin: SettingOrigin) {
        switch origin {
        case .flag(let name), .environment(let name): description = "\(name): \(problem)"
        case .file, .standard: description = "\(origin): \(problem)"
        }
        isUsage = origin.rank == 3
    }

    init(file: String, line: Int, column: Int, _ problem: String) {
        description = "\(file.printable):\(line):\(column): \(problem)"
        isUsage = false
    }
}
