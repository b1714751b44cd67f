// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A setting of `bellhop serve`: one row of the table ``all``.
///
/// The options of the command line with their help, the names of the environment variables, the
/// keys of the file, `--print-config` and the table in `docs/operating.md` are made from the rows
/// or compared with them in tests.
struct Setting: Sendable {
    /// A place where a setting can be given.
    enum Source: Sendable {
        case flag, environment, file
    }

    /// The key in the file, in lower case with underscores.
    let key: String
    let kind: SettingKind
    /// The default in the form of ``SettingKind/value(of:)``; `nil` if the setting has no value by
    /// default.
    let defaultText: String?
    /// What applies if the setting has no value.
    let withoutValue: String
    /// The command-line option without the hyphens; `nil` for the key with hyphens.
    private let optionName: String?
    let sources: Set<Source>
    /// What the setting does, as a sentence.
    let meaning: String
    /// More about the meaning, as sentences; may be empty.
    let details: String

    init(
        _ key: String, _ kind: SettingKind, default defaultText: String? = nil,
        withoutValue: String = "none", option: String? = nil,
        sources: Set<Source> = [.flag, .environment, .file], _ meaning: String,
        details: String = ""
    ) {
        self.key = key
        self.kind = kind
        self.defaultText = defaultText
        self.withoutValue = withoutValue
        optionName = option
        self.sources = sources
        self.meaning = meaning
        self.details = details
    }

    /// The name of the command-line option without the hyphens.
    var option: String { optionName ?? String(key.map { $0 == "_" ? "-" : $0 }) }

    /// The command-line option, for instance `--port`.
    var flag: String { "--" + option }

    /// The environment variable, for instance `BELLHOP_PORT`.
    var variable: String { "BELLHOP_" + key.uppercased() }

    /// Returns the value of the environment variable; `nil` if the variable is absent or empty.
    func text(in environment: [String: String]) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
